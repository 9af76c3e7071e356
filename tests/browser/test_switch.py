"""Blackjack Switch on a page: two circles that are bet on as one, the question, and a swap that is
seen: the second cards lie in each other's place, and the log says so.

Seen to fail: with `together` returning one seat, with the event `switch` left out of `apply`.
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewSitter
from tests.people.sitter import Sitter


def cards(person: Sitter) -> list[list[str]]:
    hands = person.page.locator(".own .hands .one")
    return [
        [str(card.get_attribute("aria-label")) for card in hand.locator("svg.card").all()]
        for hand in hands.all()
    ]


def rings(person: Sitter) -> Locator:
    return person.spot("main").locator(".ring")


def until_asked(person: Sitter) -> None:
    """Rounds until one asks for the swap: not those that a dealer blackjack ends."""
    for _ in range(20):
        person.deal()
        while person.page.locator("footer.acting").count():
            if "switch" in person.legal():
                return
            person.choose()
        person.play()
        person.page.wait_for_selector("footer.result:not([aria-busy=true])")
    raise AssertionError("no round asks for a swap")


def test_two_hands_are_bet_on_as_one_and_swapped(sitter: NewSitter) -> None:
    ann: Sitter = sitter(width=390, height=844).open("switch")
    expect(rings(ann)).to_have_count(2)
    before = ann.purse()
    rings(ann).nth(1).click()
    ann.settled_down()
    for at in (0, 1):
        expect(rings(ann).nth(at)).to_have_attribute("aria-label", bets_five(at))
    expect(ann.page.locator("header .purse")).to_have_text(money(before - 1000))
    until_asked(ann)
    assert ann.says() == "Switch the second cards?" and set(ann.legal()) == {"keep", "switch"}
    (one, other), (first, second) = cards(ann)
    button = ann.page.locator('button[data-action="switch"]')
    expect(button.locator("small")).to_contain_text(" and ")
    button.click()
    ann.page.wait_for_selector(".felt[aria-busy=false]")
    hands = ann.page.locator(".own .hands .one")
    expect(hands.nth(0).locator("svg.card").nth(1)).to_have_attribute("aria-label", second)
    expect(hands.nth(1).locator("svg.card").nth(1)).to_have_attribute("aria-label", other)
    assert cards(ann)[0][0] == one and cards(ann)[1][0] == first
    ann.play()
    assert ann.says().startswith(("You win", "You lose", "Nothing"))


def money(cents: int) -> str:
    return f"${cents / 100:,.2f}"


def bets_five(at: int) -> re.Pattern[str]:
    return re.compile(rf"^Seat {at + 3}\. .*\$5 placed")
