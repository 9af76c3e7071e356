"""Risk of ruin: the chance that a bankroll no longer covers the stake.

Within a number of rounds by recursion over every level of the bankroll, round by round. For ever:
certain while the house has the edge; otherwise a power of the root of one equation.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from holecard.errors import BadDefinition
from holecard.lab.distribution import CUT, Floats, window
from holecard.lab.nets import Nets
from holecard.money import LARGEST, money_text

MOST_STEPS = 6_000_000_000
EXACT = "exact"
CERTAIN = "certain: the house has the edge"
AT_MOST = "at most (Lundberg's bound)"


@dataclass(frozen=True)
class Ruin:
    """The chances of ruin. `unsure` is what the recursion left out at the top: at most that much
    more."""

    bankroll: int
    rounds: int
    within: float
    unsure: float
    ever: float
    ever_method: str


def ruin(nets: Nets, stake: int, bankroll: int, rounds: int) -> Ruin:
    """Ruin is a bankroll below the stake; doubles and splits are taken as always affordable."""
    check_bankroll(stake, bankroll)
    nets = {net: chance for net, chance in nets.items() if chance > 0}
    step = gcd(*nets)
    room = (bankroll - stake) // step + 1  # steps down to the first level that is ruin
    moves = {net // step: chance for net, chance in nets.items()}
    within, unsure = within_rounds(moves, room, rounds)
    ever, method = for_ever(moves, room)
    return Ruin(bankroll, rounds, within, unsure, ever, method)


def check_bankroll(stake: int, bankroll: int) -> None:
    if not stake <= bankroll <= LARGEST:
        raise BadDefinition(
            f"a bankroll of {money_text(bankroll)} cannot play for {money_text(stake)} a round: "
            f"from {money_text(stake)} to {money_text(LARGEST)}"
        )


def within_rounds(moves: dict[int, float], room: int, rounds: int) -> tuple[float, float]:
    """The chance to go down `room` steps at some time within the rounds."""
    if room > -min(moves) * rounds:
        return 0.0, 0.0
    levels = room + highest(moves, rounds)
    if levels * len(moves) * rounds > MOST_STEPS:
        raise BadDefinition(
            f"risk of ruin over {rounds:,} rounds has {levels:,} levels to follow: ask for fewer "
            "rounds or a smaller bankroll"
        )
    alive = np.zeros(levels)  # [steps above ruin - 1]
    alive[room - 1] = 1.0
    ruined = safe = 0.0
    for _ in range(rounds):
        alive, fell, rose = step_once(alive, moves)
        ruined += fell
        safe += rose
    return ruined, safe


def highest(moves: dict[int, float], rounds: int) -> int:
    """Steps up from the start that matter."""
    low = min(moves)
    chances = np.zeros(max(moves) - low + 1)
    for move, chance in moves.items():
        chances[move - low] = chance
    return max(1, window(chances, rounds, CUT)[1] + low * rounds, max(moves))


def step_once(alive: Floats, moves: dict[int, float]) -> tuple[Floats, float, float]:
    """One round: who is still there, who fell to ruin, who left at the top."""
    after = np.zeros_like(alive)
    fell = rose = 0.0
    for move, chance in moves.items():
        if move >= 0:
            rose += chance * float(alive[len(alive) - move :].sum())
            after[move:] += chance * alive[: len(alive) - move]
        else:
            fell += chance * float(alive[:-move].sum())
            after[:move] += chance * alive[-move:]
    return after, fell, rose


def for_ever(moves: dict[int, float], room: int) -> tuple[float, str]:
    """The chance to go down `room` steps at any time at all."""
    if sum(move * chance for move, chance in moves.items()) <= 0:
        return 1.0, CERTAIN
    if min(moves) >= 0:
        return 0.0, EXACT
    root = root_below_one(moves)
    # Only a walk that goes down one step at a time reaches ruin exactly.
    down = [move for move in moves if move < 0]
    return root**room, EXACT if down == [-1] else AT_MOST


def root_below_one(moves: dict[int, float]) -> float:
    """z between 0 and 1 with E[z^move] = 1."""

    def above(z: float) -> float:
        return sum(chance * z**move for move, chance in moves.items()) - 1

    low, high = 1e-9, 1.0
    for exponent in range(1, 60):
        high = 1 - 2.0**-exponent
        if above(high) < 0:
            break
        low = high
    else:
        return 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if above(middle) > 0 else (low, middle)
    return (low + high) / 2
