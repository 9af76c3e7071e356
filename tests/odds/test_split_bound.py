"""What is proved of the mixture of shoes: against every hand of cards of small shoes.

The bound's second part is the mean of D squared, D = (T - Q) / P, over m cards dealt with putting
back. On a shoe of few values every such hand of cards can be laid out: T by falling factorials, Q
by the mixture's own points, P by powers.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial, perm, prod

import numpy as np
import pytest

from holecard.games.gallery.free_bet import FREE_BET
from holecard.odds.playbook import Playbook
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_together import SplitTogether
from holecard.odds.solve.splitting.shoe_mixture import Mixture, mixture
from holecard.odds.solve.splitting.split_bound import mean_squares

SHOES = [(3, 4, 4, 9), (2, 5, 6), (22, 23, 24, 96)]
CARDS = 9


def hands_of_cards(values: int, cards: int) -> Iterator[tuple[int, ...]]:
    if values == 1:
        yield (cards,)
        return
    for first in range(cards + 1):
        for rest in hands_of_cards(values - 1, cards - first):
            yield (first, *rest)


def laid_out(shoe: tuple[int, ...], mix: Mixture, cards: int) -> float:
    """The mean of D squared over so many cards."""
    size, places, total = sum(shoe), range(len(shoe)), 0.0
    for taken in hands_of_cards(len(shoe), cards):
        back = prod((shoe[v] / size) ** taken[v] for v in places)
        true = prod(perm(shoe[v], taken[v]) for v in places) / perm(size, cards)
        powers = prod(mix.chances[v] ** taken[v] for v in places)
        orders = factorial(cards) / prod(factorial(one) for one in taken)
        total += orders * back * ((true - float(mix.weights[0] @ powers)) / back) ** 2
    return total


def of_ten(shoe: tuple[int, ...]) -> np.ndarray:
    return np.array([*shoe, *[0] * (10 - len(shoe))], dtype=np.int64)


@pytest.mark.parametrize("shoe", SHOES, ids=str)
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_mean_square_is_that_of_all_hands_of_cards(shoe: tuple[int, ...], level: int) -> None:
    squares = mean_squares(shoe, level, CARDS)
    mix = mixture(of_ten(shoe), level)
    for cards in range(CARDS + 1):
        assert squares[cards] == pytest.approx(laid_out(shoe, mix, cards), rel=1e-6, abs=1e-24)
    assert squares[CARDS] > 0


def test_points_a_little_off_are_seen() -> None:
    """The mixture of a shoe with one card more has another mean square."""
    shoe = SHOES[0]
    other = mixture(of_ten((3, 4, 5, 9)), 2)
    assert laid_out(shoe, other, 6) > 2 * mean_squares(shoe, 2, 6)[6]


def test_levels_are_no_further_apart_than_their_bounds() -> None:
    """A game with answers of its own: each net by every level, free hands and all."""
    play = Playbook(FREE_BET).best
    assert isinstance(play, AnsweredPlay)
    sight = next(one for one in play.sights if one.seen.values == (6,))
    assert isinstance(sight, AnsweredSight)
    together = SplitTogether(play, sight, 7)
    top, error, errors = together.by_mixture(4)
    assert set(errors) == {net for net, _ in top} and max(errors.values()) <= error
    for level in (1, 2, 3):
        found, most, off = together.by_mixture(level)
        for net, bound in off.items():
            one, other = (
                sum(of for (at, _), of in nets.items() if at == net) for nets in (found, top)
            )
            assert abs(one - other) <= bound + errors[net]
        assert most > 5 * error
