"""P9 for shoes dealt on the web: the code's own exchange, not one written out again.

Seen to fail: with `below(at, source)` (no card ever stays) and `below(len(cards), source)` (the
naive shuffle). A bias as small as that of `mod` without rejection is not seen here:
test_fairness.py counts that one exactly.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from scipy.special import chdtr, chdtrc  # scipy.stats takes a second to import

from holecard.server.fairness import verify_shoe
from holecard.server.fairness.verify_shoe import SEED_BYTES, shuffle
from tests.night import at_night

LEVEL = 1e-4  # fixed before any shoe was looked at


@pytest.mark.parametrize("places", [2, *at_night(3)])
def test_the_last_cards_come_in_every_order_equally_often(
    places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every choice for the first draws of one deck, the draws after them all alike: each order of
    the last cards comes exactly once. The draws after them do the same with one card less."""
    found: Counter[tuple[int, ...]] = Counter()
    for chosen in itertools.product(*(range(52 - at) for at in range(places))):
        words = itertools.chain(chosen, itertools.repeat(0))
        given = itertools.chain.from_iterable((word >> 8, word & 255) for word in words)

        def stream(*_: object, given: Iterator[int] = given) -> Iterator[int]:
            return given

        monkeypatch.setattr(verify_shoe, "stream", stream)
        found[tuple(shuffle(1, b"", ["00"])[-places:])] += 1
    assert set(found.values()) == {1}
    assert len(found) == 52 * 51 * (50 if places == 3 else 1)


@pytest.mark.parametrize(("shoes", "seed"), [(12_000, 1), *at_night((1_000_000, 2))])
def test_every_card_is_as_often_in_every_place(shoes: int, seed: int) -> None:
    """One deck, each card in each place. A card is in one place of each shoe only, so that the
    statistic is 51/52 of what independent counts would give: then it has 51 x 51 degrees."""
    draw, counts = random.Random(seed), np.zeros((52, 52))
    at = np.arange(52)
    for _ in range(shoes):
        counts[at, shuffle(1, draw.randbytes(SEED_BYTES), [draw.randbytes(32).hex()])] += 1
    even = shoes / 52
    statistic = ((counts - even) ** 2 / even).sum() * 51 / 52
    assert chdtrc(51 * 51, statistic) > LEVEL and chdtr(51 * 51, statistic) > LEVEL
