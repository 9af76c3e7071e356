"""A past round played again in the history: by itself, by steps, by keys, and without motion.

Seen to fail: with `Reel.tick` not going on (it stands still); with `goTo` not dealing again to go
back (cards stay); with the purse's change for the sum, stakes and all, as it was; without the
window's key listener; with `still` not asked in `play`.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import NewSitter
from tests.browser.test_facts import to_a_choice
from tests.people.sitter import Sitter


def replayed(person: Sitter) -> Locator:
    """The small felt of the round just played."""
    person.page.click("nav >> text=History")
    person.page.click("dialog .round >> nth=0")
    felt = person.page.locator("dialog [data-felt]")
    expect(felt).to_be_visible()
    return felt


def at(felt: Locator) -> int:
    return int(str(felt.get_attribute("data-at")))


def voice(person: Sitter) -> list[str]:
    """The dealer's voice beside the live felt: the trace the replay must follow."""
    return [
        one.strip() for one in person.page.locator("ol.log li:not(.quiet) span").all_inner_texts()
    ]


@pytest.mark.nightly
def test_a_replay_plays_by_itself(sitter: NewSitter) -> None:
    """Event after event, each with its sentence and its cards, to the end as the table saw it."""
    ann = sitter(moving=True).open("burnout").bet("main", "burnout", "bonus-2").deal()
    ann.page.keyboard.press("Space")
    ann.play()
    told, cards = voice(ann), ann.page.locator("section.own .hands svg.card").count()
    felt = replayed(ann)
    says = ann.page.locator("dialog .says")
    ann.page.select_option("dialog select", "4")
    expect(felt).to_have_attribute("data-playing", "true")
    heard: dict[int, str] = {}
    for _ in range(600):
        if felt.get_attribute("data-playing") == "false":
            break
        # Both at one instant: the sentence belongs to the step.
        step, text = ann.page.evaluate(
            "[document.querySelector('dialog [data-felt]').dataset.at,"
            " document.querySelector('dialog .says').firstChild.textContent]"
        )
        heard[int(step)] = text
        ann.page.wait_for_timeout(15)
    assert len(heard) > 4, "it should be seen on the way, not only at its end"
    for step, text in heard.items():
        assert text == (told[step - 1] if step else "The bets are down")
    assert at(felt) == len(told)
    expect(says).to_have_text(told[-1])
    assert felt.locator("[data-seat] .hands svg.card").count() == cards
    results = [one.inner_text() for one in felt.locator(".result").all()]
    table = [ann.result(wager) for wager in ("main", "burnout", "bonus-2")]
    assert sorted(results) == sorted(table)
    summed = ann.page.locator("dialog p.figures").inner_text()
    ann.page.click("dialog .back")
    assert summed == f"Seat 4: {ann.page.locator('dialog .round .net').first.inner_text()}"


def test_a_replay_by_steps_and_keys(sitter: NewSitter) -> None:
    ann = sitter(moving=True).open("classic").bet("main").deal()
    ann.page.keyboard.press("Space")
    ann.play()
    felt = replayed(ann)
    ann.page.keyboard.press("Space")
    expect(felt).to_have_attribute("data-playing", "false")
    ann.page.keyboard.press("Home")
    expect(felt).to_have_attribute("data-at", "0")
    expect(felt.locator("svg.card")).to_have_count(0)
    for step, cards in ((1, 1), (2, 2), (3, 3)):
        ann.page.keyboard.press("ArrowRight")
        expect(felt).to_have_attribute("data-at", str(step))
        expect(felt.locator("svg.card")).to_have_count(cards)
    ann.page.keyboard.press("ArrowLeft")
    expect(felt.locator("svg.card")).to_have_count(2)
    expect(ann.page.locator("dialog [aria-current=step]")).to_have_text(
        ann.page.locator("dialog .says").inner_text()
    )
    assert "step=2" in ann.page.url
    ann.page.click("dialog >> text=Next")
    expect(felt).to_have_attribute("data-at", "3")
    ann.page.locator("dialog input[type=range]").focus()
    ann.page.keyboard.press("End")
    last = len(voice(ann))
    expect(felt).to_have_attribute("data-at", str(last))
    expect(ann.page.locator("dialog input[type=range]")).to_have_attribute(
        "aria-valuetext", re.compile(f"^{last} of {last}: ")
    )
    ann.page.click("dialog li button >> nth=1")
    expect(felt).to_have_attribute("data-at", "2")
    ann.page.reload()  # the address keeps the round and the step
    expect(felt).to_have_attribute("data-at", "2")
    expect(felt.locator("svg.card")).to_have_count(2)


@pytest.mark.nightly
def test_a_replay_without_motion_jumps(sitter: NewSitter) -> None:
    """Nothing starts by itself or slides; Play is at the end at once."""
    ann = sitter().open("classic").bet("main").deal().play()
    felt = replayed(ann)
    ann.page.wait_for_timeout(900)
    assert (felt.get_attribute("data-playing"), at(felt)) == ("false", 0)
    ann.page.click("dialog >> text=Play")
    assert at(felt) == len(voice(ann))
    assert ann.page.evaluate("document.getAnimations().length") == 0


def to_a_hand(ann: Sitter) -> None:
    """Asked to play it: an ace may have to be answered first, and a blackjack end the round."""
    for _ in range(20):
        to_a_choice(ann)
        if "no-insurance" in ann.legal():
            ann.choose()
            ann.page.wait_for_selector("footer.result, [data-action=stand]:not([disabled])")
        if "stand" in ann.legal():
            return
        ann.page.click("text=New bets")
    raise AssertionError("twenty rounds without a hand to play")


def test_rows_show_cards_and_open_the_replay_where_it_was_decided(sitter: NewSitter) -> None:
    """A row of the history has the cards of the round; a mistake opens it at that decision."""
    ann = sitter().open("classic")
    to_a_hand(ann)
    hand = ann.page.locator("section.own ol.hand").first.get_attribute("aria-label")
    ann.page.click('button[data-action="stand"]')
    ann.play()
    made = {
        "step": 0, "seat": 4, "hand": 0, "made": "stand", "made_says": "stand", "best": "hit",
        "best_says": "hit", "cost": 45, "cards": "Ts 6h", "hand_says": "16", "dealer": "Td ??",
    }  # fmt: skip
    last = str(ann.page.locator(".felt").get_attribute("data-step")).partition(".")[0]

    def answer(route: Route) -> None:
        """The mistake is in the last round; any before it ended with a blackjack."""
        number = route.request.url.split("/")[-2]
        some = [made] if number == last else []
        route.fulfill(json={"round": int(number), "decisions": 1, "mistakes": some})

    ann.page.route("**/mistakes", answer)
    ann.page.click("nav >> text=History")
    row = ann.page.locator("dialog .round").first
    expect(row.locator(".mini").first).to_have_attribute("aria-label", re.compile(" of "))
    own = str(row.locator(".mini").first.get_attribute("aria-label")).partition(": ")[2]
    assert own == str(hand).partition(": ")[2], "the cards it stood on"
    assert not re.search(r"\b[2-9TJQKA][shdc]\b", row.inner_text()), "cards are never text"
    ann.page.keyboard.press("Escape")
    ann.page.click("nav >> text=Your play")
    ann.page.click("dialog .mistake")
    expect(ann.page.locator("dialog .says")).to_contain_text("A decision follows.")
    assert "decision=0" in ann.page.url
    told = ann.page.locator("dialog li [aria-current]").inner_text()
    expect(ann.page.locator("dialog .says")).to_contain_text(told)
    ann.page.click("text=Copy a link to this replay")
    copied = re.compile(f"The link is copied|/replay/[a-z2-7]+/{last}$")  # or shown, to be copied
    expect(ann.page.locator("dialog .said")).to_have_text(copied)
