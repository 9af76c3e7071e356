"""What becomes of a riding bet from round to round, of all that the wins in a row and the round's
outcome can be while it rides: no other question is put to its function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holecard.dealing.settle import streak_after
from holecard.errors import BadDefinition
from holecard.wagers.looks import LOOKS

if TYPE_CHECKING:
    from holecard.wagers.wager import Wager

CHAINED = frozenset({"streak", "outcome"})  # all that is known of a round in a chain of them
RESULTS = (1, 0, -1)  # of a round
LONGEST = LOOKS["streak"].highest
RIDES_ON = "ride"

Chain = dict[int, dict[int, int]]  # by wins in a row before a round, the outcome's place by result


def wins_after(wager: Wager, streak: int, result: int) -> int:
    """The wins in a row that a bet has after a round; none, if it does not look at them."""
    return streak_after(streak, result) if "streak" in wager.looks else 0


def place_after(wager: Wager, streak: int, result: int) -> int:
    seen = {"streak": streak_after(streak, result), "outcome": result}
    return wager.classified({name: seen[name] for name in wager.looks})


def chain_of(wager: Wager) -> Chain:
    """From no wins on, wherever the bet can ride."""
    found: Chain = {}
    todo = [0]
    while todo:
        streak = todo.pop()
        if streak in found:
            continue
        if streak > LONGEST:
            raise BadDefinition(
                f"{wager.id} rides on after {LONGEST} wins in a row, and `streak` counts no more"
            )
        found[streak] = {result: place_after(wager, streak, result) for result in RESULTS}
        todo += [
            wins_after(wager, streak, result)
            for result, place in found[streak].items()
            if wager.outcomes[place] == RIDES_ON
        ]
    return found


def check_chain(wager: Wager) -> None:
    """Refuse a bet that would never leave the felt, from wherever it may come to ride."""
    chain = chain_of(wager)
    ends: set[int] = set()
    while True:
        more = {
            streak
            for streak, places in chain.items()
            for result, place in places.items()
            if wager.outcomes[place] != RIDES_ON or wins_after(wager, streak, result) in ends
        }
        if more == ends:
            break
        ends = more
    for streak in sorted(set(chain) - ends):
        raise BadDefinition(f"{wager.id} would ride for ever at {streak} wins in a row")
