"""Every result has rows of plain numbers and texts, and its CSV is read with the right types."""

from __future__ import annotations

import csv
import importlib.util
import io
from collections.abc import Callable
from typing import Any

import pytest

import holecard as hc
from holecard.lab.counting import counting
from holecard.lab.design import design
from holecard.lab.targets import Targets, read_range, task
from holecard.odds.format import as_csv
from holecard.odds.result import GameOdds
from holecard.rows import Rows

PLAIN = (str, int, float, bool)
SHOE = "A:20 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24 T:24 J:24 Q:24 K:20"
NUMBERS = ("probability", "pays", "wager_ev", "wager_std_dev", "offered", "ev_per_round")


def dealt() -> Rows:
    return hc.deal_round("classic", "1 main 10", "7h 7c 9d Ts 4h 5s", "hit stand")


RESULTS: dict[str, Callable[[], Rows]] = {
    "odds": lambda: hc.odds("breakout", ("super-tie", "pair-up")),
    "one wager": lambda: hc.odds("face-up", ("two-card",)).wagers[0],
    "solved odds": lambda: hc.odds("classic"),
    "simulation": lambda: hc.simulate("breakout", 20_000, play="mimic"),
    "one simulated": lambda: hc.simulate("breakout", 20_000, play="mimic").wagers[0],
    "strategy": lambda: hc.strategy("classic"),
    "hand": lambda: hc.hand("classic", "T 6", "T"),
    "session": lambda: hc.session("breakout", "sweet-17", rounds=100),
    "counting": lambda: counting(hc.find_game("breakout"), "sweet-17"),
    "design": lambda: design(
        task(hc.find_game("breakout"), "sweet-17", (), False, ""),
        Targets(edge=read_range("2-19", "an edge")),
    ),
    "round": dealt,
}


@pytest.mark.parametrize("name", RESULTS)
def test_rows_are_plain_and_alike(name: str) -> None:
    rows = RESULTS[name]().rows
    assert rows
    for row in rows:
        assert list(row) == list(rows[0])
        for key, value in row.items():
            assert type(value) in PLAIN, (key, value)
            assert type(value) is type(rows[0][key]), key


def priced() -> list[GameOdds]:
    return [
        hc.odds("breakout", ("super-tie", "pair-up")),
        hc.odds("breakout", ("pair-up",), shoe=SHOE),
        hc.odds("classic"),
    ]


def test_a_csv_has_a_row_for_each_outcome_and_no_column_of_nothing() -> None:
    for odds in priced():
        rows = list(csv.DictReader(io.StringIO(as_csv(odds))))
        assert len(rows) == sum(len(one.outcomes) for one in odds.wagers)
        for name in rows[0]:
            cells = [row[name] for row in rows]
            if name in NUMBERS:
                assert all(str(float(cell)) == cell for cell in cells), name
            else:
                assert all(cells), name
        assert {row["definition_hash"] for row in rows} == {odds.definition_hash}
        assert {row["shoe"] for row in rows} == {odds.shoe or "full decks"}


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_csv_is_read_with_the_right_types(package: str) -> None:
    if importlib.util.find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    frames: Any = importlib.import_module(package)
    for odds in priced():
        found = frames.read_csv(io.BytesIO(as_csv(odds).encode()))
        for name in found.columns:
            kind = str(found[name].dtype).lower()
            assert ("float" in kind) == (name in NUMBERS), (name, kind)
        assert len(found) == sum(len(one.outcomes) for one in odds.wagers)
