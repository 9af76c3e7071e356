"""Keyboard only, a small screen, refused bets, drawers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.night import by_day
from tests.people.sitter import Sitter

SMALLEST_CARD = 44


def tab_to(person: Sitter, selector: str) -> None:
    for _ in range(60):
        person.page.keyboard.press("Tab")
        if person.page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_keyboard_only(sitter: NewSitter) -> None:
    ann = sitter()
    ann.page.goto(ann.url)
    ann.page.wait_for_selector("article")
    tab_to(ann, '[data-game="burnout"]')
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("footer.betting")
    ann.page.keyboard.press("2")
    tab_to(ann, '[data-wager="burnout"] .ring')
    tab_to(ann, '[data-wager="main"] .ring')
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("footer h2")).to_have_text("$10 on the table")
    ann.page.keyboard.press("Backspace")
    expect(ann.page.locator("footer h2")).to_have_text("Place your bets")
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("footer h2")).to_have_text("$5 on the table")
    ann.page.keyboard.press("Escape")
    ann.page.keyboard.press("Space")
    ann.page.wait_for_selector("footer.acting, footer.result")
    keys = {"no-insurance": "n", "hit": "h", "burn": "b", "stand": "s", "keep": "k"}
    for _ in range(40):
        if ann.page.locator("footer.result").count():
            break
        legal = ann.legal()
        if legal:
            ann.page.keyboard.press(next(keys[one] for one in keys if one in legal))
        ann.page.wait_for_timeout(120)
    ann.page.wait_for_selector("footer.result")


SMALL = [("burnout", 390), ("burnout", 360), ("face-up", 390), ("face-up", 360)]


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "width"), by_day(SMALL, 1, 2))
def test_small_screens(sitter: NewSitter, game: str, width: int) -> None:
    ann = sitter(width=width, height=844, touch=True).open(game)
    ann.spot("main").locator(".ring").tap()
    ann.settled_down()
    ann.deal()
    ann.page.wait_for_selector("footer.acting, footer.result")
    whole = ann.page.evaluate("document.documentElement.scrollWidth")
    assert whole <= width
    for card in ann.page.locator("svg.card:visible").all():
        box = card.bounding_box()
        assert box and box["width"] >= SMALLEST_CARD
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    for button in ann.page.locator("footer button:visible").all():
        box = button.bounding_box()
        assert box and box["height"] >= 40 and box["y"] + box["height"] <= 844
    ann.play()
    ann.spot("main").locator(".name").tap()
    expect(ann.page.locator("dialog")).to_contain_text("your hand against the dealer's")


def test_a_refused_bet_says_why_at_its_spot(sitter: NewSitter) -> None:
    ann = sitter().open("breakout").bet("super-tie")
    reason = ann.spot("super-tie").locator(".refusal")
    expect(reason).to_contain_text("needs a wager on your hand or dealer's hand")
    expect(ann.page.locator("#primary")).to_be_disabled()
    ann.bet("player-hand")
    expect(ann.page.locator(".refusal")).to_contain_text("Super Tie needs a dealer-hand wager")
    purse = ann.purse()
    ann.spot("super-tie").locator(".ring").click(button="right")
    expect(ann.page.locator(".refusal")).to_have_count(0)
    expect(ann.page.locator("#primary")).to_be_enabled()
    assert purse == 100_000 and ann.page.locator("footer h2").inner_text() == "$5 on the table"


def test_over_the_limit_and_long_press(sitter: NewSitter) -> None:
    ann = sitter().open("bad-beat").bet("main")
    ann.page.keyboard.press("5")
    ann.bet("bad-beat")
    expect(ann.spot("bad-beat").locator(".refusal")).to_contain_text("$1 to $100")
    ann.spot("bad-beat").locator(".ring").click(delay=700)
    expect(ann.page.locator(".refusal")).to_have_count(0)


def test_rules_history_hint_and_mistakes(sitter: NewSitter) -> None:
    ann = sitter().open("classic")
    for _ in range(20):
        ann.bet("main").deal()
        ann.page.wait_for_selector("footer.acting, footer.result")
        if ann.page.locator("footer.acting").count():
            break
        ann.page.click("text=New bets")
    ann.page.keyboard.press("?")
    expect(ann.page.locator(".hint[role=status]")).to_contain_text("Best:", timeout=60_000)
    ann.play()
    ann.page.click("nav >> text=Rules")
    expect(ann.page.locator("dialog")).to_contain_text("What a blackjack is")
    ann.page.keyboard.press("Escape")
    ann.page.click("nav >> text=History")
    ann.page.click("dialog .round >> nth=0")
    expect(ann.page.locator("dialog")).to_contain_text("The round in one line")
    assert "round=" in ann.page.url
    ann.page.keyboard.press("Escape")
    ann.page.click("nav >> text=Your play")
    expect(ann.page.locator("dialog .sum")).to_contain_text("$", timeout=60_000)


def test_a_table_by_ones_own_rules(sitter: NewSitter) -> None:
    ann = sitter()
    ann.page.goto(f"{ann.url}/?new=classic")
    ann.page.click("dialog fieldset:has-text('decks in the shoe') label:has-text('2')")
    ann.page.click("dialog fieldset:has-text('hits soft 17') label:has-text('no')")
    ann.page.click("text=Open the table")
    expect(ann.page.locator("header .rules")).to_contain_text("2D S17")


def test_an_unknown_table(sitter: NewSitter) -> None:
    ann = sitter()
    ann.page.goto(f"{ann.url}/table/nobodyhome")
    expect(ann.page.locator("main h2")).to_have_text("There is no such table")
