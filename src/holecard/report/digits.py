"""How many digits of a figure are right, and only those."""

from __future__ import annotations

from math import floor, log10

from holecard.odds.result import WagerOdds


def error_of(odds: WagerOdds) -> float:
    """How far a wager's chances may be off: 0 where they are exact."""
    return odds.outcomes_error


def places(error: float, most: int) -> int:
    """Decimals that an error this large leaves standing, up to `most`."""
    if error <= 0:
        return most
    return max(0, min(most, floor(-log10(2 * error))))


def decimal(value: float, error: float = 0.0, most: int = 10, sign: bool = False) -> str:
    return f"{value:{'+' * sign}.{places(error, most)}f}"


def percent(value: float, error: float = 0.0, most: int = 6) -> str:
    return f"{value:.{places(100 * error, most)}%}"


def one_in(chance: float, error: float = 0.0) -> str:
    """True odds as `1 in X`, with as many digits as the chance has."""
    against = 1 / chance
    right = places(error / chance * against, 2)
    return f"1 in {against:,.{right if against < 1000 else 0}f}"
