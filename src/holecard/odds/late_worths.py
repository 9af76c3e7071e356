"""What it is worth to make a bet that is made when the dealer's card is up: as it is priced against
that card from a full shoe, with no blackjack under it. The seats' own cards are not counted out."""

from __future__ import annotations

from functools import cached_property

from holecard.cards import value
from holecard.errors import BadDefinition
from holecard.odds.composition import shoe_of
from holecard.odds.counted.dealer_hand import can_finish
from holecard.odds.counted.outcome_grid import cards_of
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.after_up import by_up_card, given
from holecard.odds.result import priced
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.hands import NAMES
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.wager import Wager

MAKE, LEAVE = "bet", "no-bet"
SEATS_CARDS = {"first", "second", "next"}
METHOD = "exact by the dealer's card, from a full shoe; your own cards are not counted out"


def is_priced_late(wager: Wager) -> bool:
    """Whether such a bet hangs on the dealer's hand alone, and is paid by a table that stands."""
    seats = any(SEATS_CARDS & set(cards_of(look)) for look in wager.looks)
    alone = can_finish(wager) and not seats
    return wager.after_up and alone and wager.meter is None and not wager.envy


class LateWorths:
    """Those of one wager and pay table; the hand itself is played for the main wager."""

    def __init__(self, book: Playbook, wager: Wager, table: str) -> None:
        if not is_priced_late(wager):
            raise BadDefinition(
                f"{wager.id} has no price by the dealer's card alone: the coach asks for none"
            )
        self.book = book
        self.wager = wager
        self.table = wager.table(table)

    @property
    def game(self) -> Game:
        return self.book.game

    @cached_property
    def by_card(self) -> dict[str, float]:
        """By the dealer's card, per unit."""
        rows = by_up_card(self.game, self.wager, shoe_of(self.game))
        return {up: priced(self.wager, self.table, given(row)).ev for up, row in rows.items()}

    def play_at(self, dealt: Dealt) -> Play:
        return self.book.at(dealt).best

    def judged(self, dealt: Dealt) -> tuple[str, dict[str, float]]:
        """Whether to make it, and what that is worth; nothing but when it can be made."""
        if not dealt.takes_late:
            return "", {}
        worth = self.by_card[NAMES[value(dealt.dealer_cards[0]) - 1]]
        return (MAKE if worth > 0 else LEAVE), {MAKE: worth, LEAVE: 0.0}
