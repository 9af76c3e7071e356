"""A wager that depends on how the seat plays, by the method that follows all it looks at."""

from __future__ import annotations

from holecard.odds.result import Chances
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.own_bets.answered_hand import AnsweredHand
from holecard.odds.solve.own_bets.hand_ends import OWN_LOOKS
from holecard.odds.solve.own_bets.named_ends import CARD_LOOKS, DEALER_LOOKS
from holecard.odds.solve.own_bets.own_hand import OwnHand, Shared
from holecard.odds.solve.own_bets.played_hand import PlayedHand
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import SIDE, Wager

# At more of how it ends, which only the engine for several looks follows.
END_LOOKS = CARD_LOOKS | {"doubled", "hand_three"}
BESIDE_LOOKS = DEALER_LOOKS | {
    "start_total",
    "natural",
    "up_value",
    "first_value",
    "second_value",
}


def looks_at_own_hand(game: Game, wager: Wager) -> bool:
    """Whether it looks at how the own hand ends, and at no more than can be followed with it, in a
    game whose hands are played each for itself."""
    if game.answers.switches:
        return False
    looks = set(wager.looks)
    ends = OWN_LOOKS | END_LOOKS
    known = bool(looks & ends) and looks <= ends | BESIDE_LOOKS
    return known and wager.kind == SIDE and bool(game.own_mains(wager))


def followed_hand(shared: Shared, table: PayTable, for_wager: bool = False) -> OwnHand:
    if isinstance(shared.play, AnsweredPlay):
        return AnsweredHand(shared, table, for_wager)
    plain = set(shared.wager.looks) <= OWN_LOOKS and not shared.names.counts_hands
    return (OwnHand if plain else PlayedHand)(shared, table, for_wager)


def own_hand_chances(shared: Shared, table: PayTable, for_wager: bool = False) -> Chances:
    """The chances of a wager's outcomes when the seat plays for its main wager, or for this wager
    alone (then they depend on the pay table)."""
    return followed_hand(shared, table, for_wager).chances()
