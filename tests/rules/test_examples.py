"""The rule examples: each sentence of a sheet that decides money or cards, as a round line."""

from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from holecard.errors import Unreadable
from holecard.games.bad_beat import PAYS
from holecard.games.burnout import STREAKS
from holecard.money import read_signed_money, signed_money
from holecard.shoe import full_shoe
from holecard.text.line import Line, WrongResult, line_of, read_line, replay, result_text
from holecard.text.trace import trace
from holecard.wagers.payout import payouts

EXAMPLES = Path(__file__).parent / "examples"
# Every sentence of a sheet has its row; fewer than these, and some are missing.
LEAST_ROWS = {
    "bad-beat": 20,
    "breakout": 40,
    "burnout": 20,
    "classic": 20,
    "face-up": 20,
    "lucky-break": 20,
}


class Row(NamedTuple):
    id: str
    heading: str
    says: str
    line: str


def rows_of(game: str) -> list[Row]:
    with (EXAMPLES / f"{game}.csv").open(newline="", encoding="utf-8") as file:
        return [Row(**row) for row in csv.DictReader(file)]


ROWS = [row for game in LEAST_ROWS for row in rows_of(game)]


def wrong_results(line: Line) -> list[str]:
    """The claimed result with each of its amounts moved by a dollar in turn."""
    words = line.result.split(" ")
    wrong = []
    for at, word in enumerate(words):
        amount, mark = word.rstrip(";"), ";" if word.endswith(";") else ""
        if re.fullmatch(r"0|[+-][\d.]+", amount):
            other = signed_money(read_signed_money(amount) + 100) + mark
            wrong.append(" ".join([*words[:at], other, *words[at + 1 :]]))
    return wrong


def a_card_more(line: Line) -> tuple[int, ...]:
    """The line's cards and one more that its shoe still holds."""
    left = full_shoe(line.game.rules.decks)
    for card in line.cards:
        left.remove(card)
    return (*line.cards, left[0])


@pytest.mark.parametrize("row", ROWS, ids=[row.id for row in ROWS])
def test_a_row_is_a_round(row: Row) -> None:
    line = read_line(row.line)
    assert line.result, "a row without a result asserts nothing"
    replays_to_its_result(line)
    prints_and_parses_back(line)
    can_be_read_out(line)
    is_refused_with_a_wrong_result(line)
    is_refused_with_a_card_fewer(line)
    is_refused_with_a_card_more(line)


def replays_to_its_result(line: Line) -> None:
    dealt = replay(line)
    assert dealt.done
    assert result_text(dealt) == line.result


def prints_and_parses_back(line: Line) -> None:
    # A pay table named though it is the first prints without its name, so text is compared.
    assert str(read_line(str(line))) == str(line)
    dealt = replay(line)
    assert line_of(dealt) == str(line)
    assert payouts(replay(read_line(line_of(dealt)))) == payouts(dealt)


def can_be_read_out(line: Line) -> None:
    assert all(event.says for event in trace(replay(line)))


def is_refused_with_a_wrong_result(line: Line) -> None:
    for result in wrong_results(line):
        with pytest.raises(WrongResult, match="the round comes to"):
            replay(replace(line, result=result))


def is_refused_with_a_card_fewer(line: Line) -> None:
    with pytest.raises(Unreadable, match="needs more than"):
        replay(replace(line, cards=line.cards[:-1]))


def is_refused_with_a_card_more(line: Line) -> None:
    with pytest.raises(Unreadable, match=f"uses {len(line.cards)} of the {len(line.cards) + 1}"):
        replay(replace(line, cards=a_card_more(line)))


@pytest.mark.parametrize(("game", "least"), LEAST_ROWS.items())
def test_rows_are_enough_and_their_own(game: str, least: int) -> None:
    rows = rows_of(game)
    assert len(rows) >= least
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.id.startswith(f"{game}-") for row in rows)
    assert all(row.line.split()[0] == game for row in rows)
    assert all(row.heading and row.says for row in rows)


def test_no_examples_are_left_out() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.csv")} == set(LEAST_ROWS)


@pytest.mark.parametrize("figure", range(1, 16))
def test_every_figure_of_breakout_is_an_example(figure: int) -> None:
    named = [row.id for row in rows_of("breakout") if re.search(rf"fig.*\b{figure}\b", row.heading)]
    assert named


def test_lucky_break_pays_the_sheets_own_example() -> None:
    """ "$3 for the wager and $150 for the multiplier"."""
    first = rows_of("lucky-break")[0]
    assert "lucky-break:1 1 " in first.line
    assert first.line.endswith("lucky-break +153")


@pytest.mark.parametrize("table", PAYS)
def test_every_bad_beat_table_pays_somewhere(table: str) -> None:
    rows = [row.line for row in rows_of("bad-beat") if f"bad-beat:{table} " in row.line]
    assert any(line.rpartition("bad-beat ")[2].startswith("+") for line in rows)


@pytest.mark.parametrize("wins", STREAKS)
def test_every_streak_length_pays_and_rides_somewhere(wins: int) -> None:
    results = [row.line.rpartition("|")[2] for row in rows_of("burnout")]
    for ending in (r"\+", "rides"):
        assert any(re.search(f"bonus-{wins} {ending}", result) for result in results), ending
