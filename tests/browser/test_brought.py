"""A game in a file of the house's own, in a browser: its card in the lobby, a hand dealt to
the end, and its pages of lab, strategy and training."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.people.profile import WAIT
from tests.server.spawned import Spawned
from tests.server.tables.test_brought_games import LONG_HAND


@pytest.mark.nightly
def test_a_file_is_a_game_of_the_house(sitter: NewSitter, tmp_path: Path) -> None:
    (tmp_path / "long_enough.py").write_text("LONG = 4\n")
    (tmp_path / "long_hand.py").write_text(LONG_HAND)
    house = Spawned(str(tmp_path / "tables.db"))
    house.words = ["--game", str(tmp_path / "long_hand.py")]
    house.start()
    try:
        ann = sitter(url=house.url, edges="all")
        ann.page.goto(ann.url)
        expect(ann.page.locator("article")).to_have_count(7)
        ann.open("long-hand").bet("main", "long-hand").deal().play()
        assert ann.result("long-hand")
        ann.page.goto(f"{ann.url}/lab/long-hand")
        expect(ann.page.get_by_text("House edge, Long Hand")).to_be_visible(timeout=4 * WAIT)
        ann.page.goto(f"{ann.url}/strategy/long-hand")
        expect(ann.page.get_by_text("by best play hand for hand")).to_be_visible(timeout=4 * WAIT)
        ann.page.goto(f"{ann.url}/train/long-hand")
        expect(ann.page.get_by_text("Long hand by Friday")).to_be_visible()
    finally:
        house.close()
