"""Face Up's bonus tables are ours (F6), so the naive reading takes them on trust: here the hands
are named again, by the best line of the table that any poker player would find."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from holecard.cards import RANKS, rank, suit
from holecard.games import FACE_UP
from tests.night import by_day

TWO, FOUR = FACE_UP.wager("two-card"), FACE_UP.wager("four-card")
RUNS = {frozenset((RANKS + "A")[at : at + 4]) for at in range(11)}
SUITINGS = ((0, 0, 0, 0), (0, 0, 0, 1), (1, 0, 0, 0), (0, 1, 0, 1), (0, 1, 2, 3))


def two_names(cards: tuple[int, ...]) -> set[str]:
    """Every line of the 2-Card table the hand is on."""
    one, other = (RANKS[rank(card) - 1] for card in cards)
    suited = "suited-" if len({suit(card) for card in cards}) == 1 else ""
    names = {"lose"}
    if one == other:
        names |= {"pair", f"{suited}pair"} | ({"suited-aces"} if suited and one == "A" else set())
    if "A" in one + other and (one in "TJQK" or other in "TJQK"):
        names |= {"blackjack", f"{suited}blackjack"}
    return names


def four_names(cards: tuple[int, ...]) -> set[str]:
    """Every line of the 4-Card table the hand is on."""
    count = Counter(RANKS[rank(card) - 1] for card in cards)
    shape = sorted(count.values())
    flush = len({suit(card) for card in cards}) == 1
    straight = frozenset(count) in RUNS
    high = {face for face, times in count.items() if times >= 2 and face in "JQKA"}
    found = {
        "lose": True,
        "high-pair": bool(high),
        "straight": straight,
        "two-pairs": shape == [2, 2],
        "flush": flush,
        "three-of-a-kind": shape[-1] >= 3,
        "straight-flush": straight and flush,
        "four-of-a-kind": shape == [4],
        "four-aces": count["A"] == 4,
    }
    return {name for name, holds in found.items() if holds}


def looks(cards: tuple[int, ...]) -> dict[str, int]:
    """The cards as the wagers see them: the seat's two, the up card, the hole card."""
    seen = {"natural": int("blackjack" in two_names(cards[:2]))}
    for who, card in zip(("first", "second", "up", "hole"), cards, strict=False):
        seen |= {f"{who}_rank": rank(card), f"{who}_suit": suit(card)}
    return seen


@pytest.mark.parametrize("first", range(52))
def test_two_cards_pay_their_best_line(first: int) -> None:
    for second in range(52):
        cards = (first, second)
        seen = looks(cards)
        outcome = TWO.outcomes[TWO.classify(**{look: seen[look] for look in TWO.looks})]
        assert outcome in two_names(cards)
        assert TWO.table().pays(outcome) == max(map(TWO.table().pays, two_names(cards)))


@pytest.mark.parametrize("low", by_day(list(range(13)), 0, 6, 12))
def test_four_cards_pay_their_best_line(low: int) -> None:
    for ranks in product((low,), range(13), range(13), range(13)):
        for suits in SUITINGS:
            cards = tuple(4 * at + mark for at, mark in zip(ranks, suits, strict=True))
            seen = looks(cards)
            outcome = FOUR.outcomes[FOUR.classify(**{look: seen[look] for look in FOUR.looks})]
            assert outcome in four_names(cards)
            assert FOUR.table().pays(outcome) == max(map(FOUR.table().pays, four_names(cards)))
