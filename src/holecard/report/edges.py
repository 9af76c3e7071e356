"""House edges alone, for tables that show nothing else: what a play is worth is known before the
rounds it comes to are counted, and counting rounds with a split is most of the work. A bet that
rides asks of them only whether they were won."""

from __future__ import annotations

from holecard.dealing.settle import OWN
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, Pricer
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.round_results import RoundOdds, counted_rounds
from holecard.report.entries import Key, key_of
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, RIDING, paid_entry

STANDARD = "standard"


def edges_of(game: Game, ask: Ask | None = None, book: Playbook | None = None) -> dict[Key, float]:
    """The house edge of every entry `holecard odds` has, or of those asked for."""
    ask = ask or Ask()
    book = book or Playbook(game, convention=ask.convention)
    pricer = Pricer(game, ask, book)
    riding = Riding(game, ask, book)
    found: dict[Key, float] = {}
    for wager in game.wagers:
        if wager.kind == MAIN and wager.backs == OWN:
            if pricer.wanted(wager.id):
                found[wager.id, STANDARD, "main", ""] = -float(book.best.ev)
        elif wager.kind == FEE:
            name = paid_entry(game.mains[0], wager)
            if pricer.wanted(name):
                found[name, STANDARD, "main", wager.id] = float(wager.share) - book.paid.best.ev
        else:
            by = riding if wager.kind == RIDING else pricer
            found |= {key_of(one): float(one.house_edge) for one in by.price(wager)}
    return found


class Riding(Pricer):
    """Prices bets that ride: by what their rounds count, whatever these pay."""

    def count_rounds(self, play: Play) -> RoundOdds:
        return counted_rounds(play)


def by_wager(edges: dict[Key, float]) -> dict[str, float]:
    """The first edge of each wager."""
    found: dict[str, float] = {}
    for (name, *_), edge in edges.items():
        found.setdefault(name, edge)
    return found
