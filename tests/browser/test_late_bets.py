"""A bet on the dealer's card, on a page: its circle is shut before the deal, asks once the card is
up, and lies there as the round is played and told again.

Seen to fail: with `late` bets drawn as if they lay there before the deal.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.odds.test_examples_bets import EXAMPLES
from tests.people.sitter import Sitter
from tests.server.spawned import Spawned


def until_late(person: Sitter) -> None:
    for _ in range(20):
        person.page.click("#primary")
        while True:
            person.page.wait_for_selector("footer.acting, footer.result, footer.late")
            if not person.page.locator("footer.acting").count():
                break
            person.choose()  # an offer of insurance
        if person.page.locator("footer.late").count():
            return
    raise AssertionError("no round takes a late bet")


def test_a_late_bet_is_made_on_the_page(sitter: NewSitter, tmp_path: Path) -> None:
    house = Spawned(str(tmp_path / "tables.db"))
    house.words = ["--game", str(EXAMPLES / "bust_bonus.py")]
    house.start()
    try:
        ann = sitter(url=house.url, width=390, height=844).open("bust-bonus")
        ring = ann.spot("bust-bonus").locator(".ring")
        expect(ring).to_have_attribute("aria-disabled", "true")
        ann.bet("main")
        until_late(ann)
        assert ann.says() == "Bet on Bust Bonus?" and not ann.legal()
        expect(ann.page.locator("#primary")).to_contain_text("No bet")
        before = ann.purse()
        ring.click()
        expect(ann.page.locator("#primary")).to_contain_text("Bet · $5")
        ann.page.click("#primary")
        ann.page.wait_for_selector("footer.acting")
        assert ann.purse() == before - 500
        ann.play()
        assert ann.result("bust-bonus")
    finally:
        house.close()
