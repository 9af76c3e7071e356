"""The figures of a set-up for the lab: first what needs no play to be solved, then the rest.

A wager that cannot be priced under the rules at hand is named with the reason; the others are not
kept waiting for it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from holecard.errors import BadDefinition
from holecard.lab.setup import entry_ids, entry_names
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, Pricer, extra_ids
from holecard.odds.result import Outcome, WagerOdds
from holecard.odds.solve.best_play import Play
from holecard.wagers.game import Game


class NeedsPlay(Exception):
    """Best play would have to be solved first."""


class ShutBook(Playbook):
    """A playbook nobody has opened: with it only what no decision touches can be priced."""

    @cached_property
    def best(self) -> Play:
        raise NeedsPlay


@dataclass(frozen=True)
class Entries:
    """Priced wagers; those that wait for best play; those that cannot be priced, and why."""

    priced: tuple[WagerOdds, ...]
    waiting: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()


def ask_for(game: Game, play: str = "") -> Ask:
    names = {*entry_ids(game), *extra_ids(game)}
    return Ask(wagers=tuple(sorted(names)), play=play)


def free_entries(game: Game) -> Entries:
    """The wagers without decisions: milliseconds."""
    return entries(Pricer(game, ask_for(game), ShutBook(game)), entry_ids(game))


def entries(pricer: Pricer, names: Collection[str]) -> Entries:
    game = pricer.game
    found: list[WagerOdds] = []
    waiting: list[str] = []
    refused: list[tuple[str, str]] = []
    for wager in game.wagers:
        mine = [name for name in entry_names(game, wager) if name in names]
        if not mine or wager.table_of:
            continue
        try:
            found += [one for one in pricer.price(wager) if one.id in mine]
        except NeedsPlay:
            waiting += mine
        except BadDefinition as wrong:
            refused += [(name, str(wrong)) for name in mine]
    return Entries(tuple(found), tuple(waiting), tuple(refused))


def share_of_return(odds: WagerOdds, row: Outcome) -> float:
    """The part of what comes back to the player that this row brings, its stake included. Negative
    where a row loses more than the initial wager."""
    back = sum(one.probability * (1 + float(one.pays)) for one in odds.outcomes)
    return row.probability * (1 + float(row.pays)) / back if back else 0.0
