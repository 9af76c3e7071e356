"""How the table behaves around the money: what is shown is what is paid, nobody is stuck, nothing
happens by accident, results come in order, and what is lit is good advice.

Each was a fault of the page: a bet kept the old pay table under a spot that
showed the new one; a held key played hand after hand; the purse told the result before the cards;
Keep was lit on a busted card; a lobby did not know of a hand left in it.
"""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import NewSitter
from tests.browser.scenes import fill
from tests.browser.test_facts import through, to_a_choice
from tests.people.sitter import Sitter, cents

EN_DASH = "\N{EN DASH}"


def lines(person: Sitter) -> list[str]:
    """The last rounds as lines, newest first; the table is as it was."""
    table = person.page.url.split("/table/")[1].partition("?")[0]
    found = person.page.request.get(f"{person.url}/api/tables/{table}/rounds?limit=5").json()
    return [one["line"] for one in found["rounds"]]


def test_the_table_shown_is_the_table_paid(sitter: NewSitter) -> None:
    """The bet follows the choice; Deal again repeats what is shown."""
    ann = sitter().open("bad-beat")
    pays = ann.spot("bad-beat").locator("small")
    ann.bet("main", "bad-beat")
    before = pays.inner_text()
    ann.spot("bad-beat").locator(".name").click()
    ann.page.select_option("aside select", "L3")
    expect(pays).to_have_text(f"5{EN_DASH}35 to 1")
    ann.settled_down()
    ann.deal().play()
    assert "bad-beat:L3 5" in lines(ann)[0] and before != pays.inner_text()
    ann.page.click("#primary")
    ann.page.wait_for_selector('.felt[data-step^="2."]')
    ann.play()
    assert "bad-beat:L3 5" in lines(ann)[0]
    ann.page.select_option("aside select", "L5")
    expect(ann.page.locator("#primary")).to_contain_text("Same again")
    shown = pays.inner_text()
    ann.page.click("#primary")
    ann.settled_down()
    assert pays.inner_text() == shown
    ann.deal().play()
    assert "bad-beat:L5 5" in lines(ann)[0]


def test_whoever_sets_up_the_table_chooses_its_pay_tables(sitter: NewSitter) -> None:
    ann = sitter()
    figures = [edge("bad-beat", "P1", 0.1009), edge("bad-beat", "L3", 0.0507)]
    answer = {"game": "bad-beat", "rules_line": "", "wagers": figures}
    ann.page.route("**/games/bad-beat/edges?*", lambda route: route.fulfill(json=answer))
    ann.page.goto(f"{ann.url}/?new=bad-beat")
    shown = ann.page.locator('dialog [data-edge="bad-beat"]')
    expect(shown).to_have_text("10.09%")
    ann.page.select_option("dialog [data-pay=bad-beat]", "L3")
    expect(shown).to_have_text("5.07%")
    ann.page.click("text=Open the table")
    ann.sit()
    expect(ann.spot("bad-beat").locator("small")).to_have_text(f"5{EN_DASH}35 to 1")
    ann.spot("bad-beat").locator(".name").click()
    expect(ann.page.locator("aside div.pays")).to_contain_text("35 to 1")
    assert ann.page.locator("aside select").count() == 0
    ann.bet("main", "bad-beat").deal().play()
    assert "bad-beat:L3 5" in lines(ann)[0]


def edge(wager: str, paytable: str, house: float) -> dict[str, Any]:
    return {
        "id": wager, "name": wager, "wager": wager, "beside": "", "play": "main", "played": "main",
        "condition": "", "main_edge": None, "paytable": paytable, "house_edge": house,
        "hit_frequency": 0.1, "method": "exact",
    }  # fmt: skip


def test_a_hand_that_was_left_waits_in_the_lobby(sitter: NewSitter) -> None:
    ann = sitter().open("classic")
    to_a_choice(ann)
    expect(ann.page).to_have_title(re.compile("^Your move"))
    ann.page.click("header .brand")
    waits = ann.page.locator("main .waits")
    expect(waits).to_contain_text("Continue your hand")
    above = ann.page.locator("main .waits, main article").first
    assert "waits" in str(above.get_attribute("class"))
    waits.click()
    ann.page.wait_for_selector("footer.acting")
    ann.play()


def test_an_empty_purse_is_filled_where_one_sits(sitter: NewSitter) -> None:
    """At the table and in the lobby, at once. The page is told that there is no more than $3."""
    ann, asked = sitter(fresh=True), []
    out = {"purse": 300, "may_refill": True}

    def broke(route: Any) -> None:
        route.fulfill(json=route.fetch().json() | out)

    def refill(route: Any) -> None:
        asked.append(route.request.url)
        out.update(purse=100_000, may_refill=False)
        route.fulfill(json=ann.page.request.get(f"{ann.url}/api/session").json() | out)

    def short_of_money(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str | bytes) -> None:
            said = json.loads(text)
            for one in (one for one in said if one["type"] == "you"):
                one["you"]["purse"] = out["purse"]
            socket.send(json.dumps(said))

        server.on_message(hear)

    ann.page.route("**/api/session", broke)
    ann.page.route("**/api/session/refill", refill)
    ann.page.route_web_socket("**/api/tables/*/events", short_of_money)
    ann.page.goto(ann.url)
    ann.page.click('button[data-game="classic"]')
    expect(ann.page.locator("footer h2")).to_have_text("You are out")
    expect(ann.page.locator("#primary")).to_contain_text("Take $1,000")
    ann.page.click("#primary")
    expect(ann.page.locator("footer h2")).to_have_text("Place your bets")
    expect(ann.page.locator("header .purse")).to_have_text("$1,000.00")
    out.update(purse=300, may_refill=True)
    ann.page.goto(ann.url)
    expect(ann.page.locator("main .waits")).to_contain_text("You are out")
    ann.page.click("main .waits button")
    expect(ann.page.locator("main .waits")).to_have_count(0)
    assert len(asked) == 2


def test_nothing_happens_by_accident(sitter: NewSitter) -> None:
    """A held key is one press; a result stands for a beat; the panel stays under the pointer."""
    ann = sitter().open("bad-beat")
    to_a_choice(ann)
    ann.page.evaluate(WATCH_RESULT)
    felt, key = ann.page.locator(".felt"), "s" if "stand" in ann.legal() else "n"
    before = str(felt.get_attribute("data-step"))
    for _ in range(6):
        ann.page.keyboard.down(key)
    expect(felt).not_to_have_attribute("data-step", before)
    ann.page.wait_for_timeout(200)
    number, step = before.split(".")
    assert felt.get_attribute("data-step") == f"{number}.{int(step) + 1}"
    ann.page.keyboard.up(key)
    ann.play()
    expect(ann.page.locator("#primary")).to_be_enabled()
    first, *rest = ann.page.evaluate("window.primary")
    assert first is True and rest[-1] is False, "not to be pressed at once, and then it is"
    ann.page.click("text=New bets")
    label = ann.page.locator("aside div.pays h2")
    ann.spot("bad-beat").hover()
    expect(label).to_have_text("Bad Beat")
    ring, panel = ann.spot("main").locator(".ring").bounding_box(), label.bounding_box()
    assert ring and panel
    ann.page.mouse.move(ring["x"] + 20, ring["y"] + 20)
    ann.page.mouse.move(panel["x"] + 20, panel["y"] + 10)
    ann.page.wait_for_timeout(400)
    expect(label).to_have_text("Bad Beat")


WATCH_RESULT = """() => {
  window.primary = [];
  new MutationObserver(() => {
    const button = document.querySelector('footer.result #primary');
    if (button && window.primary.at(-1) !== button.disabled) window.primary.push(button.disabled);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
# Each change of the shoe's count, and of the purse while the dealer is at work.
WATCH_ORDER = """() => {
  window.order = { shoe: [], early: [] };
  const before = document.querySelector('header .purse').textContent;
  window.watching?.disconnect();
  window.watching = new MutationObserver(() => {
    const left = Number(document.querySelector('.felt .shoe small').textContent);
    if (window.order.shoe.at(-1) !== left) window.order.shoe.push(left);
    const purse = document.querySelector('header .purse').textContent;
    const busy = document.querySelector('.felt').getAttribute('aria-busy') === 'true';
    if (busy && purse !== before) window.order.early.push(purse);
  });
  window.watching.observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def test_results_come_in_order(sitter: NewSitter) -> None:
    """The purse never tells the result first, and the shoe counts card by card."""
    ann = sitter(moving=True).open("classic")
    for _ in range(12):
        ann.bet("main")
        staked = cents(ann.page.locator("header .purse").inner_text())
        ann.page.evaluate(WATCH_ORDER)
        ann.page.click("#primary")
        ann.page.wait_for_selector("footer.acting, footer.result")
        while ann.page.locator("footer.acting").count():
            legal = ann.legal()
            choice = "stand" if "stand" in legal else legal[-1]
            ann.page.click(f"button[data-action={choice}]")
            ann.page.wait_for_selector("footer.dealing, footer.result")
            ann.page.wait_for_selector("footer.acting, footer.result")
        ann.page.wait_for_timeout(1_000)
        seen = ann.page.evaluate("window.order")
        assert seen["early"] == []
        steps = [a - b for a, b in zip(seen["shoe"], seen["shoe"][1:], strict=False)]
        assert len(steps) >= 3 and set(steps) == {1}, seen["shoe"]
        held = ann.page.request.get(f"{ann.url}/api/session").json()["purse"]
        assert ann.purse() == held
        if held > staked:
            return
        ann.page.click("text=New bets")
    raise AssertionError("twelve rounds without a win or a push")


def test_what_is_lit_is_good_advice(sitter: NewSitter) -> None:
    ann = sitter(fresh=True)
    now: dict[str, Any] = {"legal": ["hit", "stand", "double"], "default": "stand"}

    def offer(table: Any) -> None:
        if table["round"] and table["round"]["asked_seat"]:
            table["round"].update(now)

    through(ann.page, offer)
    now["notes"] = {"double": "$5"}
    ann.open("burnout")
    to_a_choice(ann)
    lit = ann.page.locator("button[data-action].primary")
    assert lit.count() == 0
    expect(ann.page.locator("button[data-action=double]")).to_have_text(re.compile(r"Double.*\$5"))
    hint = {"round": 0, "step": 0, "seat": 4, "best": "stand", "best_says": "stand", "worth": [],
            "method": "told", "rules_line": ""}  # fmt: skip
    ann.page.route("**/hint", lambda route: route.fulfill(json=hint))
    ann.page.keyboard.press("?")
    expect(lit).to_have_attribute("data-action", "stand")
    now.update(legal=["burn", "keep"], default="burn", notes={"keep": "lose $5"})
    ann.page.reload()
    expect(lit).to_have_attribute("data-action", "burn")
    expect(ann.page.locator("button[data-action=keep]")).to_contain_text("lose $5")
    expect(ann.page.locator("footer h2")).to_contain_text("Burn it?")


def test_every_hand_of_a_split_has_its_stake(sitter: NewSitter) -> None:
    ann, scene = sitter(fresh=True), [""]
    through(ann.page, lambda table: fill(scene[0], table) if scene[0] else None)
    ann.open("classic")
    scene[0] = "split"
    ann.page.reload()
    hands = ann.page.locator("section.own .hands > .one")
    expect(hands).to_have_count(4)
    stakes = [one.inner_text().split() for one in hands.locator(".stake .figures").all()]
    assert stakes == [["$125"], ["$250", "doubled"], ["$125"], ["$125"]]
    expect(hands.nth(3).locator(".pill")).to_contain_text("to come")
    expect(ann.page.locator("section.own .hands > .active")).to_have_count(1)
    expect(ann.page.locator("footer .says p")).to_contain_text("Hand 3 of 4")


def test_addresses_that_lead_nowhere(sitter: NewSitter) -> None:
    ann = sitter()
    for path, status, title in (
        ("/", 200, "Holecard"),
        ("/lab/classic", 200, "Classic Blackjack · Lab"),
        ("/nowhere", 404, "No such page"),
        ("/lab/whist", 404, "Lab"),
        ("/table/nobodyhome", 404, "No such table"),
    ):
        answer = ann.page.goto(f"{ann.url}{path}")
        assert answer and answer.status == status, path
        expect(ann.page).to_have_title(re.compile(title))


def test_bets_and_pace_are_remembered(sitter: NewSitter) -> None:
    """At another table of the game the last bets are one press away; cards fall as one likes."""
    ann = sitter(moving=True).open("classic")
    ann.page.click("header .menu")
    ann.page.select_option("dialog .pace select", "instant")
    ann.page.keyboard.press("Escape")
    ann.bet("main")
    ann.page.click("footer button[aria-label*=twice]")
    expect(ann.page.locator("footer h2")).to_have_text("$10 on the table")
    ann.settled_down()
    ann.page.click("#primary")
    ann.page.wait_for_selector("footer.acting, footer.result", timeout=1_500)
    ann.play()
    ann.open("classic")
    expect(ann.page.locator("#primary")).to_contain_text("Deal · $10")
    ann.page.click("#primary")
    ann.page.wait_for_selector("footer.acting, footer.result")
    expect(ann.spot("main").locator(".stake, .chip").first).to_be_visible()
