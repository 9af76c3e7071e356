"""Figures in print beside ours: published.csv, with the source and what may differ."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from holecard.dealing.rules import HOUSE_OPTIONS
from holecard.dealing.settle import OWN
from holecard.games import find_game
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.report.blocks import Section, Table, Words
from holecard.report.facts import Facts
from holecard.wagers.game import Game

BEST, BAD_BEAT = "best play", "bad beat"
DECIMALS = 10


@dataclass(frozen=True)
class Printed:
    """A row: what it is of, under which rules, its value, how near ours must be, and its source."""

    what: str
    game: str
    rules: str
    figure: str
    value: float
    digits: int
    tolerance: float
    source: str


@lru_cache(maxsize=1)
def all_printed() -> tuple[Printed, ...]:
    text = resources.files("holecard.report").joinpath("published.csv").read_text(encoding="utf-8")
    return tuple(
        Printed(
            row["what"], row["game"], row["rules"], row["figure"], float(row["value"]),
            len(row["value"].partition(".")[2]), float(row["tolerance"]), row["source"],
        )
        for row in csv.DictReader(text.splitlines())
    )  # fmt: skip


def published_section(facts: Facts) -> Section:
    """The figures in print that this game has: its own, and those of its main wager where that is
    blackjack under rules somebody else has priced."""
    rows = [*bad_beat_rows(facts), *main_rows(facts)]
    if not rows:
        return Section("Figures in print", ())
    words = (
        "Published figures beside ours, under the rules they are for. The difference, in points, "
        "is ours less theirs. A source that rounds, simulates or takes splits otherwise differs by "
        "that; allowed is what the tests of this software let pass."
    )
    head = ("figure", "rules", "in print", "ours", "difference", "allowed", "source")
    table = Table(
        "published", "House edges in print and ours", head, tuple(rows), prose=True,
        widths=(15, 22, 13, 14, 13, 10, 25),
    )  # fmt: skip
    return Section("Figures in print", (Words(words), table))


def printed_row(one: Printed, name: str, value: float, edge: float) -> tuple[str, ...]:
    """House edges: `value` as printed, `edge` as found."""
    digits = max(0, one.digits - 2)
    ours = min(DECIMALS, digits + 2)
    return (
        name, one.rules, f"{value:.{digits}%}", f"{edge:.{ours}%}",
        f"{100 * (edge - value):+.{ours}f}", f"{100 * one.tolerance:g}", one.source,
    )  # fmt: skip


def bad_beat_rows(facts: Facts) -> list[tuple[str, ...]]:
    """The printed edges of this game's own pay tables, each under its rules."""
    mine = [one for one in all_printed() if one.what == BAD_BEAT and one.game == facts.game.id]
    edges = {rules: own_edges(facts, rules) for rules in {one.rules for one in mine}}
    return [
        printed_row(one, f"{facts.game.id} {one.figure}, for itself", one.value, edge)
        for one in mine
        if (edge := edges[one.rules].get(one.figure)) is not None
    ]


def own_edges(facts: Facts, rules: str) -> dict[str, float]:
    """House edges by pay table of the game's side bet, played for itself, under other decks."""
    ruled = find_game(facts.game.id).read(rules)
    if same_but_decks(ruled, facts.game):
        edges = facts.edges.get((ruled.rules.decks, ruled.rules.hit_soft_17), {})
        if edges:
            return {table: edge for (_, table, play, _), edge in edges.items() if play == "wager"}
    odds = game_odds(ruled, Ask(wagers=(facts.game.id,), play="wager"))
    return {one.paytable: float(one.house_edge) for one in odds.wagers}


def same_but_decks(one: Game, other: Game) -> bool:
    decks, h17 = other.rules.decks, other.rules.hit_soft_17
    return one.but(decks=decks, hit_soft_17=h17).rules == other.rules


def main_rows(facts: Facts) -> list[tuple[str, ...]]:
    """Blackjack figures for the rules in force but for decks and soft 17, with splits taken as
    here."""
    main = next((main for main in facts.game.mains if main.backs == OWN), None)
    rows = []
    for one in all_printed():
        if main and one.what == BEST and one.figure.endswith(f" {facts.playbook.convention}"):
            edge = main_edge(facts, main.id, one)
            if edge is not None:
                rows.append(printed_row(one, main.id, -one.value, edge))
    return rows


def main_edge(facts: Facts, main: str, one: Printed) -> float | None:
    """Our edge of the main wager, if it is played under the printed rules, other wagers apart."""
    printed = find_game(one.game).read(one.rules).rules
    decks, h17 = printed.decks, printed.hit_soft_17
    rules = facts.game.rules
    keys = (key for key in HOUSE_OPTIONS if key not in ("decks", "hit_soft_17"))
    if any(printed[key] != rules[key] for key in keys):
        return None
    edges = facts.edges.get((decks, h17), {})
    return next((edge for key, edge in edges.items() if key[0] == main), None)
