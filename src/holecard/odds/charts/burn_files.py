"""Charts with the burn as rows of letters: what `holecard strategy --paid --json` writes."""

from __future__ import annotations

from typing import Any

from holecard.errors import BadDefinition
from holecard.hand import hand_text
from holecard.odds.charts.burn_lists import NO_BURN, NO_CARD_TAKEN, BurnLists, Place
from holecard.odds.charts.by_total import HARD_ROWS, SOFT_ROWS, TotalChart
from holecard.odds.charts.files import chart_json, read_chart, read_document, row_letters
from holecard.odds.charts.with_burn import BurnChart, Given
from holecard.odds.solve.acts import DOUBLE, HIT
from holecard.odds.solve.hands import NAMES

LISTS = {False: "burn_after_hit", True: "burn_after_double"}
WITHOUT = "without_burn"
ROWS = {hand_text(state): state for state in (*HARD_ROWS, *SOFT_ROWS)}


def given_json(given: Given) -> dict[str, Any]:
    """A chart as rows of letters; with the burn the lists as rows of cards, and the chart that
    counts without it."""
    if not isinstance(given, BurnChart):
        return chart_json(given)
    lists = {name: dict(given.burns.rows(doubled)) for doubled, name in LISTS.items()}
    return {**chart_json(given.chart), **lists, WITHOUT: chart_json(given.after)}


def given_burn_chart(name: str) -> BurnChart | None:
    """The charts with the burn in a file, if it has them."""
    document = read_document(name)
    if not isinstance(document, dict) or WITHOUT not in document:
        return None
    return read_burn_chart(document, name)


def read_burn_chart(document: Any, where: str) -> BurnChart:
    """The charts that `given_json` wrote; a list has a row for every total that takes a card."""
    chart = read_chart(document, where)
    lists: dict[Place, frozenset[int]] = {}
    for doubled, name in LISTS.items():
        rows = document.get(name, {})
        if not isinstance(rows, dict) or not set(rows) <= set(ROWS):
            raise BadDefinition(f"{where}: {name} is no list of cards to burn by total")
        for label, cells in rows.items():
            texts = row_letters(cells, chart.columns, where)
            for column, text in zip(chart.columns, texts, strict=True):
                if text != NO_CARD_TAKEN:
                    lists[doubled, ROWS[label], column] = read_cards_to_burn(text, where)
        missing = [label for label in needed_rows(chart, doubled) if label not in rows]
        if missing:
            raise BadDefinition(f"{where}: {name} lacks rows: {', '.join(missing)}")
    after = read_chart(document[WITHOUT], f"{where}: {WITHOUT}")
    if after.columns != chart.columns:
        raise BadDefinition(f"{where}: {WITHOUT} has other columns than the chart before it")
    return BurnChart(chart, BurnLists(chart.columns, lists, frozenset(lists)), after)


def needed_rows(chart: TotalChart, doubled: bool) -> list[str]:
    """The totals the chart takes a card from, by a hit or by a double."""
    takes = DOUBLE if doubled else HIT
    found = {
        state
        for choices in (chart.first, chart.then)
        for (state, _), act in choices.items()
        if act == takes
    }
    return [label for label, state in ROWS.items() if state in found]


def read_cards_to_burn(text: str, where: str) -> frozenset[int]:
    """`89T`, or `none`."""
    if text == NO_BURN:
        return frozenset()
    values = [NAMES.find(letter) for letter in text]
    if not values or -1 in values or len(set(values)) < len(values):
        raise BadDefinition(
            f"{where}: {text[:20]!r} are no cards to burn: such as 89T, or {NO_BURN}"
        )
    return frozenset(values)
