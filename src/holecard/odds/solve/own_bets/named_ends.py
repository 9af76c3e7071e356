"""What a wager calls every end of a hand, by what was dealt first.

A wager is a function of what it looks at: it is asked once for all that looks alike to it.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from holecard.dealing.felt import HANDS_A_SEAT
from holecard.dealing.settle import NATURAL, STANDINGS
from holecard.errors import BadDefinition
from holecard.hand import BLACKJACK_STATE, state_of_values
from holecard.hand import total as points
from holecard.odds.solve.hand_kernels import VALUES
from holecard.odds.solve.own_bets.hand_ends import RESULTS, TOTALS, ends_from, possible_ends
from holecard.wagers.wager import Wager

UNCALLED = -1  # no outcome for an end that a hand may have
IMPOSSIBLE = -2  # nor for one that no hand has after such a start
Key = tuple[int, ...]
ANY_DEALER = (*range(4, 27), NATURAL)
CARD_LOOKS = frozenset({"hand_suited", "hand_coloured"})  # at the suits of a finished hand
IN_SUIT = 2
DEALER_LOOKS = frozenset({"dealer_total", "dealer_natural"})


class Kind(NamedTuple):
    """What a wager can see of the first cards."""

    start_total: int
    natural: int
    up_value: int
    first_value: int
    second_value: int


class End(NamedTuple):
    """How a first hand ended: split or not, its total and cards, and whether it was given up or
    doubled; whether it is a 6-7-8 (1) or a 7-7-7 (2), and what its cards have in common: a colour
    (1), a suit (2)."""

    split: bool
    total: int
    cards: int
    given_up: bool = False
    doubled: bool = False
    three: int = 0
    common: int = 0

    def with_card(self, worth: int) -> End:
        """A hard hand with one card more."""
        return self._replace(total=self.total + worth, cards=self.cards + 1, three=0)


def dealers(unseen: bool) -> list[int]:
    """The standings that the dealer can have, a blackjack that nobody has looked for or not."""
    return [dealer for dealer in ANY_DEALER if unseen or dealer != NATURAL]


def end_looks(end: End, dealer: int, result: int) -> dict[str, int]:
    """What a wager can see of an end."""
    return {
        "hands": 1 + end.split,
        "hand_total": end.total,
        "hand_cards": end.cards,
        "hand_result": result,
        "surrendered": int(end.given_up),
        "doubled": int(end.doubled),
        "hand_three": end.three,
        "hand_suited": int(end.common == IN_SUIT),
        "hand_coloured": int(end.common > 0),
        "dealer_total": 21 if dealer == NATURAL else dealer,
        "dealer_natural": int(dealer == NATURAL),
    }


START_LOOKS = ("start_total", "natural", "first_value", "second_value")
Start = tuple[int, ...]  # values of two cards, or of the one that a split hand starts with


@cache
def starts_like(seen: tuple[tuple[str, int | None], ...]) -> tuple[Start, ...]:
    """The starts that look so; None is not looked at."""
    found = []
    for one, other in product(range(1, VALUES + 1), repeat=2):
        state = state_of_values((one, other))
        is_natural = int(state == BLACKJACK_STATE)
        looks = dict(zip(START_LOOKS, (points(state), is_natural, one, other), strict=True))
        if all(value in (None, looks[name]) for name, value in seen):
            found.append((one, other))
    return tuple(found)


class NamedEnds:
    """The outcomes of one wager."""

    def __init__(self, wager: Wager) -> None:
        self.wager = wager
        self.looks = set(wager.looks)
        self.keys: dict[Kind, Key] = {}
        self.placed: dict[Key, int] = {}

    @cached_property
    def dealt_out(self) -> bool:
        """Whether the dealer draws for this wager though nothing else needs it."""
        return all(self.wager.needs_dealer(0, lowest) for lowest in range(4, TOTALS))

    @property
    def counts_hands(self) -> bool:
        """Whether of how the hand ends it looks only at how many hands a split made."""
        return self.looks - set(Kind._fields) == {"hands"}

    @property
    def turned(self) -> bool:
        """Whether the order of the first two cards can matter."""
        return bool({"first_value", "second_value"} & self.looks)

    def kept(self, kind: Kind) -> Key:
        """What every end is called after such a start: starts of one key are played alike."""
        if kind not in self.keys:
            seen = self.start_of(kind)
            self.keys[kind] = tuple(self.called({**seen, **end}) for end in self.all_ends)
        return self.keys[kind]

    def called(self, seen: dict[str, int]) -> int:
        """An outcome, or that the wager gives none, and whether a hand may end so."""
        try:
            return self.wager.classified(seen)
        except BadDefinition:
            return UNCALLED if self.can_be(seen) else IMPOSSIBLE

    def can_be(self, seen: dict[str, int]) -> bool:
        """Whether a hand can end so after such a start, as far as the wager looks at both."""
        splits = (seen["hands"] > 1,) if "hands" in seen else (False, True)
        return any(
            seen.get("hand_total", total) == total
            and seen.get("hand_cards", cards) == cards
            and (cards > 2 or not seen.get("doubled"))
            and ((total, cards) == (21, 3) or not seen.get("hand_three"))
            for start in starts_like(tuple((name, seen.get(name)) for name in START_LOOKS))
            for split in splits
            for total, cards in ends_from(start[:1] if split else start)
            if not split or start[0] == start[1]
        )

    @cached_property
    def all_ends(self) -> list[dict[str, int]]:
        """Every end as far as the wager looks at it."""
        found: dict[Key, dict[str, int]] = {}
        looks = [name for name in self.wager.looks if name not in Kind._fields]
        dealers = ANY_DEALER if DEALER_LOOKS & set(looks) else (20,)
        ends = sorted(possible_ends())
        lives = ((False, False), (True, False), (False, True))  # split, given up
        kinds = list(product(lives, self.doubles, self.threes, self.commons))
        for (total, cards), result, dealer in product(ends, range(1, RESULTS), dealers):
            for (split, given_up), doubled, three, common in kinds:
                end = End(split, total, cards, given_up, doubled, three, common)
                seen = end_looks(end, dealer, result)
                row = {name: seen[name] for name in looks}
                found[tuple(row.values())] = row
        if self.counts_hands:
            return [{"hands": hands} for hands in range(1, HANDS_A_SEAT + 1)]
        return list(found.values())

    @property
    def doubles(self) -> tuple[bool, ...]:
        """What it tells apart of doubled hands, of 6-7-8 and 7-7-7, and of suits."""
        return (False, True) if "doubled" in self.looks else (False,)

    @property
    def threes(self) -> tuple[int, ...]:
        return (0, 1, 2) if "hand_three" in self.looks else (0,)

    @property
    def commons(self) -> tuple[int, ...]:
        return (0, 1, IN_SUIT) if CARD_LOOKS & self.looks else (0,)

    def tells_busts_apart(self, kind: Kind) -> bool:
        """Whether it matters after such a start by how much the dealer busts."""
        if "dealer_total" not in self.looks:
            return False
        found: dict[Key, set[int]] = {}
        for end, outcome in zip(self.all_ends, self.kept(kind), strict=True):
            if end["dealer_total"] > 21:
                rest = tuple(seen for name, seen in end.items() if name != "dealer_total")
                found.setdefault(rest, set()).add(outcome)
        return any(len(outcomes) > 1 for outcomes in found.values())

    def settled_already(self, kind: Kind) -> int | None:
        """The outcome after a start of which it is known whatever comes."""
        called = set(self.kept(kind)) - {UNCALLED, IMPOSSIBLE}
        return called.pop() if len(called) == 1 else None

    def place(self, kind: Kind, end: End, dealer: int, result: int) -> int:
        """The outcome of an end against a standing of the dealer's; asked once for all that look
        alike."""
        key = (
            *kind, end.split, end.given_up, end.total if "hand_total" in self.looks else 0,
            end.cards if "hand_cards" in self.looks else 0,
            end.doubled, end.three, end.common,
            dealer if DEALER_LOOKS & self.looks else 0, result,
        )  # fmt: skip
        if key not in self.placed:
            self.placed[key] = self.ask(kind, end, dealer, result)
        return self.placed[key]

    def ask(self, kind: Kind, end: End, dealer: int, result: int) -> int:
        seen = {**kind._asdict(), **end_looks(end, dealer, result)}
        given = {name: seen[name] for name in self.wager.looks}
        try:
            place = self.wager.classified(given)
        except BadDefinition:
            if self.can_be(given):
                raise
            return 0  # of no hand: it is not read
        if end.split and "hands" in self.looks and not self.counts_hands:
            self.check_hands(given, place)
        return place

    def of_hands(self, kind: Kind, hands: int) -> int:
        """The outcome of so many hands, where nothing else counts."""
        return self.called({**self.start_of(kind), "hands": hands})

    def start_of(self, kind: Kind) -> dict[str, int]:
        return {name: kind._asdict()[name] for name in self.wager.looks if name in Kind._fields}

    def check_hands(self, given: dict[str, int], place: int) -> None:
        """How many hands a split makes is known only when the round is over."""
        if any(self.wager.classified({**given, "hands": hands}) != place for hands in (3, 4)):
            raise BadDefinition(
                f"{self.wager.id} depends on how many hands a split makes, which the exact engine "
                "does not follow: price it with `holecard simulate`"
            )

    def over(self, kind: Kind, end: End, result: int, natural: bool) -> list[int]:
        """[dealer standing] the outcome of a hand that is over before the dealer draws. Where the
        dealer does not draw for the wager, it must be one whatever the dealer has."""
        found = {one: self.place(kind, end, one, result) for one in dealers(natural)}
        if not self.dealt_out and len(set(found.values())) > 1:
            looks = ", ".join(name for name in self.wager.looks if name in DEALER_LOOKS)
            raise BadDefinition(
                f"{self.wager.id} looks at {looks} of hands for which the dealer need not draw "
                f"({end.total} in {end.cards} cards): give it needs=always if it makes the dealer "
                "draw, or price it with `holecard simulate`"
            )
        return [found.get(dealer, 0) for dealer in range(STANDINGS)]
