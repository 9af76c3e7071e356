"""Which figure of a wager is meant, where it has one for each way to play: the one that is named,
or the worst for the house. An operator cannot choose how a seat plays."""

from __future__ import annotations

from collections.abc import Sequence

from holecard.errors import BadDefinition, UnknownName
from holecard.odds.result import WagerOdds
from holecard.wagers.game import Game, fees_of

NO_PAYMENT = "none"


def check_payment(game: Game, beside: str) -> str:
    """The name of a payment, `none`, or nothing; else a refusal that suggests the nearest."""
    known = [NO_PAYMENT, *(fee.id for fee in fees_of(game))]
    if beside and beside not in known:
        raise UnknownName(f"{game.id} payment", beside, known)
    return beside


def meant(entries: Sequence[WagerOdds], play: str = "", beside: str = "") -> list[WagerOdds]:
    """The entries played for that (main, wager, or either) with that payment (`none`: without;
    either, if left). A wager that no play touches has one entry, whatever is named."""
    found = [
        one
        for one in entries
        if one.play in ("", play or one.play)
        and (not beside or (one.beside or NO_PAYMENT) == beside or not one.play)
    ]
    if not found:
        asked = ", ".join(word for word in (play, beside and f"with {beside}") if word)
        known = "; ".join(one.condition for one in entries)
        raise BadDefinition(f"{entries[0].id} has no figure for {asked}: its figures are {known}")
    return found


def worst_for_house(entries: Sequence[WagerOdds]) -> WagerOdds:
    """The way to play that costs the house most; the first of them where several do."""
    return max(entries, key=lambda one: one.ev)


def worst_words(entries: Sequence[WagerOdds]) -> str:
    """How it was chosen, where there was a choice."""
    if len(entries) < 2:
        return ""
    worst = worst_for_house(entries)
    return f"{worst.condition}; of {len(entries)} ways to play the worst for the house"
