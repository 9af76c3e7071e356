"""Outside figures, each with its source and tolerance (published.csv)."""

from __future__ import annotations

import csv
from functools import lru_cache
from importlib import resources

import pytest

from holecard.games import find_game
from holecard.odds.charts.by_total import total_chart
from holecard.odds.composition import full_decks
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import GameOdds
from holecard.odds.solve.best_play import Play, play_game
from holecard.odds.solve.sights import Spec
from tests.night import by_day

PRINTED = resources.files("holecard.report").joinpath("published.csv")
ROWS = list(csv.DictReader(PRINTED.read_text(encoding="utf-8").splitlines()))


def rows(what: str) -> list[dict[str, str]]:
    return [row for row in ROWS if row["what"] == what]


def row_id(row: dict[str, str]) -> str:
    return f"{row['rules']} {row['figure']}".replace(" ", "-")


@lru_cache(maxsize=64)
def best(game: str, rules: str, convention: str) -> Play:
    ruled = find_game(game).read(rules)
    return play_game(Spec(ruled, full_decks(ruled.rules.decks)), convention)


@pytest.mark.parametrize("row", rows("best play"), ids=row_id)
def test_best_play(row: dict[str, str]) -> None:
    convention = row["figure"].split()[1]
    found = best(row["game"], row["rules"], convention).ev
    assert found == pytest.approx(float(row["value"]), abs=float(row["tolerance"]), rel=0)


@pytest.mark.parametrize("row", by_day(rows("total chart"), 0, 3), ids=row_id)
def test_total_chart(row: dict[str, str]) -> None:
    """Ours lets a hand that would be surrendered with two cards stand with more (16 against a
    ten), which the published charts do not: it may be better than theirs, never worse."""
    play = best(row["game"], row["rules"], "cdp1")
    found = play_game(play.spec, "cdp1", total_chart(play)).ev
    assert float(row["value"]) - float(row["tolerance"]) <= found < play.ev


@lru_cache(maxsize=4)
def bad_beat(rules: str) -> GameOdds:
    ask = Ask(wagers=("bad-beat",), play="wager")
    return game_odds(find_game("bad-beat").read(rules), ask)


@pytest.mark.parametrize("row", rows("bad beat"), ids=row_id)
def test_bad_beat_edges_printed_on_the_sheet(row: dict[str, str]) -> None:
    found = bad_beat(row["rules"]).find("bad-beat", row["figure"]).house_edge
    assert found == pytest.approx(float(row["value"]), abs=float(row["tolerance"]), rel=0)


UP_CARDS_S17 = (
    -34.165284767, 9.267505837, 12.631610405, 16.279783816, 20.325999192,
    23.575407663, 14.460102687, 5.757242137, -4.114157566, -17.313880618,
)  # fmt: skip


def test_value_by_up_card() -> None:
    """E. Farmer, six decks S17 CDZ-, percent of the initial bet, dealer blackjack included."""
    play = best("classic", "6D S17 DAS SP4", "cdz-")
    for sight, value in zip(play.sights, UP_CARDS_S17, strict=True):
        found = sum(s.chance * play.start_value(s) for s in play.starts_against(sight))
        assert found / sight.seen.chance * 100 == pytest.approx(value, abs=5e-9, rel=0)


PAIRS_V_6 = (
    0.758276019, 0.272414312, 0.274115152, 0.244333402, 0.200282434,
    0.155507401, 0.209923586, 0.340369615, 0.413268260, 0.525105077,
)  # fmt: skip


def test_split_values_one_deck_against_a_6() -> None:
    """E. Farmer and J. Nairn, one deck S17 DAS, one split."""
    play = best("classic", "1D S17 DAS SP2", "cdz-")
    sight = next(s for s in play.sights if s.seen.values == (6,))
    for pair, value in enumerate(PAIRS_V_6):
        assert sight.splits[pair].value == pytest.approx(value, abs=5e-10, rel=0)
