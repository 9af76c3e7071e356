"""The fewest chips, against every way to make an amount."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from holecard.errors import BadDefinition
from holecard.train.chips import can_make, fewest
from holecard.train.profile import default_profile

SETS = [(50, 100, 500, 2500), (500, 2000, 2500), (300, 500, 700), (100, 300, 400), (2500, 10000)]


def by_trying(cents: int, chips: tuple[int, ...]) -> int | None:
    """How many chips it takes at least, by laying down every stack of up to eight."""
    for many in range(9):
        if any(sum(one) == cents for one in combinations_with_replacement(chips, many)):
            return many
    return None


@pytest.mark.parametrize("chips", SETS, ids=str)
def test_no_stack_is_smaller(chips: tuple[int, ...]) -> None:
    unit = 100 if 50 not in chips else 50
    for cents in range(0, 4000, unit):
        least = by_trying(cents, chips)
        if least is not None:
            stack = fewest(cents, chips)
            assert (sum(stack), len(stack)) == (cents, least)
            assert stack == tuple(sorted(stack, reverse=True))
        elif can_make(cents, chips):
            assert len(fewest(cents, chips)) > 8


def test_large_amounts_begin_with_the_largest_chip() -> None:
    chips = (2000, 2500, 100)
    for cents in (123_400, 1_000_000, 77_700):
        stack = fewest(cents, chips)
        assert sum(stack) == cents and stack[0] == 2500


def test_an_amount_without_chips_is_refused() -> None:
    with pytest.raises(BadDefinition, match=r"\$7 cannot be made of chips of \$5, \$25"):
        fewest(700, (500, 2500))
    assert not can_make(25, default_profile().chips)
