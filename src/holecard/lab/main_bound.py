"""More than how many wagers a main wager cannot win in a round, by the results of its hands."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from holecard.dealing.actions import DOUBLE
from holecard.dealing.own_tables import (
    COUNTS,
    FINALS,
    KINDS,
    MIXED,
    RAISES,
    SHAPED,
    SPECIAL,
    shape_place,
    shaped_values,
)
from holecard.dealing.settle import BLACKJACK, NATURAL, OWN, STANDINGS, WIN, result_pays
from holecard.dealing.tables import Tables
from holecard.hand import STATES, total
from holecard.odds.composition import VALUES, shoe_of
from holecard.odds.solve.answers.answered import (
    DOUBLED,
    SPLIT,
    SPLIT_DOUBLED,
    UNSPLIT,
    Answered,
)
from holecard.odds.solve.sights import ACE, Spec
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

BEST = 21  # the most a hand that has not busted counts


def main_bound(game: Game, main: Wager) -> Fraction:
    """Raised where it may be; one hand, or as many as a pair may become, each won by the best
    result that it may have on the most that may lie there."""
    if main.backs != OWN:
        return max(result_pays(one, main.backs, game.rules) for one in (WIN, BLACKJACK))
    spec = Spec(game, shoe_of(game))
    of = Answered(spec)
    best = [best_pay(game, kind) for kind in range(KINDS)]
    most = 2**of.most_doubles

    def won(plain: int, doubled: int, may_double: bool) -> Fraction:
        return max(best[plain], most * best[doubled]) if may_double else best[plain]

    units = [won(UNSPLIT, DOUBLED, bool(of.may(DOUBLE, False, False).any()))]
    for pair in range(VALUES):
        if (hands := spec.most_hands(pair)) > 1:
            doubles = bool(of.may(DOUBLE, True, pair == ACE).any())
            units.append(hands * won(SPLIT, SPLIT_DOUBLED, doubles))
    return (2 if game.tables.asks[RAISES] else 1) * max(units)


def best_pay(game: Game, kind: int) -> Fraction:
    """What a finished hand of that kind is paid at best, for one unit on it."""
    tables = game.tables
    if tables.asks[SPECIAL]:
        rows = (
            tables.settles[row * STANDINGS : (row + 1) * STANDINGS] for row in rows_of(tables, kind)
        )
        results = {row[dealer] for row in rows for dealer in FINALS}
    else:
        owns = (*range(BEST + 1), *[NATURAL] * (kind == UNSPLIT))
        results = {tables.result[own * STANDINGS + dealer] for own in owns for dealer in FINALS}
    return max(game.result_pays(one, OWN) for one in results)


def rows_of(tables: Tables, kind: int) -> Iterator[int]:
    """The rows that hands of that kind are settled by: a hand of any cards that has not busted, and
    a blackjack or a 21 of three cards by its own cards."""
    for cards in range(2, COUNTS):
        for state in range(STATES):
            if total(state) <= BEST:
                yield tables.row[(kind * COUNTS + cards) * STATES + state]
    if tables.asks[SHAPED]:
        for values in shaped_values():
            for suits in range(MIXED + 1):
                row = tables.shape[shape_place(kind, values, suits)]
                if row:
                    yield row - 1
