"""Charts that are given rather than derived: mimic the dealer, never bust, or a file of letters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.hand import SOFT, is_soft, total
from holecard.odds.charts.by_total import CHOICES, TotalChart, pair_rows, rows_of
from holecard.odds.solve.best_play import Chart, Sheet
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.sights import Seen, Spec

NO_PAIRS: frozenset[int] = frozenset()
HARDS, SOFTS = tuple(range(4, 21)), tuple(SOFT + points for points in range(12, 21))


def mimic_dealer(spec: Spec, seen: Seen) -> Sheet:
    """Hit and stand exactly as the dealer does; never double or split."""
    moves = np.array(spec.tables.draws, dtype=np.int64)[spec.hands.state]
    return Sheet(moves, moves, NO_PAIRS)


def never_bust(spec: Spec, seen: Seen) -> Sheet:
    """Hit only what cannot bust and is not yet 17."""
    safe = [int(total(s) <= 11 or (is_soft(s) and total(s) < 17)) for s in range(2 * SOFT)]
    moves = np.array(safe, dtype=np.int64)[spec.hands.state]
    return Sheet(moves, moves, NO_PAIRS)


NAMED: Mapping[str, Chart] = {"mimic": mimic_dealer, "never-bust": never_bust}


def given_chart(name: str) -> Chart:
    """A chart by name, or from a file that `holecard strategy --json` wrote."""
    if name in NAMED:
        return NAMED[name]
    return read_chart(read_document(name), name)


def read_document(name: str) -> Any:
    """What is in the file of a chart."""
    if not name.endswith(".json"):
        raise UnknownName("chart", name, [*NAMED, "total", "FILE.json"])
    try:
        return json.loads(Path(name).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as wrong:
        raise Unreadable(f"cannot read the chart {name}: {wrong}") from wrong


def chart_json(chart: TotalChart) -> dict[str, Any]:
    """A chart as rows of letters."""
    return {
        "columns": list(chart.columns),
        "hard": dict(rows_of(HARDS, chart)),
        "soft": dict(rows_of(SOFTS, chart)),
        "pairs": dict(pair_rows(chart)),
    }


def read_chart(document: Any, where: str) -> TotalChart:
    """The chart that `chart_json` wrote, or one written by hand in the same form."""
    try:
        columns = tuple(str(one) for one in document["columns"])
        states = {
            **{
                points: document["hard"][str(points)]
                for points in HARDS
                if str(points) in document["hard"]
            },
            **{
                s: document["soft"][f"soft {total(s)}"]
                for s in SOFTS
                if f"soft {total(s)}" in document["soft"]
            },
        }
        pairs = dict(document["pairs"])
    except (KeyError, TypeError, AttributeError) as wrong:
        raise BadDefinition(f"{where} is no chart: it lacks {wrong}") from wrong
    first, then = {}, {}
    for state, letters in states.items():
        for column, letter in zip(columns, row_letters(letters, columns, where), strict=True):
            first[state, column], then[state, column] = read_letter(letter, state, where)
    splits = frozenset(
        (pair, column)
        for pair in range(len(NAMES))
        for column, letter in zip(
            columns, row_letters(pairs.get(NAMES[pair] * 2, []), columns, where), strict=False
        )
        if letter == "P"
    )
    return TotalChart(columns, first, then, splits)


def row_letters(letters: Any, columns: tuple[str, ...], where: str) -> list[str]:
    found = [str(one) for one in letters]
    if found and len(found) != len(columns):
        raise BadDefinition(f"{where}: a row has {len(found)} letters for {len(columns)} columns")
    return found


def read_letter(letter: str, state: int, where: str) -> tuple[int, int]:
    """First choice and fallback; a dot where the hand cannot occur."""
    known = {**CHOICES, "·": CHOICES["S"]}
    if letter not in known:
        raise BadDefinition(
            f"{where}: {letter!r} for {total(state)} is no choice: {' '.join(CHOICES)} "
            "(P only in pairs)"
        )
    return known[letter]
