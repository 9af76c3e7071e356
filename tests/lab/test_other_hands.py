"""Other seats' cards known: walked in fractions, counted out, and dealt by the simulator.

Seen to fail: with split hands of somebody who does not know played as unsplit ones, with a pair
near being split left out, with the chance of two alike cards doubled.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from holecard.experiment.chart_arrays import charts_of
from holecard.games import BREAKOUT, FACE_UP, find_game
from holecard.lab import other_hands
from holecard.lab.effects import Books
from holecard.lab.known_cards import insurance_counted
from holecard.lab.other_hands import (
    HandsKnown,
    Others,
    as_chart,
    draw_known,
    every_hand,
    hands_known,
)
from holecard.odds.composition import Composition, full_decks, read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve import dealer_kernels
from holecard.odds.solve.best_play import play_game
from holecard.odds.solve.sights import Spec
from holecard.simulator.engine.job import make_job
from holecard.simulator.engine.lineup import lineups
from holecard.simulator.run import Goal, Run
from holecard.simulator.totals import figures
from holecard.wagers.game import Game
from tests.night import at_night
from tests.odds.test_walk import engine_plays
from tests.odds.walk import VALUE, Walk

CLASSIC = find_game("classic")
ONE_DECK = CLASSIC.but(decks=1)
WHOLE = CLASSIC.but(max_hands=1)  # a walk finds best play where no hand has a sister
SPLITS = CLASSIC.but(max_hands=3)
KNOWN_SHOE = read_composition("6:3 8:2 T:4")
SPLIT_SHOE = read_composition("6:4 8:5 T:4")


def books(game: Game, shoe: Composition | None = None) -> Books:
    return Books(Playbook(game, shoe=shoe))


def one_known(game: Game, shoe: Composition | None = None) -> HandsKnown:
    return hands_known(books(game, shoe), (1,))[0]


def two_cards(shoe: Composition) -> Iterator[tuple[Fraction, Composition]]:
    """Every two cards another seat may hold, in order: their chance, and the shoe without them."""
    for one, number in enumerate(shoe.cards):
        left = shoe.without((one,)) if number else shoe
        for other in range(52) if number else ():
            if left.cards[other]:
                chance = Fraction(number * left.cards[other], shoe.size * left.size)
                yield chance, left.without((other,))


@cache
def walked_best(shoe: Composition) -> Fraction:
    """What best play is worth, every branch of the real round walked in fractions."""
    return Walk(WHOLE, shoe).best()[VALUE]


def test_one_hand_known_is_best_play_walked_with_each_such_hand_out() -> None:
    walked = sum(p * walked_best(left) for p, left in two_cards(KNOWN_SHOE))
    found = one_known(WHOLE, KNOWN_SHOE)
    assert found.gain == pytest.approx(float(walked - walked_best(KNOWN_SHOE)), abs=1e-12)
    assert found.gain > 1e-4 and not found.samples and not found.stderr


@cache
def walked_play(shoe: Composition) -> Fraction:
    """The engine's own play of that shoe, splits too, walked over every branch."""
    return Walk(SPLITS, shoe).follow(engine_plays(Playbook(SPLITS, shoe=shoe).best))[VALUE]


@pytest.mark.nightly
def test_one_hand_known_with_splits_walked_in_fractions() -> None:
    walked = sum(p * walked_play(left) for p, left in two_cards(SPLIT_SHOE))
    assert any(one.split for one in Playbook(SPLITS, shoe=SPLIT_SHOE).best.sights)
    found = one_known(SPLITS, SPLIT_SHOE)
    assert found.gain == pytest.approx(float(walked - walked_play(SPLIT_SHOE)), abs=1e-12)
    assert found.gain > one_known(WHOLE, SPLIT_SHOE).gain / 10 > 0


def whole_gain(game: Game, shoe: Composition, known: int) -> float:
    """Every lot of so many cards by value, each with all sights and splits solved again."""
    cards = [next(c for c in range(52) if min(c // 4 + 1, 10) == worth and shoe.cards[c])
             for worth in range(1, 11) if shoe.values[worth - 1]]  # fmt: skip
    found, total = -float(Playbook(game, shoe=shoe).best.ev), 0
    for lot in combinations_with_replacement(range(len(cards)), known):
        numbers = [lot.count(at) for at in range(len(cards))]
        there = [int(shoe.values[min(card // 4 + 1, 10) - 1]) for card in cards]
        ways = prod(comb(have, some) for have, some in zip(there, numbers, strict=True))
        if ways:
            left = taken(shoe, [cards[at] for at in lot])
            total += ways
            found += ways / comb(shoe.size, known) * float(play_game(Spec(game, left)).ev)
    assert total == comb(shoe.size, known)
    return found


def taken(shoe: Composition, firsts: list[int]) -> Composition:
    """Without cards of the values of these, whichever suits and ranks are left."""
    for first in firsts:
        alike = range(36, 52) if first >= 36 else range(first // 4 * 4, first // 4 * 4 + 4)
        shoe = shoe.without((next(card for card in alike if shoe.cards[card]),))
    return shoe


@pytest.mark.parametrize(("game", "decks"), [*at_night((CLASSIC, 6), (BREAKOUT, 1), (CLASSIC, 2))])
def test_no_pair_that_could_be_split_is_left_out(game: Game, decks: int) -> None:
    ruled = game.but(decks=decks)
    whole = whole_gain(ruled, full_decks(decks), 2)
    assert one_known(ruled).gain == pytest.approx(whole, abs=1e-13)


@pytest.mark.nightly
@pytest.mark.parametrize("h17", [True, False], ids=["h17", "s17"])
@pytest.mark.parametrize("decks", range(1, 9))
def test_no_pair_is_left_out_under_any_decks(decks: int, h17: bool) -> None:
    """Pairs far from being split are left out of every sheet: here each is split, or not, against
    every two cards another seat may hold. Seen to fail: with a margin of nothing."""
    ruled = CLASSIC.but(decks=decks, hit_soft_17=h17)
    whole = whole_gain(ruled, full_decks(decks), 2)
    assert one_known(ruled).gain == pytest.approx(whole, abs=1e-13)


@pytest.mark.nightly
def test_pairs_that_are_sampled_where_the_dealer_shows_both_cards() -> None:
    found = one_known(FACE_UP)
    assert found.samples and 0 < found.stderr < found.gain / 20
    whole = whole_gain(FACE_UP, full_decks(6), 2)
    assert abs(found.gain - whole) < 4 * found.stderr


FEW = read_composition("A:4 5:6 6:6 9:4 T:12")


@pytest.mark.nightly
def test_two_hands_sampled_are_those_counted_out() -> None:
    """Four cards known: every lot of them solved, against the first order and samples."""
    others = Others.of(books(CLASSIC, FEW), (400, 600))
    found = others.known(Playbook(CLASSIC, shoe=FEW), 2)
    whole = whole_gain(CLASSIC, FEW, 4)
    assert found.stderr < whole / 4
    assert abs(found.gain - whole) < 4 * found.stderr


def test_nobody_gains_by_cards_that_are_not_looked_at() -> None:
    """A play carried on whatever is out wins, over every hand, what it does from the full shoe."""
    play = Playbook(ONE_DECK).best
    chart = as_chart(play)
    found = sum(
        float(p) * play_game(Spec(ONE_DECK, left), chart=chart).ev
        for p, left in every_hand(play.spec.shoe, by_rank=False)
    )
    assert found == pytest.approx(float(play.ev), abs=1e-13)


def test_what_standing_comes_to_is_added_up_once_for_a_shoe(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However it is played. Seen to fail: with each play solved for itself, which takes more."""
    others = Others.of(books(ONE_DECK))
    shoe, chart = full_decks(1).without((0, 20)), as_chart(others.play)
    added, add = [], dealer_kernels.stand_odds

    def counted(*given: Any) -> None:
        added.append(given[2:4])
        add(*given)

    monkeypatch.setattr(dealer_kernels, "stand_odds", counted)
    (best,) = others.worths(shoe, (None,))
    alone = len(added)
    both = others.worths(shoe, (None, chart))
    assert len(added) == 2 * alone > 0 and both[0] == best
    (blind,) = others.worths(shoe, (chart,))
    assert both[1] == blind and sum(blind) <= sum(best)


def test_hands_alike_are_counted_once() -> None:
    for by_rank, number in ((False, 55), (True, 91)):
        hands = list(every_hand(full_decks(1), by_rank))
        assert len(hands) == number and sum(p for p, _ in hands) == 1


def test_the_seed_fixes_it() -> None:
    one, other = (hands_known(books(CLASSIC, FEW), (2,), (10, 10))[0] for _ in range(2))
    assert one == other and one.gain > 0


@pytest.mark.nightly
def test_samples_of_other_hands_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = hands_known(books(CLASSIC), (6,))[0]
    monkeypatch.setattr(other_hands, "SEED", 5)
    more = hands_known(books(CLASSIC), (6,), (2_400, 2_400))[0]
    assert abs(ours.gain - more.gain) < 4 * (ours.stderr**2 + more.stderr**2) ** 0.5
    assert more.stderr < 0.02 * more.gain


def insured_by_counting(aces: int, tens: int, cards: int, seen: int) -> Fraction:
    """The cards seen drawn one by one after the ace, and half a wager at 2 to 1 where it wins."""

    def drawn(tens: int, left: int, more: int) -> Fraction:
        if not more:
            ten = Fraction(tens, left)
            return max(Fraction(0), 3 * ten - 1) / 2
        found = Fraction(0)
        for here, fewer in ((tens, 1), (left - tens, 0)):
            if here:
                found += Fraction(here, left) * drawn(tens - fewer, left - 1, more - 1)
        return found

    return Fraction(aces, cards) * drawn(tens, cards - 1, seen)


@pytest.mark.parametrize("others", [0, 2, 12])
def test_insurance_where_the_cards_known_make_it_win(others: int) -> None:
    for decks in (1, 2, 6):
        found = insurance_counted(Playbook(CLASSIC.but(decks=decks)), others)
        expected = insured_by_counting(4 * decks, 16 * decks, 52 * decks, 2 + others)
        assert found == expected
        assert (found > 0) == ((others > 0 and decks == 1) or (others == 12 and decks == 2))


def dealt(book: Playbook, left: Composition, rounds: int, seed: int) -> tuple[float, float]:
    """What a play wins from what is left, dealt by the simulator: mean and variance of it."""
    lines = lineups(book.game, charts_of(book), ("main",))
    cards = tuple(card for card in range(52) for _ in range(left.cards[card]))
    job = make_job(book.game, lines, seed)
    plan = job.seats[0].plan
    plan = plan._replace(sizes=plan.sizes._replace(cards=np.uint64(left.size)))
    job = replace(job, decks=1, deck=cards, seats=(replace(job.seats[0], plan=plan),))
    found = figures(job, Run(job, Goal(rounds)).finish(), lines, ("main",), {}, False)[0]
    return float(found.ev), float(found.stderr) ** 2


@pytest.mark.nightly
def test_one_hand_known_as_it_is_dealt(rounds: int = 1_820_000) -> None:
    """Each of 55 hands out of one deck, best play for what is left dealt from it: 1e8 at night."""
    mean = variance = 0.0
    for seed, (p, left) in enumerate(every_hand(full_decks(1), by_rank=False)):
        one, spread = dealt(Playbook(ONE_DECK, shoe=left), left, rounds, 100 + seed)
        mean += float(p) * one
        variance += float(p) ** 2 * spread
    expected = float(Playbook(ONE_DECK).best.ev) + one_known(ONE_DECK).gain
    z = (mean - expected) / variance**0.5
    print(f"one hand known, one deck: {mean:.6f}, exact {expected:.6f}, z {z:+.2f}")
    assert abs(z) < 4


@pytest.mark.nightly
def test_six_hands_known_as_they_are_dealt() -> None:
    """A hundred draws of twelve cards from one deck: best play for what is left and the play of
    somebody who does not know, dealt half a million rounds each: 1e8 in all."""
    chance, full = random.Random(8), Playbook(ONE_DECK)
    gains = []
    for seed in range(100):
        left = draw_known(full_decks(1), 12, chance)
        best = dealt(Playbook(ONE_DECK, shoe=left), left, 500_000, 1_000 + seed)
        blind = dealt(full, left, 500_000, 5_000 + seed)
        gains.append(best[0] - blind[0])
    mean, stderr = float(np.mean(gains)), float(np.std(gains, ddof=1)) / 10
    found = hands_known(books(ONE_DECK), (6,), (2_400, 2_400))[0]
    z = (mean - found.gain) / (stderr**2 + found.stderr**2) ** 0.5
    print(
        f"six hands known, one deck: {mean:.5f} ({stderr:.5f}), ours {found.gain:.5f}, z {z:+.2f}"
    )
    assert abs(z) < 4 and mean > 4 * stderr
