"""The figures that the pages print: worked out once, into docs/figures.json.

`figures.csv` says which page prints what, and of which game, wager and rules it is the house
edge in percent; `less` is taken off. `python -m docs.site.figures` works all of them out
(minutes); the tests hold every page to the file and, at night, the file to the solver.
"""

from __future__ import annotations

import csv
import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import holecard
from holecard.dealing.settle import OWN
from holecard.games import find_game
from holecard.odds.composition import shoe_of
from holecard.odds.playbook import Playbook
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.splitting.splits import CONVENTION
from holecard.report.sections.published import BAD_BEAT, Printed, all_printed
from holecard.wagers.game import Game

HERE = Path(__file__).parent
KEPT = HERE.parent / "figures.json"
ASKED = re.compile(r"([\w-]+) ([\w-]+)(?:/(\w+))?(?: (main|wager))?(?: with ([\w-]+))?(?:: (.+))?")
SAID = "House edges of the initial wager, best play by card values from a full shoe, splits cdp1."
BY_TOTAL = "by-total"  # the main wager under the chart by totals


@dataclass(frozen=True)
class OnPage:
    """One figure on one page."""

    page: str
    printed: str
    of: str
    less: str

    @property
    def digits(self) -> int:
        return len(self.printed.rstrip("%").partition(".")[2])


def on_pages() -> list[OnPage]:
    with (HERE / "figures.csv").open(encoding="utf-8") as file:
        return [OnPage(**row) for row in csv.DictReader(file)]


def edge_names() -> list[str]:
    """Every house edge that is wanted, once."""
    asked = [name for one in on_pages() for name in (one.of, one.less) if name]
    return list(dict.fromkeys([*asked, *(name for _, name in beside_print())]))


def beside_print() -> list[tuple[Printed, str]]:
    """The figures in print whose splits are taken as ours are, each with the name of ours."""
    return [(one, name) for one in all_printed() if (name := name_of(one))]


def name_of(one: Printed) -> str:
    if one.what == BAD_BEAT:
        return f"{one.game} {one.game}/{one.figure} wager: {one.rules}"
    return f"{one.game} main: {one.rules}" if one.figure == f"ev {CONVENTION}" else ""


@cache
def edge(asked: str) -> float:
    """`GAME WAGER/TABLE [main|wager] [with PAYMENT]: RULES`: its house edge, solved now."""
    found = ASKED.fullmatch(asked)
    if found is None:
        raise SystemExit(f"docs/site/figures.csv: cannot read {asked!r}")
    name, wager, table, play, beside, line = found.groups()
    game = find_game(name).read(line or "")
    if wager == BY_TOTAL:
        return -Playbook(game).by_total.followed.ev
    if is_main(game, wager):
        return -play_game(Spec(game, shoe_of(game))).ev
    odds = holecard.odds(game, wagers=[wager])
    return odds.find(wager, table or "", play=play or "", beside=beside or "").house_edge


def is_main(game: Game, wager: str) -> bool:
    known = {one.id: one for one in game.wagers}
    return wager in known and known[wager].kind == "main" and known[wager].backs == OWN


def value(one: OnPage, edges: dict[str, float]) -> float:
    return edges[one.of] - (edges[one.less] if one.less else 0)


def kept() -> dict[str, float]:
    edges: dict[str, float] = json.loads(KEPT.read_text("utf-8"))["house_edges"]
    return edges


def main() -> None:
    edges = {name: edge(name) for name in edge_names()}
    KEPT.write_text(json.dumps({"what": SAID, "house_edges": edges}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
