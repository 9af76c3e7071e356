"""What a package says whose numbers may be others than ours: run by test_layout.py in a process."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from holecard.dealing.actions import read_action
from holecard.experiment.chart_arrays import charts_of
from holecard.games import CLASSIC
from holecard.odds.charts.by_total import HARD_ROWS, SOFT_ROWS, pair_rows, rows_of
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import LETTERS
from holecard.simulator.engine.lineup import ChartFor, lineups
from holecard.simulator.engine.record_word import unpacked
from tests.simulator.both_paths import BothPaths, wild_chart

ROUNDS = 400
GAME = CLASSIC.but(surrender="late", decks=2)


def solved(book: Playbook) -> dict[str, Any]:
    """What best play does with every two cards, and what it and the chart are worth."""
    acts = "".join(LETTERS[start.act] for start in book.best.starts())
    carried = book.by_total.chart
    chart = [*rows_of((*HARD_ROWS, *SOFT_ROWS), carried), *pair_rows(carried)]
    return {"acts": acts, "ev": book.best.ev, "chart": chart, "by total": book.play.ev}


def dealt(*carried: ChartFor) -> list[Any]:
    """Rounds by a wild chart and those, each dealt by the fast kernel and by the procedure."""
    found: list[Any] = []
    draw = random.Random("moved")
    for chart_for in (lambda main, paid: wild_chart(GAME, draw), *carried):
        for lineup in lineups(GAME, chart_for):
            both = BothPaths(GAME, lineup, seed=3)
            for _ in range(ROUNDS):
                record, net, cards = both.fast()
                assert (record, net, cards) == both.procedure(compiled=False)
                found.append([sorted(unpacked(record).items()), net, cards])
    return found


def main() -> None:
    """With the word `solve`, what best play and its chart say too."""
    said: list[Any] = [dealt()]
    if sys.argv[1:] == ["solve"]:
        book = Playbook(GAME, "total")
        said = [solved(book), dealt(charts_of(book))]
    print(json.dumps({"stand": read_action("stand"), "says": said}))


if __name__ == "__main__":
    main()
