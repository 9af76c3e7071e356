"""A full round of each game with each wager placed, and the money as the page shows it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.night import by_day
from tests.people.sitter import cents

ROUNDS: dict[str, list[tuple[str, ...]]] = {
    "breakout": [
        ("player-hand", "pair-up", "sweet-17"),
        ("dealer-hand", "breakout-bonus", "super-tie", "pair-up", "sweet-17"),
    ],
    "lucky-break": [("main", "lucky-break", "lucky-break-token")],
    "burnout": [("main", "burnout", "bonus-2", "bonus-3", "bonus-4", "bonus-5")],
    "bad-beat": [("main", "bad-beat")],
    "face-up": [("main", "two-card", "four-card")],
    "classic": [("main",)],
}
CHIP = 500


@pytest.mark.parametrize(
    ("game", "wagers"),
    by_day([(game, wagers) for game in ROUNDS for wagers in ROUNDS[game]], 1, 3, 5),
)
def test_a_round_with_each_wager(sitter: NewSitter, game: str, wagers: tuple[str, ...]) -> None:
    ann = sitter().open(game)
    before = ann.purse()
    spots = [str(one.get_attribute("data-wager")) for one in ann.page.locator(".spot").all()]
    assert set(wagers) <= set(spots)
    ann.bet(*wagers)
    fee = 100 if "burnout" in wagers else 0
    staked = CHIP * (len(wagers) - bool(fee)) + fee
    expect(ann.page.locator("header .purse")).to_have_text(f"${(before - staked) / 100:,.2f}")
    ann.deal().play()
    results = {wager: ann.result(wager) for wager in wagers}
    riding = CHIP * sum(text == "rides" for text in results.values())
    # A token is the player's stake, given away: what it wins is the dealer's.
    net = sum(
        -CHIP if wager.endswith("-token") else cents(text)
        for wager, text in results.items()
        if text != "rides"
    )
    assert ann.purse() == before + net - riding, results
    assert ann.page.locator("ol.log li").count() > len(wagers)


def test_every_spot_prints_its_pays_and_shows_its_table(sitter: NewSitter) -> None:
    ann = sitter().open("breakout")
    for spot in ann.page.locator(".spot").all():
        assert " to 1" in spot.locator("small").inner_text()
    ann.spot("super-tie").hover()
    aside = ann.page.locator("aside")
    expect(aside).to_contain_text("push blackjack")
    expect(aside).to_contain_text("25 to 1")
    expect(aside).to_contain_text("tip $10")


def test_both_dealer_cards_lie_open_in_face_up(sitter: NewSitter) -> None:
    ann = sitter().open("face-up").bet("main").deal()
    cards = ann.page.locator("section.dealer svg.card")
    assert cards.count() >= 2
    assert "face down" not in " ".join(str(one.get_attribute("aria-label")) for one in cards.all())


@pytest.mark.nightly
def test_a_pay_table_may_be_chosen(sitter: NewSitter) -> None:
    ann = sitter().open("bad-beat")
    ann.spot("bad-beat").hover()
    ann.page.select_option("aside select", "L3")
    expect(ann.spot("bad-beat").locator("small")).to_have_text("5\N{EN DASH}35 to 1")
    assert "pay=bad-beat%3AL3" in ann.page.url
    ann.bet("main", "bad-beat").deal().play()
    ann.page.click("nav >> text=History")
    ann.page.click("dialog .round >> nth=0")
    expect(ann.page.locator("dialog .line").first).to_contain_text("bad-beat:L3 5")


@pytest.mark.nightly
def test_same_again_repeats_the_bets(sitter: NewSitter) -> None:
    ann = sitter().open("lucky-break").bet("main", "lucky-break").deal().play()
    ann.page.click("text=New bets")
    expect(ann.page.locator("#primary")).to_contain_text("Same again · $10")
    ann.page.click("#primary")
    expect(ann.page.locator("footer h2")).to_have_text("$10 on the table")
    ann.spot("lucky-break").locator(".ring").click(button="right")
    expect(ann.page.locator("footer h2")).to_have_text("$5 on the table")
    ann.page.keyboard.press("z")
    expect(ann.page.locator("footer h2")).to_have_text("$10 on the table")


# What the log says when the dealer begins: asked in the page, which does not wait for this machine.
FIRST_TOLD = """() => new MutationObserver((_, watch) => {
  if (!document.querySelector('footer.dealing')) return;
  window.told = document.querySelectorAll('ol.log li').length;
  watch.disconnect();
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


def test_motion_plays_and_space_skips_it(sitter: NewSitter) -> None:
    ann = sitter(moving=True).open("classic").bet("main")
    ann.page.evaluate(FIRST_TOLD)
    ann.page.click("#primary")
    ann.page.wait_for_selector("footer.dealing")
    assert ann.page.evaluate("window.told") < 4
    ann.page.keyboard.press("Space")
    ann.page.wait_for_selector("footer.acting, footer.result", timeout=500)
    assert ann.page.locator("ol.log li").count() >= 5
