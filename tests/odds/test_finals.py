"""The dealer's final hand by groups of hands, against drawing it card by card in fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from holecard.dealing.settle import NATURAL, STANDINGS
from holecard.dealing.tables import VALUES as VALUE_STEP
from holecard.dealing.tables import Tables
from holecard.games import find_game
from holecard.hand import BLACKJACK_STATE, EMPTY, total
from holecard.odds.composition import full_decks
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.dealer_finals import TWO_CARDS, UP_CARDS, dealer_finals
from holecard.odds.solve.hand_kernels import Odds, Shoe
from holecard.odds.solve.hands import lattice
from holecard.odds.solve.sights import NOTHING_KNOWN, Spec
from holecard.odds.solve.splitting import splits

CLOSE = 1e-14
SHOES = {
    "one deck": [4] * 9 + [16],
    "six decks": [24] * 9 + [96],
    "no aces, one ten": [0, 3, 2, 4, 1, 4, 4, 2, 3, 1],
    "few cards": [3, 1, 0, 2, 1, 0, 2, 0, 1, 3],
}


def drawn(tables: Tables, start: tuple[int, ...], shoe: list[int]) -> dict[int, Fraction]:
    """The chance of each standing, one card after another."""
    chances: dict[int, Fraction] = {}

    def draw(state: int, cards: int, left: list[int], chance: Fraction) -> None:
        if cards >= 2 and not tables.draws[state]:
            end = NATURAL if state == BLACKJACK_STATE and cards == 2 else total(state)
            chances[end] = chances.get(end, Fraction(0)) + chance
            return
        for worth in range(1, 11):
            if left[worth - 1]:
                fewer = [*left[: worth - 1], left[worth - 1] - 1, *left[worth:]]
                of = Fraction(left[worth - 1], sum(left))
                draw(tables.add[state * VALUE_STEP + worth], cards + 1, fewer, chance * of)

    state = EMPTY
    for worth in start:
        state = tables.add[state * VALUE_STEP + worth]
    draw(state, len(start), shoe, Fraction(1))
    return chances


def told_apart(tables: Tables) -> Tables:
    """Rules under which a dealer's 22 is not as good as any other bust."""
    result = list(tables.result)
    for own in range(STANDINGS):
        result[own * STANDINGS + 22] = result[20 * STANDINGS + 20]
    return tables._replace(result=result)


@pytest.mark.parametrize("apart", [False, True], ids=["busts alike", "22 apart"])
@pytest.mark.parametrize("start", [(6,), (10,), (1,), (1, 6), (8, 8)], ids=str)
@pytest.mark.parametrize("shoe", SHOES)
def test_final_chances(shoe: str, start: tuple[int, ...], apart: bool) -> None:
    tables = find_game("classic").tables
    if apart:
        tables = told_apart(tables)
    starts = UP_CARDS if len(start) == 1 else TWO_CARDS
    tree = dealer_finals(tables, starts)
    chances = np.zeros(STANDINGS)
    counts = np.array(SHOES[shoe])
    shoe_left = Shoe(counts, NOTHING_KNOWN)
    dealer_kernels.final_chances(lattice(), tree, starts.index(start), shoe_left, chances)
    expected = drawn(tables, start, SHOES[shoe])
    if not apart:
        busted = [standing for standing in expected if 21 < standing < NATURAL]
        bust = sum((expected.pop(standing) for standing in busted), Fraction(0))
        expected[22] = bust
    found = {standing: float(chances[standing]) for standing in range(STANDINGS)}
    for standing in range(STANDINGS):
        assert abs(found[standing] - expected.get(standing, 0)) < CLOSE, standing


@pytest.mark.parametrize("decks", [1, 6])
@pytest.mark.parametrize("pair", [0, 1, 4, 9])
@pytest.mark.parametrize("up", [1, 7, 10])
def test_more_of_the_pair_gone_is_a_smaller_shoe(up: int, pair: int, decks: int) -> None:
    """Every j from one sum is what its own shoe would give, whichever value is set aside."""
    spec = Spec(find_game("classic").but(decks=decks), full_decks(decks))
    seen = spec.sights[up - 1]
    shoe = seen.shoe.copy()
    shoe[pair] -= 1
    together = splits.stand_odds(spec, seen, pair, shoe, 4, splits.hands_with(pair))
    for j in range(5):
        fewer = shoe.copy()
        fewer[pair] -= j
        if fewer[pair] < 0:
            assert not together.win[j].any() and not together.lose[j].any()
            continue
        for aside in (pair, 5):
            alone = Odds(*np.zeros((2, 1, spec.hands.state.size)))
            dealer_kernels.stand_odds(
                spec.hands, spec.finals, seen.place, aside, Shoe(fewer, seen.hole_not), spec.pays,
                splits.hands_with(pair), alone,
            )  # fmt: skip
            assert np.abs(together.win[j] - alone.win[0]).max() < CLOSE
            assert np.abs(together.lose[j] - alone.lose[0]).max() < CLOSE


def test_splits_share_the_chances_of_their_cards() -> None:
    """A hundred splits of classic's shoe draw from nine mixes of pair cards and others. Seen to
    fail: each worked its own out, a twentieth of a sheet's time."""
    splits.pattern.cache_clear()
    play_game(Spec(find_game("classic"), full_decks(6)))
    asked = splits.pattern.cache_info()
    assert (asked.misses, asked.misses + asked.hits) == (9, 100)
