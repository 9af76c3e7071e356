"""Who is offered what in mid-round: insurance, and even money with it."""

from __future__ import annotations

from holecard.dealing.actions import ACTION_NAMES, EVEN_MONEY
from holecard.dealing.own_tables import NO_EVEN_MONEY
from holecard.dealing.settle import OWN
from holecard.wagers.game import Game
from holecard.wagers.wager import OFFER, Wager

EVEN_MONEY_ID = ACTION_NAMES[EVEN_MONEY]  # the name its figures go by: it is no wager of its own


def offer_of(game: Game) -> Wager | None:
    """The wager that is offered to seats that back their own hand (B8); none where it is off."""
    if not any(game.tables.insures) or all(main.backs != OWN for main in game.mains):
        return None
    return next((wager for wager in game.wagers if wager.kind == OFFER), None)


def offers_even_money(game: Game) -> bool:
    """Wherever insurance is offered (R11), if a blackjack does not wait for the dealer's hand."""
    if offer_of(game) is None or game.tables.asks[NO_EVEN_MONEY]:
        return False
    return not game.tables.natural_waits[OWN]
