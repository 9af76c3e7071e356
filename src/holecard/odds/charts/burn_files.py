"""Charts with the burn as rows of letters: what `holecard strategy --paid --json` writes."""

from __future__ import annotations

from typing import Any

from holecard.errors import BadDefinition
from holecard.hand import hand_text
from holecard.odds.charts.burn_lists import NO_BURN, NO_CARD_TAKEN, BurnLists, Place
from holecard.odds.charts.by_total import HARD_ROWS, SOFT_ROWS
from holecard.odds.charts.files import chart_json, read_chart, read_document, row_letters
from holecard.odds.charts.with_burn import BurnChart, Given
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
    """The charts that `given_json` wrote; no card is burned where the lists have none."""
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
    burns = BurnLists(chart.columns, lists, frozenset(lists))
    return BurnChart(chart, burns, read_chart(document[WITHOUT], where))


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
