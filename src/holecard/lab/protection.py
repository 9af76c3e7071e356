"""What a house that deals a wager should know of players who know more: counters, and seats that
see each other's cards.

The bound and the best counts are those of counting.py. With other cards known before the bet, a
wager without decisions is worth the same on average and more to whoever may choose: the bound at
that one depth. A main wager gains by being played better: best play is solved again in shoes
without the known cards, drawn at random, and the effects of removal take most of the chance out.
The cut card's own effect is simulated, in experiment/cut_card.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from holecard.cards import CARDS_IN_A_DECK
from holecard.errors import BadDefinition
from holecard.lab.bound import Prospect, prospect
from holecard.lab.counting import CUT, LEVEL, Counting, counting
from holecard.lab.dealt_down import SEED, Ints
from holecard.lab.effects import Effects, recounted
from holecard.lab.nets import wager_of
from holecard.odds.composition import Composition, full_decks
from holecard.odds.pricing.pricer import Ask
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN, SIDE

ONE_HAND, SIX_HANDS = 2, 12  # cards of one other hand, of six other hands
SHOES = 20_000
SOLVED = 8
CHOSEN = "may bet or not, once the cards are known"
PLAYED = "bets every round, and plays by the known cards too"


@dataclass(frozen=True)
class KnownCards:
    """What one unit is worth to a seat that knows so many cards that are not its own."""

    cards: int
    who: str  # what the seat may do with it
    ev: float  # per round, a round that is not bet counted as 0
    gain: float  # over the same seat without them
    stderr: float  # 0 if exact
    shoes: int  # random sets of cards valued exactly; 0 if none had to be drawn


@dataclass(frozen=True)
class Protection:
    """The counting of a wager, and its value with other cards known."""

    counting: Counting
    known: tuple[KnownCards, ...]


def protection(
    game: Game,
    wager: str,
    paytable: str = "",
    cut: float = CUT,
    known: Sequence[int] = (ONE_HAND, SIX_HANDS),
    solved: int = SOLVED,
) -> Protection:
    """Everything of this page for one wager: tags up to 2, a cut card at three quarters. `solved`
    is in how many shoes best play is found for each entry of `known`: about half a second each."""
    found = counting(game, wager, paytable, level=LEVEL, cut=cut)
    return Protection(found, tuple(known_cards(found.effects, one, solved) for one in known))


def known_cards(of: Effects, cards: int, solved: int = SOLVED) -> KnownCards:
    """The wager of these effects with so many other cards known."""
    full = full_decks(of.game.rules.decks)
    if not 0 <= cards <= full.size // 2:
        raise BadDefinition(f"{cards} known cards of {full.size}: from 0 to half of them")
    wager = wager_of(of.game, of.odds.id)
    named = prospect(of.game, wager, of.odds.paytable) if of.odds.id == wager.id else None
    if named is not None and wager.kind in (SIDE, MAIN):
        return chosen(of, named, cards)
    if wager.kind == MAIN:
        return played(of, cards, solved)
    raise BadDefinition(f"{of.odds.id} has no figure with known cards: main and side wagers have")


def chosen(of: Effects, named: Prospect, cards: int) -> KnownCards:
    """A wager without decisions, bet where what is left favours it."""
    base = max(float(of.odds.ev), 0.0)
    if named.blocks is not None:
        ((values, chances),) = named.blocks.chances([named.full.size - cards])
        ev = float(chances @ np.maximum(values, 0.0))
        return KnownCards(cards, CHOSEN, ev, ev - base, 0.0, 0)
    shoes = SHOES if named.values is not None else SOLVED * 10
    gained = np.maximum(named.of(without(named.full, cards, shoes)), 0.0)
    ev, error = float(gained.mean()), float(gained.std(ddof=1)) / sqrt(shoes)
    return KnownCards(cards, CHOSEN, ev, ev - base, error, shoes)


def played(of: Effects, cards: int, solved: int) -> KnownCards:
    """A main wager played by all that is known. The effects of the known cards are taken off each
    shoe's value and their mean put back: what is left varies little."""
    full = full_decks(of.game.rules.decks)
    effect = np.zeros(CARDS_IN_A_DECK)
    for row in of.rows:
        effect[list(row.cards)] = row.effect
    base = float(of.odds.ev)
    rest = []
    for left in without(full, cards, solved):
        ask = Ask(wagers=(of.odds.id,), play="main", shoe=Composition(tuple(left.tolist())))
        gone = np.array(full.cards) - left
        rest.append(recounted(of.game, ask) - base - float(gone @ effect))
    gain = float(np.mean(rest)) + cards * of.sum / CARDS_IN_A_DECK
    error = float(np.std(rest, ddof=1)) / sqrt(solved)
    return KnownCards(cards, PLAYED, base + gain, gain, error, solved)


def without(full: Composition, cards: int, shoes: int) -> Ints:
    """Shoes that so many random cards are gone from."""
    draw = np.random.default_rng(SEED + cards)
    left = draw.multivariate_hypergeometric(full.cards, full.size - cards, size=shoes)
    return left.astype(np.int64)
