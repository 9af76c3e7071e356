"""A game's own answers, tabulated: which finished hands are settled alike, and what each comes to.

Hands that come to the same result against every standing of the dealer's share a row. A game whose
rows follow from standings alone needs none of this, and is dealt from the tables every game has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from holecard.cards import ACE, TEN
from holecard.dealing.actions import DOUBLE, STAND, SURRENDER, bit
from holecard.dealing.answers import (
    LEAST_FINAL,
    MOST_COUNTED,
    MOST_FINAL,
    NO_SUIT,
    Answers,
    Finished,
    Held,
    can_be,
    is_held,
)
from holecard.dealing.rules import Rules
from holecard.dealing.settle import (
    LOSE,
    LOSE_BET,
    NATURAL,
    OPEN,
    PUSH,
    STANDINGS,
    WIN,
    settle_own,
)
from holecard.hand import BLACKJACK_STATE, STATES, is_soft, state_of_values, total

# Places in `asks`: whether a game answers what only some games do.
(
    SPECIAL,  # hands are settled by rows
    SHAPED,  # and some by their cards and suits
    ENDS,  # hands end by themselves
    AFTER_DOUBLE,  # a doubled hand may act
    FREE,  # the house puts up doubles or splits
    TAKES_PART,  # one of TAKES: what a dealer blackjack not looked for takes
    NO_EVEN_MONEY,
    AGAINST,  # surrender is not open against every up card
    EARLY,  # hands may be given up before the dealer looks
    RAISES,  # the up card comes first, and the wager may be doubled
    MORE_ACTS,  # a drawn hand may double or be given up, or a split one given up
    SWITCHES,  # seats are dealt by twos, and their second cards may be swapped
) = range(12)
ASKS = SWITCHES + 1
LEAVE_PLAY = (NO_EVEN_MONEY, SWITCHES)  # the play of one hand is what it would be without them
KINDS = 4  # of a finished hand: split * 2 + doubled
COUNTS = MOST_COUNTED + 1
SHAPE_VALUES = 11
# Suits of a blackjack or a 21 of three cards: one of the four, else one colour, else mixed.
SUIT_CLASSES = 8
BLACK, RED, MIXED = 4, 5, 6
RED_SUITS = (1, 2)
FINALS = (
    *range(LEAST_FINAL, MOST_FINAL + 1),
    NATURAL,
)  # standings a dealer's finished hand can have
TIMES = 4  # a hand is doubled at most three times


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTables:
    """What the house's games leave empty."""

    asks: list[int] = field(default_factory=lambda: [0] * ASKS)
    row: list[int] = field(default_factory=lambda: [0])  # [(kind * COUNTS + cards) * STATES + s]
    shape: list[int] = field(default_factory=lambda: [0])  # [place of the shape] row + 1, or 0
    settles: list[int] = field(default_factory=lambda: [0])  # [row * STANDINGS + dealer]
    sure: list[int] = field(default_factory=lambda: [0])  # [row * 2 + certain] whoever draws what
    ends: list[int] = field(default_factory=lambda: [0])  # [cards * STATES + state]
    after_double: list[int] = field(default_factory=lambda: [0])  # [times * STATES + state] legal
    free_double: list[int] = field(default_factory=lambda: [0])  # [phase * STATES + state]
    free_split: list[int] = field(default_factory=lambda: [0])  # [value]
    against: list[int] = field(default_factory=lambda: [0])  # [up value] surrender is open
    early: list[int] = field(default_factory=lambda: [0])  # [up value] open before the look
    counts: tuple[int, ...] = ()  # [result, from the ninth] for a streak
    natural_sure: tuple[bool, bool] = (False, False)  # blackjacks, by `certain`

    @property
    def special(self) -> int:
        return self.asks[SPECIAL]


HOUSE_OWN = OwnTables()


def changes_play(asks: Sequence[int]) -> bool:
    """Whether a game's answers make the play of one hand other than the house's."""
    return any(asked for question, asked in enumerate(asks) if question not in LEAVE_PLAY)


class Rows:
    """Rows of results, each once."""

    def __init__(self, rules: Rules, answers: Answers) -> None:
        self.rules, self.answers = rules, answers
        self.found: dict[tuple[int, ...], int] = {}

    def row(self, hand: Finished) -> int:
        results = {dealer: self.result(hand, dealer) for dealer in FINALS}
        # Against a hand the dealer did not draw on: what it is whatever the dealer draws, if only a
        # blackjack could have made a difference.
        drawn = {result for dealer, result in results.items() if dealer != NATURAL}
        undrawn = drawn.pop() if len(drawn) == 1 else OPEN
        row = tuple(results.get(dealer, undrawn) for dealer in range(STANDINGS))
        return self.found.setdefault(row, len(self.found))

    def result(self, hand: Finished, dealer: int) -> int:
        if hand.total > 21:
            return LOSE  # taken when it busts: no answer is asked
        return self.answers.wins(hand, dealer, self.rules)

    @property
    def settles(self) -> list[int]:
        return [result for row in self.found for result in row]

    @property
    def sure(self) -> list[int]:
        """[row * 2 + certain]: the result, where it is the same whatever the dealer's hand; where a
        dealer blackjack is ruled out, whatever other hand."""
        found = []
        for row in self.found:
            drawn = {row[dealer] for dealer in FINALS if dealer != NATURAL}
            alike = len(drawn) == 1
            found += [row[20] if alike and row[NATURAL] == row[20] else OPEN]
            found += [row[20] if alike else OPEN]
        return found


def own_tables(rules: Rules, answers: Answers) -> OwnTables:
    if answers == Answers(deck=answers.deck):
        return OwnTables()
    rows = Rows(rules, answers)
    row = [
        rows.row(counted(kind, cards, state))
        for kind in range(KINDS)
        for cards in range(COUNTS)
        for state in range(STATES)
    ]
    shapes = shape_rows(rows, row)
    asks = asked(rules, answers)
    if answers.who_wins is not None and not by_standing(row, shapes, rows.settles, rules):
        asks[SPECIAL], asks[SHAPED] = 1, int(bool(shapes))
    sure, naturals = rows.sure, natural_rows(row, shapes)
    values = range(SHAPE_VALUES)
    return OwnTables(
        asks=asks,
        row=row,
        shape=shape_table(shapes) if shapes else [0],
        settles=rows.settles,
        sure=sure,
        ends=ends(rules, answers),
        after_double=after_doubles(rules, answers),
        free_double=free_doubles(rules, answers),
        free_split=[
            int(answers.says_yes("free_split", worth, rules, dealt=worth > 0)) for worth in values
        ],
        against=[int(up in answers.surrender_against) for up in values],
        early=early(rules, answers),
        counts=(-1, *(int(one.pays > 0) - int(one.pays < 0) for one in answers.results)),
        natural_sure=(
            all(sure[2 * one] for one in naturals),
            all(sure[2 * one + 1] for one in naturals),
        ),
    )


def asked(rules: Rules, answers: Answers) -> list[int]:
    """What a game answers of its own, but for who wins; MORE_ACTS is known to tables.py."""
    asks = [0] * ASKS
    asks[ENDS] = int(any(ends(rules, answers)))
    asks[AFTER_DOUBLE] = int(any(after_doubles(rules, answers)))
    asks[FREE] = int(answers.free)
    asks[TAKES_PART] = answers.taken(rules)
    asks[NO_EVEN_MONEY] = int(not answers.even_money)
    asks[AGAINST] = int(len(set(answers.surrender_against)) < TEN)
    asks[EARLY] = int(any(early(rules, answers)))
    asks[RAISES] = int(answers.raises)
    asks[SWITCHES] = int(answers.switches)
    return asks


def ends(rules: Rules, answers: Answers) -> list[int]:
    return [
        int(answers.says_yes("ends", points, cards, rules, dealt=can_be(points, cards)))
        for cards in range(COUNTS)
        for points in map(total, range(STATES))
    ]


def early(rules: Rules, answers: Answers) -> list[int]:
    return [
        int(answers.says_yes("early_surrender", up, rules, dealt=up > 0))
        for up in range(SHAPE_VALUES)
    ]


def counted(kind: int, cards: int, state: int) -> Finished:
    split, doubled = bool(kind // 2), bool(kind % 2)
    natural = cards == 2 and state == BLACKJACK_STATE and not split and not doubled
    return Finished(total(state), natural, cards, (), NO_SUIT, NO_SUIT, doubled, split)


Shape = tuple[int, tuple[int, ...], int]  # kind, values, class of suits


def shape_rows(rows: Rows, row: list[int]) -> dict[Shape, int]:
    """Blackjacks and 21s of three cards that are settled otherwise for their cards and suits."""
    found = {}
    for values in shaped_values():
        state = state_of_values(values)
        for kind in range(KINDS):
            if len(values) == 2 and kind:
                continue
            plain = counted(kind, len(values), state)
            for suits in (*range(4), BLACK, RED, MIXED):
                suit = suits if suits < BLACK else NO_SUIT
                hand = plain._replace(values=values, suit=suit, colour=colour_of(suits))
                at = rows.row(hand)
                if at != row[(kind * COUNTS + len(values)) * STATES + state]:
                    found[kind, values, suits] = at
    return found


def shaped_values() -> list[tuple[int, ...]]:
    three = combinations_with_replacement(range(ACE, TEN + 1), 3)
    return [(ACE, TEN), *(values for values in three if total(state_of_values(values)) == 21)]


def colour_of(suits: int) -> int:
    if suits < BLACK:
        return int(suits in RED_SUITS)
    return {BLACK: 0, RED: 1}.get(suits, NO_SUIT)


def shape_place(kind: int, values: tuple[int, ...], suits: int) -> int:
    a, b, c = (*values, 0)[:3]
    return (
        ((kind * SHAPE_VALUES + a) * SHAPE_VALUES + b) * SHAPE_VALUES + c
    ) * SUIT_CLASSES + suits


def shape_table(shapes: dict[Shape, int]) -> list[int]:
    table = [0] * (KINDS * SHAPE_VALUES**3 * SUIT_CLASSES)
    for (kind, values, suits), row in shapes.items():
        table[shape_place(kind, values, suits)] = row + 1
    return table


def natural_rows(row: list[int], shapes: dict[Shape, int]) -> set[int]:
    """The rows a blackjack can have."""
    named = [shapes.get((0, (ACE, TEN), suits)) for suits in range(MIXED + 1)]
    plain = row[2 * STATES + BLACKJACK_STATE]
    return {plain if one is None else one for one in named}


def by_standing(row: list[int], shapes: dict[Shape, int], settles: list[int], rules: Rules) -> bool:
    """Whether a hand's standing is all that its result asks for, and only blackjacks have other
    pay than one to one: then `result` has it."""
    rows: dict[int, set[int]] = {}
    for kind in range(KINDS):
        for cards in range(2, COUNTS):
            for state in range(STATES):
                if 4 <= total(state) <= 21:
                    hand = counted(kind, cards, state)
                    rows.setdefault(hand.standing, set()).add(
                        row[(kind * COUNTS + cards) * STATES + state]
                    )
    alike = all(len(found) == 1 for found in rows.values()) and not shapes
    (natural,) = rows.pop(NATURAL) if alike else (0,)
    paid_even = all(
        settles[one * STANDINGS + dealer] in (LOSE, PUSH, WIN)
        for found in rows.values()
        for one in found
        for dealer in FINALS
    )
    # A blackjack's own settlement is asked of `natural_beats_21`: an answer that says otherwise
    # about it needs a row.
    house = [settle_own(NATURAL, dealer, rules) for dealer in FINALS]
    own = [settles[natural * STANDINGS + dealer] for dealer in FINALS]
    return alike and paid_even and max(own) < LOSE_BET and same_waiting(house, own)


def same_waiting(house: list[int], own: list[int]) -> bool:
    """Whether a blackjack waits for the dealer's drawn hand as by the house's rules."""
    drawn = [len(set(results[:-1])) == 1 for results in (house, own)]
    return drawn[0] == drawn[1]


def after_doubles(rules: Rules, answers: Answers) -> list[int]:
    """What a doubled hand may still do, by how often it was doubled."""
    found = [0] * (TIMES * STATES)
    for times in range(1, TIMES):
        for state in range(STATES):
            if total(state) >= 21:
                continue
            hand = Held(total(state), is_soft(state), False, False, False, doubled=True)
            mask = 0
            if answers.says_yes("may_surrender", hand, rules, dealt=is_held(hand)):
                mask |= bit(SURRENDER)
            if times < TIMES - 1 and answers.says_yes(
                "may_double", hand, rules, dealt=is_held(hand)
            ):
                mask |= bit(DOUBLE)
            found[times * STATES + state] = mask | bit(STAND) if mask else 0
    return found


def free_doubles(rules: Rules, answers: Answers) -> list[int]:
    from holecard.dealing.tables import HELD_PHASES

    if not answers.free:
        return [0]
    hands = [
        Held(total(state), is_soft(state), *phase, doubled=False)
        for phase in HELD_PHASES.values()
        for state in range(STATES)
    ]
    return [int(answers.says_yes("free_double", one, rules, dealt=is_held(one))) for one in hands]
