"""The page shows the server's facts and works out none: amounts, payments, totals, words.

What the server says is altered on its way to the page. A page that knew the rule, or read the
sentence, would show something else.

Seen to fail: with insurance's half, the fee's share and the choice at the end of the clock worked
out in the page; with totals read out of the dealer's sentences; with outcomes named from their ids.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import NewSitter
from tests.people.sitter import Sitter

Alter = Callable[[Any], None]


def through(page: Page, alter: Alter) -> list[Any]:
    """Every table on its way to the page is altered; what the page says over its socket is kept."""
    said: list[Any] = []

    def stand_between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            messages = json.loads(text)
            for table in (one["table"] for one in messages if one["type"] == "table"):
                alter(table)
            socket.send(json.dumps(messages))

        def speak(text: str | bytes) -> None:
            said.append(json.loads(text))
            server.send(text)

        server.on_message(hear)
        socket.on_message(speak)

    page.route_web_socket("**/api/tables/*/events", stand_between)
    return said


def answers(page: Page, address: str, alter: Alter) -> None:
    def answer(route: Route) -> None:
        found = route.fetch().json()
        alter(found)
        route.fulfill(json=found)

    page.route(address, answer)


def offer_insurance(table: Any) -> None:
    """Whoever is asked is asked for insurance, of up to $3.33, and it is the default."""
    if table["round"] and table["round"]["asked_seat"]:
        table["round"].update(
            legal=["insurance", "no-insurance"],
            default="insurance",
            amounts={"insurance": {"least": 1, "most": 333}},
            notes={},  # an ace may really lie there
        )


def to_a_choice(person: Sitter) -> None:
    for _ in range(20):
        person.bet("main").deal()
        person.page.wait_for_selector("footer.acting, footer.result")
        if person.page.locator("footer.acting").count():
            return
        person.page.click("text=New bets")
    raise AssertionError("twenty rounds without a choice")


def test_insurance_takes_what_the_server_says(sitter: NewSitter) -> None:
    ann = sitter(fresh=True)
    through(ann.page, offer_insurance)
    ann.open("classic")
    to_a_choice(ann)
    assert sorted(ann.legal()) == ["insurance", "no-insurance"]
    expect(ann.page.locator("button[data-action=insurance]")).to_have_text("Insurance I")
    ann.page.click("text=Insurance for less")
    expect(ann.page.locator("#less")).to_have_attribute("placeholder", "up to $3.33")


def test_no_amount_is_asked_where_only_one_will_do(sitter: NewSitter) -> None:
    def whole(table: Any) -> None:
        offer_insurance(table)
        for bounds in ((table["round"] or {}).get("amounts") or {}).values():
            bounds["least"] = bounds["most"]

    ann = sitter(fresh=True)
    through(ann.page, whole)
    ann.open("classic")
    to_a_choice(ann)
    assert ann.page.locator("text=for less").count() == 0


def test_a_payment_costs_what_the_server_says(sitter: NewSitter) -> None:
    """A fifth of $5, then of $10; and the page names no amount of its own."""
    ann = sitter(fresh=True)
    said = through(ann.page, lambda table: None)
    ann.open("burnout").bet("main", "burnout")
    head = ann.page.locator("footer h2")
    expect(head).to_have_text("$6 on the table")
    ann.bet("main")
    expect(head).to_have_text("$12 on the table")
    placed = [one["body"] for one in said if one.get("action") == "bets"]
    bets = {one["wager"]: one for body in placed for seat in body["seats"] for one in seat["bets"]}
    assert bets["burnout"] == {"wager": "burnout", "paytable": ""}
    assert bets["main"]["stake"] == 1000
    expect(ann.page.locator("header .purse")).to_have_text("$988.00")
    ann.bet("burnout")  # a second press takes it back
    expect(head).to_have_text("$10 on the table")
    ann.page.keyboard.press("z")
    expect(head).to_have_text("$12 on the table")


def test_a_payment_shows_the_servers_amount(sitter: NewSitter) -> None:
    def dear(table: Any) -> None:
        for chair in table["chairs"]:
            chair["fees"] = {wager: 234 for wager in chair["fees"]}

    ann = sitter(fresh=True)
    through(ann.page, dear)
    ann.open("burnout").bet("main", "burnout")
    expect(ann.page.locator("footer h2")).to_have_text("$7.34 on the table")


def pills(felt: Locator) -> list[str]:
    return [one.inner_text().strip() for one in felt.locator(".pill").all()]


def test_totals_while_a_round_is_played_again(sitter: NewSitter) -> None:
    """At every step the pills say what the events say of each hand, whatever the sentences are."""
    kept: list[Any] = []

    def mute(replay: Any) -> None:
        for seen in replay["views"]:
            for event in seen["events"]:
                event["says"] = "The dealer mumbles: 99."
        kept.append(replay)

    ann = sitter().open("classic").bet("main").deal().play()
    answers(ann.page, "**/rounds/1", mute)
    ann.page.click("nav >> text=History")
    ann.page.click("dialog .round >> nth=0")
    felt = ann.page.locator("dialog [data-felt]")
    expect(felt).to_be_visible()
    events = kept[0]["views"][-1]["events"]
    ends = {len(seen["events"]) for seen in kept[0]["views"]}
    dealer, hand = "", ""
    for step, event in enumerate(events, 1):
        ann.page.keyboard.press("ArrowRight")
        expect(felt).to_have_attribute("data-at", str(step))
        if event["hand_says"] and event["seat"]:
            hand = event["hand_says"]
        elif event["hand_says"]:
            dealer = f"Dealer {event['hand_says']}"
        if step not in ends:  # there the view has the last word, with why it matters
            assert pills(felt) == [one for one in (dealer, hand) if one], step
    final = kept[0]["views"][-1]
    assert pills(felt)[0] == f"Dealer {final['dealer_does']}"
    assert pills(felt)[1].startswith(final["seats"][0]["hands"][0]["hand_says"])


def test_the_sentence_and_the_pill_take_the_dealers_words(sitter: NewSitter) -> None:
    def other(table: Any) -> None:
        if table["round"]:
            table["round"].update(dealer_does="hides it all", dealer_says="shows 99")

    ann = sitter(fresh=True)
    through(ann.page, other)
    ann.open("classic")
    to_a_choice(ann)
    expect(ann.page.locator("footer .says p")).to_contain_text("the dealer hides it all")
    expect(ann.page.locator("section.dealer .pill")).to_have_text("Dealer hides it all")


def test_outcomes_are_named_by_the_server(sitter: NewSitter) -> None:
    ann = sitter().open("lucky-break")
    ann.spot("lucky-break").hover()
    aside = ann.page.locator("aside")
    for words in ("26, 3 suited", "26, 4 suited", "26, 5+ suited"):
        expect(aside.get_by_text(words, exact=True)).to_be_visible()
