"""Bets that ride from round to round: a chain on exact chances of a round won, pushed and lost."""

from __future__ import annotations

from dataclasses import replace

from holecard.errors import BadDefinition
from holecard.odds.result import Chances
from holecard.odds.solve.round_results import RoundOdds
from holecard.wagers.chain import Chain, chain_of, place_after, wins_after
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import RIDES, Wager


def streak_chances(wager: Wager, rounds: RoundOdds) -> Chances:
    """The chance of each way the bet ends, from a button that shows 0."""
    return Chances(tuple(ends_by_button(wager, rounds)[0]))


def ends_by_button(wager: Wager, rounds: RoundOdds) -> dict[int, list[float]]:
    """By what the button shows, the chance of each way the bet ends. A round lost sets a bet that
    rides on back to no wins, whose own ends are then a part of all the others'."""
    by_result = {1: rounds.win, 0: rounds.push, -1: rounds.lose}
    chain = chain_of(wager)
    ends: dict[int, list[float]] = {}
    back: dict[int, float] = {}
    for streak in sorted(chain, reverse=True):
        ends[streak], back[streak] = chain_step(wager, streak, chain, by_result, ends, back)
    if back[0]:
        ends[0] = [one / (1 - back[0]) for one in ends[0]]
    for streak in filter(None, chain):
        if back[streak]:
            both = zip(ends[streak], ends[0], strict=True)
            ends[streak] = [one + back[streak] * again for one, again in both]
    return ends


def worth_after(
    wager: Wager, table: PayTable, rounds: RoundOdds, button: int = 0
) -> dict[int, float]:
    """What the bet is worth when the round from a button that shows so many is won, pushed or lost,
    if those after it go by these chances."""
    pays = [float(table.pays(name)) for name in wager.outcomes]
    ends = ends_by_button(wager, rounds)
    found = {}
    for result in (1, 0, -1):
        after = wins_after(wager, button, result)
        place = place_after(wager, button, result)
        rides = wager.outcomes[place] == RIDES
        chances = ends[after] if rides else [float(at == place) for at in range(len(pays))]
        found[result] = sum(chance * each for chance, each in zip(chances, pays, strict=True))
    return found


def streak_error(wager: Wager, rounds: RoundOdds) -> float:
    """What the error of a round's chances can do to the bet's: as much as when won and lost rounds
    trade it, for pushes only make the bet ride longer."""
    as_is = streak_chances(wager, rounds).floats
    other = replace(rounds, win=rounds.win + rounds.error, lose=rounds.lose - rounds.error)
    moved = streak_chances(wager, other).floats
    return max(abs(one - two) for one, two in zip(as_is, moved, strict=True))


def chain_step(
    wager: Wager,
    streak: int,
    chain: Chain,
    by_result: dict[int, float],
    ends: dict[int, list[float]],
    back: dict[int, float],
) -> tuple[list[float], float]:
    """Where a bet ends that rides with `streak` wins, and the chance that it comes back to none
    before; a push leaves it where it is."""
    stays = returns = 0.0
    total = [0.0] * len(wager.outcomes)
    for result, chance in by_result.items():
        after = wins_after(wager, streak, result)
        place = chain[streak][result]
        if wager.outcomes[place] != RIDES:
            total[place] += chance
        elif after == streak:
            stays += chance
        elif after == 0:
            returns += chance
        else:
            total = [one + chance * more for one, more in zip(total, ends[after], strict=True)]
            returns += chance * back[after]
    if stays >= 1:
        raise BadDefinition(f"{wager.id} would ride for ever at {streak} wins in a row")
    return [one / (1 - stays) for one in total], returns / (1 - stays)
