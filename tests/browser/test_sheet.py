"""The math sheet from the lab: printed in the background, downloaded, read back."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import Browser, expect

from holecard.games import find_game
from holecard.report.commands import Source
from holecard.report.printers import html
from holecard.report.record import NOBODY
from holecard.report.sections.check_sections import rerun_section
from holecard.report.sections.rules_sections import game_section
from holecard.report.sheet import MathSheet
from tests.browser.conftest import NewSitter
from tests.browser.lab_page import LabPage

A_WHILE = 120_000


def test_the_page_of_a_sheet_fits_a_phone(browser: Browser) -> None:
    """Its head has hashes of 64 digits; tables scroll by themselves. Seen to fail: with a head as
    wide as its longest hash."""
    game = find_game("spanish-21")
    sheet = MathSheet(game, (game_section(game), rerun_section(game, Source(game.id), NOBODY)))
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(html.page(sheet))
    wide, seen = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    page.close()
    assert wide == seen == 390


@pytest.mark.nightly
def test_the_sheet_is_printed_and_downloaded(sitter: NewSitter, tmp_path: Path) -> None:
    lab = LabPage(sitter(), "/lab/classic?tab=sheet&rules=4D")
    for number in (1, 2, 3, 5, 6, 7, 8):
        lab.page.uncheck(f'input[name="decks"][value="{number}"]')
    lab.page.click("text=Print the sheet")
    expect(lab.page.locator(".job")).to_be_visible()
    lab.page.wait_for_selector("text=The sheet is ready", timeout=A_WHILE)
    kept = {}
    for name in ("PDF", "HTML", "Markdown"):
        with lab.page.expect_download() as waiting:
            lab.page.click(f".job >> text={name}")
        suggested = waiting.value.suggested_filename
        kept[name] = tmp_path / suggested
        waiting.value.save_as(kept[name])
    game = find_game("classic").read("4D")
    assert kept["PDF"].name == "classic-math-sheet.pdf"
    text = "".join(page.extract_text() for page in pypdf.PdfReader(kept["PDF"]).pages)
    assert game.definition_hash in text and "4 decks" in text
    for name in ("HTML", "Markdown"):
        assert game.definition_hash in kept[name].read_text(encoding="utf-8")
