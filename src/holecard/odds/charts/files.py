"""Charts that are given rather than derived: mimic the dealer, never bust, or a file of letters."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from holecard.errors import BadDefinition, UnknownName, Unreadable
from holecard.hand import SOFT, are_blackjack, hand_text, is_soft, total
from holecard.odds.charts.by_total import (
    CHOICES,
    IMPOSSIBLE,
    SPLIT_IT,
    TotalChart,
    column_of,
    pair_rows,
    pair_state,
    rows_of,
)
from holecard.odds.solve.best_play import VALUES, Chart, Sheet
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.sights import Seen, Spec
from holecard.wagers.game import Game

NO_PAIRS: frozenset[int] = frozenset()
HARDS, SOFTS = tuple(range(4, 21)), tuple(SOFT + points for points in range(12, 21))
PAIRS = tuple(name * 2 for name in NAMES)
TOTAL_ROWS = tuple(
    (part, hand_text(state), state)
    for part, states in (("hard", HARDS), ("soft", SOFTS))
    for state in states
)
ROWS = {
    "hard": tuple(map(hand_text, HARDS)),
    "soft": tuple(map(hand_text, SOFTS)),
    "pairs": PAIRS,
}


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


def given_chart(name: str, game: Game) -> Chart:
    """A chart by name, or from a file that `holecard strategy --json` wrote for this game."""
    if name in NAMED:
        return NAMED[name]
    document = read_document(name)
    check_game(document, game, name)
    chart = read_chart(document, name)
    check_columns(chart, game, name)
    return chart


def check_game(document: Any, game: Game, where: str) -> None:
    """Refuse a chart of another game. One of the same game under other rules may be played: what
    it is made for is said with the figures."""
    made_for = document.get("game", game.id) if isinstance(document, dict) else game.id
    if made_for != game.id:
        raise BadDefinition(
            f"{where} is a chart of {made_for}, not of {game.id}: make one with "
            f"`holecard strategy {game.id} --json`"
        )


def made_for(name: str, game: Game) -> str:
    """The rules a chart was made for, where they are not those it is played under."""
    line = read_document(name).get("rules_line", "")
    return "" if line in ("", game.line) else str(line)


def check_columns(chart: TotalChart, game: Game, where: str) -> None:
    missing = [head for head in game_columns(game) if head not in chart.columns]
    if missing:
        raise BadDefinition(f"{where} lacks columns of {game.id}: {', '.join(missing)}")


def game_columns(game: Game) -> list[str]:
    """What the dealer can show that a seat acts against: the heads of a whole chart."""
    cards = [(value,) for value in range(1, VALUES + 1)]
    if game.rules.dealer_shows != "both":
        return [column_of(one) for one in cards]
    pairs = combinations_with_replacement(range(1, VALUES + 1), 2)
    return list(dict.fromkeys(column_of(one) for one in pairs if not are_blackjack(one)))


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
        parts = {part: dict(document[part]) for part in ROWS}
    except (KeyError, TypeError, AttributeError, ValueError) as wrong:
        raise BadDefinition(f"{where} is no chart: it lacks {wrong}") from wrong
    missing = [
        f"{part} {label.removeprefix('soft ')}"
        for part, labels in ROWS.items()
        for label in labels
        if label not in parts[part]
    ]
    if missing:
        raise BadDefinition(f"{where} lacks rows: {', '.join(missing)}")
    first, then = {}, {}
    for part, label, state in TOTAL_ROWS:
        letters = row_letters(parts[part][label], columns, where)
        for column, letter in zip(columns, letters, strict=True):
            first[state, column], then[state, column] = read_letter(letter, state, where)
    plain = TotalChart(columns, first, then, frozenset())
    return replace(plain, splits=read_pairs(parts["pairs"], plain, where))


def read_pairs(
    rows: Mapping[str, Any], plain: TotalChart, where: str
) -> frozenset[tuple[int, str]]:
    """The pairs to split. One that is not split plays its total: another letter is refused, since
    it would not be played."""
    splits = set()
    for pair, label in enumerate(PAIRS):
        letters = row_letters(rows[label], plain.columns, where)
        for column, letter in zip(plain.columns, letters, strict=True):
            if letter == SPLIT_IT:
                splits.add((pair, column))
            elif letter != IMPOSSIBLE:
                check_pair(letter, pair, column, plain, where)
    return frozenset(splits)


def check_pair(letter: str, pair: int, column: str, plain: TotalChart, where: str) -> None:
    state = pair_state(pair)
    choices = read_letter(letter, state, where)
    if choices != (plain.first[state, column], plain.then[state, column]):
        raise BadDefinition(
            f"{where}: {PAIRS[pair]} against {column} says {letter}, and {hand_text(state)} says "
            f"{plain.letter(state, column)}: a pair that is not split plays its total, so write "
            f"{SPLIT_IT}, or {IMPOSSIBLE} for the letter of its total"
        )


def row_letters(letters: Any, columns: tuple[str, ...], where: str) -> list[str]:
    found = [str(one) for one in letters]
    if len(found) != len(columns):
        raise BadDefinition(f"{where}: a row has {len(found)} letters for {len(columns)} columns")
    return found


def read_letter(letter: str, state: int, where: str) -> tuple[int, int]:
    """First choice and fallback; a dot where the hand cannot occur."""
    known = {**CHOICES, IMPOSSIBLE: CHOICES["S"]}
    if letter not in known:
        raise BadDefinition(
            f"{where}: {letter!r} for {total(state)} is no choice: {' '.join(CHOICES)} "
            "(P only in pairs)"
        )
    return known[letter]
