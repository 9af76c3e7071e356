"""The math sheet from the lab: printed in the background, downloaded, read back."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest
from playwright.sync_api import expect

from holecard.games import find_game
from tests.browser.conftest import NewSitter
from tests.browser.lab_page import LabPage

A_WHILE = 120_000


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
