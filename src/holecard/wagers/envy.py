"""Envy: a bet is paid, besides what it comes to itself, for each other seat of the round where one
of some outcomes comes, whether that seat has bet on it or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from holecard.errors import BadDefinition, UnknownName
from holecard.fields import is_exact
from holecard.money import LARGEST
from holecard.wagers.looks import NEXT_LOOKS, PLAYED

if TYPE_CHECKING:
    from holecard.wagers.dealt import Dealt


def check_envy(wager: Any) -> None:
    """Refuse envy that cannot be meant, or that would hang on how other seats play."""
    played = [name for name in wager.looks if name in (*PLAYED, "streak", *NEXT_LOOKS)]
    if played or wager.meter is not None:
        why = f"looks at {', '.join(played)}" if played else "has a meter"
        raise BadDefinition(
            f"{wager.id} pays envy and {why}: envy is for bets that no play decides, and that are "
            "known of a seat that has not bet"
        )
    if wager.settles or wager.kind != "side":
        raise BadDefinition(
            f"{wager.id} pays envy: a side bet that is settled when the round ends, when every "
            "seat's outcome is known; leave `settles` out"
        )
    for outcome, pays in wager.envy.items():
        if outcome not in wager.outcomes:
            raise BadDefinition(
                f"envy of {wager.id}: {UnknownName('outcome', outcome, wager.outcomes)}"
            )
        if not is_exact(pays) or not 0 < pays <= LARGEST:
            raise BadDefinition(
                f"envy of {wager.id}: {outcome} pays {pays!r}: a whole number or a Fraction above "
                "0, to one of the bet that envies"
            )


def envy_won(dealt: Dealt, place: int, wager: Any, stake: int) -> tuple[tuple[int, int], ...]:
    """The other seats that are envied, and the cents each brings a bet of that size."""
    if not wager.envy:
        return ()
    found = []
    for other, seat in enumerate(dealt.seats):
        pays = wager.envy.get(wager.outcome(dealt.felt, other), 0) if other != place else 0
        if pays:
            found.append((seat.seat, int(pays * stake)))
    return tuple(found)
