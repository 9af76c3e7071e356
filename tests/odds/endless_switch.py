"""Blackjack Switch from an endless shoe, written apart: nothing of the package is used.

From an endless shoe no card drawn tells of the next, so two hands are worth the sum of what each is
worth, and a swap by that sum is the best there is. Split hands are played one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod

VALUES = range(1, 11)
CHANCE = {value: (4 if value == 10 else 1) / 13 for value in VALUES}
BLACKJACK = {1, 10}


def add(total: int, soft: bool, value: int) -> tuple[int, bool]:
    total += value
    if value == 1 and not soft and total <= 11:
        return total + 10, True
    return (total - 10, False) if soft and total > 21 else (total, soft)


@dataclass(frozen=True)
class Hands:
    """What a hand is worth once the dealer has no blackjack, and what a round comes to. Played as
    under the rules of `like`, if they are given, else best."""

    hit_soft_17: bool = True
    resplit_aces: bool = True
    double_after_split: bool = True
    hands: int = 4
    swapped_blackjack: bool = False  # an ace and a ten that came together by a swap are one
    like: Hands | None = None

    def __post_init__(self) -> None:
        for name in ("finals", "stand", "hit", "best", "split", "worth"):
            object.__setattr__(self, name, cache(getattr(self, name)))

    def best(self, choice: str, *asked: int) -> float:
        """The value of what is chosen of the values that the method of that name lists."""
        values: list[float] = getattr(self, choice)(*asked)
        theirs: list[float] = getattr(self.like or self, choice)(*asked)
        return values[theirs.index(max(theirs))]

    def dealer(self, total: int, soft: bool, barred: int = 0) -> dict[int, float]:
        """The dealer's totals from here, the next card not the barred one."""
        if total >= 18 or (total == 17 and not (soft and self.hit_soft_17)):
            return {total: 1.0}
        found: dict[int, float] = {}
        left = 1 - CHANCE.get(barred, 0)
        for value, chance in CHANCE.items():
            if value != barred:
                for end, share in self.dealer(*add(total, soft, value)).items():
                    found[end] = found.get(end, 0) + share * chance / left
        return found

    def finals(self, up: int) -> dict[int, float]:
        return self.dealer(*add(0, False, up), {1: 10, 10: 1}.get(up, 0))

    def stand(self, total: int, up: int) -> float:
        value = 0.0
        for end, chance in self.finals(up).items():
            if end != 22:
                value += chance * (1 if end > 22 or end < total else -1 if end > total else 0)
        return value

    def drawn(self, total: int, soft: bool, then: Callable[[int, bool], float]) -> float:
        found = 0.0
        for value, chance in CHANCE.items():
            after = add(total, soft, value)
            found += chance * (-1 if after[0] > 21 else then(*after))
        return found

    def hit(self, total: int, soft: bool, up: int) -> float:
        return self.drawn(total, soft, lambda total, soft: self.best("play", total, soft, up))

    def play(self, total: int, soft: bool, up: int) -> list[float]:
        stood = self.stand(total, up)
        return [stood] if total == 21 else [stood, self.hit(total, soft, up)]

    def two(self, first: int, second: int, up: int, of_split: bool) -> list[float]:
        """Two cards that are not split: aces of a split get no more."""
        total, soft = add(*add(0, False, first), second)
        if (of_split and first == 1) or total == 21:
            return [self.stand(total, up)]
        found = [self.best("play", total, soft, up)]
        if self.double_after_split or not of_split:
            found += [2 * self.drawn(total, soft, lambda total, soft: self.stand(total, up))]
        return found

    def split(self, value: int, up: int, to_play: int, to_make: int) -> float:
        """So many hands begun with this card, of which so many more may be made."""
        if not to_play:
            return 0.0
        return sum(
            chance * self.best("again", value, second, up, to_play, to_make)
            for second, chance in CHANCE.items()
        )

    def again(self, value: int, second: int, up: int, to_play: int, to_make: int) -> list[float]:
        kept = self.best("two", value, second, up, True) + self.split(
            value, up, to_play - 1, to_make
        )
        if second == value and to_make and (value != 1 or self.resplit_aces):
            return [kept, self.split(value, up, to_play + 1, to_make - 1)]
        return [kept]

    def first(self, first: int, second: int, up: int) -> list[float]:
        alone = self.best("two", first, second, up, False)
        return [alone, self.split(first, up, 2, self.hands - 2)] if first == second else [alone]

    def worth(self, first: int, second: int, up: int, switched: bool) -> float:
        if {first, second} == BLACKJACK and (self.swapped_blackjack or not switched):
            return 1.0
        return self.best("first", first, second, up)

    def both(self, one: int, two: int, three: int, four: int, up: int) -> list[float]:
        """Kept, and with the second cards swapped."""
        kept = self.worth(one, two, up, False) + self.worth(three, four, up, False)
        return [kept, self.worth(one, four, up, True) + self.worth(three, two, up, True)]

    def edge(self, swaps: bool = True, natural_wins: bool = False) -> float:
        """In percent of both wagers."""
        house = 0.0
        for up in VALUES:
            taken = CHANCE.get({1: 10, 10: 1}.get(up, 0), 0)
            value = 0.0
            for cards in product(VALUES, repeat=4):
                one, two, three, four = cards
                kept, _ = self.both(one, two, three, four, up)
                won = self.best("both", *cards, up) if swaps else kept
                value += prod(CHANCE[card] for card in cards) * won / 2
            blackjack = 2 * CHANCE[1] * CHANCE[10]
            lost = 1 - blackjack - (blackjack if natural_wins else 0)
            house -= CHANCE[up] * ((1 - taken) * value - taken * lost)
        return 100 * house
