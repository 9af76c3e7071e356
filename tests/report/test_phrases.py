"""Every sentence of the rule sheets that decides money is on that game's math sheet: a list of
phrases for each, with where its sheet says it, looked for in the PDF that is printed.

Seen to fail: on the sheets as they were before, 140 of the 148 were missing in these words; Face
Up said 3 to 2, any two cards, four hands and insurance.
"""

from __future__ import annotations

import csv
import io
import re
from functools import cache
from pathlib import Path

import pypdf
import pytest

from holecard.games import CATALOGUE
from holecard.report.blocks import Section, Steps
from holecard.report.printers.markdown import block_text
from holecard.report.printers.pdf import pdf
from holecard.report.rulings import dealt_words, rulings_of
from holecard.report.sections.irregular import irregular_section
from holecard.report.sections.rules_sections import game_section
from holecard.report.sections.wager_words import pay_blocks, wager_table
from holecard.report.sections.words import play_steps
from holecard.report.sheet import MathSheet
from holecard.wagers.game import Game
from tests.report.sheets import rules_of

PHRASES = Path(__file__).parent / "phrases"
ROOT = Path(__file__).parents[2]
AS_PDF = ("breakout", "face-up")


@cache
def sections(name: str) -> tuple[Section, ...]:
    """The part of a sheet that takes no figures."""
    game = CATALOGUE[name]
    return game_section(game), rules_of(name), irregular_section(game)


def as_text(name: str) -> str:
    return "\n".join(block_text(block) for one in sections(name) for block in one.blocks)


@cache
def from_pdf(name: str) -> str:
    reader = pypdf.PdfReader(io.BytesIO(pdf(MathSheet(CATALOGUE[name], sections(name)))))
    return "\n".join(page.extract_text() for page in reader.pages)


def bare(text: str) -> str:
    """Without what a printer adds: spaces, line ends, table rules."""
    return re.sub(r"[\s|]|^-+:?", "", text)


def phrases(name: str) -> list[tuple[str, str]]:
    with (PHRASES / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [(row["where"], row["phrase"]) for row in csv.DictReader(file)]


def missing(name: str, text: str) -> list[tuple[str, str]]:
    found = bare(text)
    return [one for one in phrases(name) if bare(one[1]) not in found]


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_phrase_is_on_the_sheet(name: str) -> None:
    assert len(phrases(name)) >= 8
    assert not missing(name, as_text(name))


@pytest.mark.parametrize("name", AS_PDF)
def test_every_phrase_is_read_back_from_the_pdf(name: str) -> None:
    assert not missing(name, from_pdf(name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", [name for name in CATALOGUE if name not in AS_PDF])
def test_every_phrase_is_read_back_from_every_pdf(name: str) -> None:
    assert not missing(name, from_pdf(name))


def test_face_up_says_nothing_of_another_game() -> None:
    """Insurance is named once, to say there is none; the odds are this game's."""
    game = CATALOGUE["face-up"]
    said = " ".join(f"{one.title} {dealt_words(game, one)}" for one in rulings_of(game))
    words = as_text(game.id).partition("Options in force")[0] + said
    for phrase in ("3 to 2", "any first two cards", "up to four hands", "hole card is looked at"):
        assert phrase not in words
    assert "paid 2 to 1" not in words


def changed(game: Game) -> list[tuple[str, Game]]:
    """The game with one option set another way, once for each option that has another value."""
    found = []
    for key, option in game.options.items():
        others = [value for value in option.allowed if value != game.rules[key]]
        if others:
            found.append((key, game.but(**{key: others[0]})))
    return found


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_every_rule_that_can_be_set_is_said(game: Game) -> None:
    """Another value of any option changes the rules of play, its own table left out."""
    words = said(game)
    for key, other in changed(game):
        # With two hands at most there is no second split, of aces or of anything.
        idle = key == "resplit_aces" and game.rules.max_hands == 2
        assert idle or said(other) != words, key


def said(game: Game) -> str:
    blocks = [Steps(play_steps(game)), wager_table(game), *pay_blocks(game)]
    return "".join(map(block_text, blocks))
