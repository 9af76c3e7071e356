"""Blackjack Switch from a small shoe by the best play there is, written apart: every choice, the
swap among them, is made by all cards on the table, those drawn to the other hand too. No pairs are
split.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tests.odds.endless_switch import BLACKJACK, VALUES, add

Shoe = tuple[int, ...]  # cards of each value left, aces first
Hand = tuple[int, bool, bool, bool]  # total, soft, two cards, blackjack
Ended = tuple[int, int, bool]  # total, stake, blackjack


def take(shoe: Shoe, value: int) -> Shoe:
    return tuple(left - (at + 1 == value) for at, left in enumerate(shoe))


def two_cards(first: int, second: int, switched: bool) -> Hand:
    natural = {first, second} == BLACKJACK and not switched
    return *add(*add(0, False, first), second), True, natural


@dataclass(frozen=True)
class Table:
    hit_soft_17: bool = True

    def __post_init__(self) -> None:
        for name in ("dealer", "finals", "play"):
            object.__setattr__(self, name, cache(getattr(self, name)))

    def value(self, shoe: Shoe) -> float:
        """What each wager of two is worth before the deal."""
        return sum(chance * self.after_deal(five, left) for chance, five, left in dealt(shoe, 5))

    def after_deal(self, five: tuple[int, ...], shoe: Shoe) -> float:
        one, two, three, four, up = five
        barred = {1: 10, 10: 1}.get(up, 0)
        taken = shoe[barred - 1] / sum(shoe) if barred else 0.0
        lost = sum(set(hand) != BLACKJACK for hand in ((one, two), (three, four)))
        kept = two_cards(one, two, False), two_cards(three, four, False)
        swapped = two_cards(one, four, True), two_cards(three, two, True)
        best = max(self.play((), *hands, up, shoe) for hands in (kept, swapped))
        return ((1 - taken) * best - taken * lost) / 2

    def play(
        self,
        ended: tuple[Ended, ...],
        hand: Hand,
        other: Hand | None,
        up: int,
        shoe: Shoe,
    ) -> float:
        total, soft, two, blackjack = hand

        def end(total: int, stake: int, shoe: Shoe) -> float:
            both = (*ended, (total, stake, blackjack))
            return self.play(both, other, None, up, shoe) if other else self.settle(both, up, shoe)

        found = [end(total, 1, shoe)]
        if not blackjack and total < 21:
            hit = doubled = 0.0
            for value, chance in seen_chances(shoe, {1: 10, 10: 1}.get(up, 0)):
                left, (after, softly) = take(shoe, value), add(total, soft, value)
                doubled += chance * end(after, 2, left)
                drawn = (after, softly, False, False)
                lost = after > 21
                hit += chance * (
                    end(after, 1, left) if lost else self.play(ended, drawn, other, up, left)
                )
            found += [hit, doubled] if two else [hit]
        return max(found)

    def settle(self, both: tuple[Ended, ...], up: int, shoe: Shoe) -> float:
        if all(total > 21 or blackjack for total, _, blackjack in both):
            return sum(pays(one, 17) for one in both)
        finals = self.finals(up, shoe)
        return sum(q * sum(pays(one, end) for one in both) for end, q in finals.items())

    def finals(self, up: int, shoe: Shoe) -> dict[int, float]:
        barred = {1: 10, 10: 1}.get(up, 0)
        left = sum(shoe) - (shoe[barred - 1] if barred else 0)
        found: dict[int, float] = {}
        for value in VALUES:
            if shoe[value - 1] and value != barred:
                ends = self.dealer(*add(*add(0, False, up), value), take(shoe, value))
                for end, chance in ends.items():
                    found[end] = found.get(end, 0) + chance * shoe[value - 1] / left
        return found

    def dealer(self, total: int, soft: bool, shoe: Shoe) -> dict[int, float]:
        if total >= 18 or (total == 17 and not (soft and self.hit_soft_17)):
            return {total: 1.0}
        found: dict[int, float] = {}
        for chance, (value,), left in dealt(shoe, 1):
            for end, share in self.dealer(*add(total, soft, value), left).items():
                found[end] = found.get(end, 0) + share * chance
        return found


def dealt(shoe: Shoe, cards: int) -> Iterator[tuple[float, tuple[int, ...], Shoe]]:
    """Every order of so many cards, its chance, and what is left."""
    if not cards:
        yield 1.0, (), shoe
        return
    for value in VALUES:
        if shoe[value - 1]:
            first = shoe[value - 1] / sum(shoe)
            for chance, rest, left in dealt(take(shoe, value), cards - 1):
                yield first * chance, (value, *rest), left


def seen_chances(shoe: Shoe, barred: int) -> Iterator[tuple[int, float]]:
    """The next card, while a card known not to be of the barred value lies face down."""
    cards, known = sum(shoe), shoe[barred - 1] if barred else 0
    for value in VALUES:
        if shoe[value - 1]:
            share = 1.0 if value == barred else (cards - known - 1) / (cards - known)
            yield value, shoe[value - 1] * share / (cards - 1)


def pays(hand: Ended, dealer: int) -> int:
    total, stake, blackjack = hand
    if total > 21:
        return -stake
    if blackjack:
        return stake
    return 0 if dealer in (22, total) else stake * (1 if dealer > 22 or dealer < total else -1)
