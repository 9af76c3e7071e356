"""Sums of rounds: FFT against direct convolution, against exact fractions, against the moments."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holecard.errors import BadDefinition
from holecard.lab.distribution import Distribution, after, chernoff, one_round, window

LUCKY = {-500: 0.70, 500: 0.2, 1000: 0.07, 15000: 0.0299, 150000: 0.0001}


def bf_after(one: Distribution, rounds: int) -> np.ndarray:
    """Direct convolution, round by round."""
    chances = np.array([1.0])
    for _ in range(rounds):
        chances = np.convolve(chances, one.chances)
    return chances


nets = st.dictionaries(st.integers(-40, 60), st.floats(0.01, 1.0), min_size=2, max_size=7).map(
    lambda weights: {50 * net: weight / sum(weights.values()) for net, weight in weights.items()}
)


@settings(max_examples=60, deadline=None)
@given(nets, st.integers(1, 40))
def test_fft_agrees_with_direct_convolution(weights: dict[int, float], rounds: int) -> None:
    one = one_round(weights)
    found = after(one, rounds)
    direct = bf_after(one, rounds)
    assert found.start == one.start * rounds
    assert len(found.chances) == len(direct)
    assert np.abs(found.chances - direct).max() < 1e-12
    assert abs(found.chances.sum() - 1) < 1e-9


def test_fft_agrees_with_sessions_drawn_at_random() -> None:
    found = after(one_round(LUCKY), 300)
    draw = np.random.Generator(np.random.PCG64(7))
    counts = draw.multinomial(300, list(LUCKY.values()), size=40_000)
    results = counts @ np.array(list(LUCKY))
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        limit = found.percentile(share)
        exact = float(found.chances[found.results <= limit].sum())
        spread = sqrt(exact * (1 - exact) / len(results))
        assert abs(float((results <= limit).mean()) - exact) < 4 * spread
    spread = sqrt(found.ahead * (1 - found.ahead) / len(results))
    assert abs(float((results > 0).mean()) - found.ahead) < 4 * spread


def test_fair_coin_is_the_binomial() -> None:
    found = after(one_round({-100: 0.5, 100: 0.5}), 60)
    exact = [float(Fraction(comb(60, wins), 2**60)) for wins in range(61)]
    assert found.step == 200
    assert np.abs(found.chances - exact).max() < 1e-15
    assert found.ahead == pytest.approx(found.behind, abs=1e-14)
    assert found.even == pytest.approx(comb(60, 30) / 2**60, abs=1e-14)


@pytest.mark.parametrize("rounds", [1_000, 10_000, 1_000_000])
def test_many_rounds_keep_all_the_chance_and_both_moments(rounds: int) -> None:
    one = one_round(LUCKY)
    found = after(one, rounds)
    assert abs(found.chances.sum() - 1) < 1e-9
    assert found.mean == pytest.approx(rounds * one.mean, rel=1e-7)
    assert found.deviation == pytest.approx(sqrt(rounds) * one.deviation, rel=1e-6)


def test_a_cut_window_agrees_with_the_whole_range() -> None:
    """Where the whole lattice would still fit, cutting it changes nothing that is kept."""
    one = one_round(LUCKY)
    whole = after(one, 3000)
    first, last = window(one.chances, 3000)
    kept = whole.chances[first : last + 1]
    assert 1 - kept.sum() < 1e-9
    assert last - first < len(one.chances) * 3000


def test_chernoff_bounds_the_tail() -> None:
    one = one_round(LUCKY)
    place = chernoff(np.arange(len(one.chances), dtype=float), one.chances, 400, 1e-6)
    assert after(one, 400).chances[place + 1 :].sum() < 1e-6


def test_percentiles_and_bands() -> None:
    found = after(one_round({-100: 0.5, 100: 0.5}), 2)
    assert [found.percentile(share) for share in (0.25, 0.26, 0.75, 0.76)] == [-200, 0, 0, 200]
    assert found.band(0.5) == (-200, 0)
    assert found.bins(10) == [(-200, -200, 0.25), (0, 0, 0.5), (200, 200, 0.25)]


@pytest.mark.parametrize("rounds", [0, -5, 10**9])
def test_absurd_rounds_are_refused(rounds: int) -> None:
    with pytest.raises(BadDefinition, match="rounds cannot be added up"):
        after(one_round({-1: 0.5, 1: 0.5}), rounds)
