"""What a dealer's hands do: draw a card, lay it, ask a seat, settle a hand, keep the trace.

Part of the round procedure (round.py): plain ints and flat rows, so that it compiles.
"""

from __future__ import annotations

from typing import Any

from holecard.dealing.answers import MOST_COUNTED
from holecard.dealing.felt import (
    ASK_HAND,
    ASK_LEGAL,
    ASK_SEAT,
    ASKED,
    CALLED_OFF,
    CARD,
    CARDS,
    CHOICE,
    COUNT,
    DOUBLED,
    DRY,
    EVENTS,
    FROM_SPLIT,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    NEXT,
    NO_CARD,
    RESULT,
    SEAT_ROW,
    SETTLE,
    STATE,
    TRACE_ROW,
)
from holecard.dealing.own_tables import (
    BLACK,
    COUNTS,
    MIXED,
    RED,
    SHAPE_VALUES,
    SHAPED,
    SUIT_CLASSES,
)
from holecard.dealing.settle import EVEN_MONEY_PUSH, SURRENDER
from holecard.dealing.tables import (
    TOTALS,
    VALUES,
)
from holecard.hand import BLACKJACK_STATE, STATES


def draw(felt: Any) -> int:
    """The next card. An empty shoe is only marked: the round is called off at the end."""
    place = felt.at[CARD]
    if place >= len(felt.shoe):
        felt.at[DRY] = 1
        return int(felt.shoe[0])
    felt.at[CARD] = place + 1
    return int(felt.shoe[place])


def give(felt: Any, slot: int, card: int) -> None:
    row = slot * HAND_ROW
    felt.hands[row + CARDS + felt.hands[row + COUNT]] = card
    felt.hands[row + COUNT] += 1
    felt.hands[row + STATE] = felt.tables.add[
        felt.hands[row + STATE] * VALUES + felt.tables.value[card]
    ]


def keep_next(felt: Any, seat: int, card: int) -> None:
    """The first card that a seat gets after its two."""
    if felt.seats[seat * SEAT_ROW + NEXT] == 0:
        felt.seats[seat * SEAT_ROW + NEXT] = card + 1


def note(felt: Any, kind: int, seat: int, hand: int, card: int, detail: int) -> None:
    """One event of the trace; a felt without room for a trace keeps none, and nothing that
    happens after the shoe ran out is told."""
    if felt.at[DRY] and kind != CALLED_OFF:
        return
    at = felt.at[EVENTS] * TRACE_ROW
    if at + TRACE_ROW <= len(felt.trace):
        felt.trace[at] = kind
        felt.trace[at + 1] = seat
        felt.trace[at + 2] = hand
        felt.trace[at + 3] = card
        felt.trace[at + 4] = detail
        felt.at[EVENTS] += 1


def ask(felt: Any, seat: int, hand: int, legal: int) -> int:
    """The next decision of the script, or -1 after leaving word of who is asked for what."""
    place = felt.at[ASKED]
    if felt.at[DRY] or place >= len(felt.script):
        felt.at[ASK_SEAT] = seat
        felt.at[ASK_HAND] = hand
        felt.at[ASK_LEGAL] = legal
        return -1
    felt.at[ASKED] = place + 1
    action = int(felt.script[place])
    note(felt, CHOICE, seat, hand, NO_CARD, action)
    return action


def settle_hand(felt: Any, seat: int, hand: int, result: int) -> None:
    felt.hands[(seat * HANDS_A_SEAT + hand) * HAND_ROW + RESULT] = result
    note(felt, SETTLE, seat, hand, NO_CARD, result)


def is_natural(felt: Any, slot: int) -> bool:
    row = slot * HAND_ROW
    return bool(felt.hands[row + STATE] == BLACKJACK_STATE and felt.hands[row + COUNT] == 2)


def hand_total(felt: Any, slot: int) -> int:
    return int(felt.hands[slot * HAND_ROW + STATE] % TOTALS)


def busted(felt: Any, seat: int, hand: int) -> bool:
    return hand_total(felt, seat * HANDS_A_SEAT + hand) > 21


def up_value(felt: Any, seats: int) -> int:
    return int(felt.tables.value[felt.hands[seats * HANDS_A_SEAT * HAND_ROW + CARDS]])


def is_certain(felt: Any, seats: int) -> bool:
    """Whether nobody can still lose to a dealer blackjack."""
    return bool(felt.tables.certain[up_value(felt, seats)])


def pay_row(felt: Any, slot: int) -> int:
    """The row of results of a finished hand, in a game with rows of its own."""
    at = slot * HAND_ROW
    cards = min(felt.hands[at + COUNT], MOST_COUNTED)
    state = felt.hands[at + STATE]
    kind = felt.hands[at + FROM_SPLIT] * 2 + int(felt.hands[at + DOUBLED] > 0)
    if felt.tables.asks[SHAPED] and (cards == 2 or cards == 3) and state % TOTALS == 21:
        place = shape_of(felt, at, kind)
        if felt.tables.shape[place]:
            return int(felt.tables.shape[place] - 1)
    return int(felt.tables.row[(kind * COUNTS + cards) * STATES + state])


def shape_of(felt: Any, at: int, kind: int) -> int:
    """The place of a blackjack, or a 21 of three cards, by values from the lowest, and suits."""
    cards = felt.hands[at + COUNT]
    one, two, three = felt.hands[at + CARDS], felt.hands[at + CARDS + 1], NO_CARD
    a, b, c = int(felt.tables.value[one]), int(felt.tables.value[two]), 0
    if a > b:
        a, b = b, a
    if cards == 3:
        three = felt.hands[at + CARDS + 2]
        c = int(felt.tables.value[three])
        if b > c:
            b, c = c, b
        if a > b:
            a, b = b, a
    suits = suit_class(one % 4, two % 4, three % 4 if cards == 3 else two % 4)
    values = ((kind * SHAPE_VALUES + a) * SHAPE_VALUES + b) * SHAPE_VALUES + c
    return values * SUIT_CLASSES + suits


def suit_class(one: int, two: int, three: int) -> int:
    """The suit all have, else the colour, else mixed; diamonds and hearts, 1 and 2, are red."""
    if one == two and one == three:
        return int(one)
    red = int(one == 1 or one == 2) + int(two == 1 or two == 2) + int(three == 1 or three == 2)
    if red == 0:
        return BLACK
    return RED if red == 3 else MIXED


def whole_net(felt: Any, seat: int) -> int:
    """What the main wager came to in whole wagers, by the house's own results: a blackjack is one,
    half a wager given up is none, and a double counts twice though it was made for less."""
    net = 0
    for hand in range(felt.seats[seat * SEAT_ROW + HANDS]):
        row = (seat * HANDS_A_SEAT + hand) * HAND_ROW
        result = felt.hands[row + RESULT]
        if result != SURRENDER:
            net += felt.tables.counts[result] * (1 << felt.hands[row + DOUBLED])
        if result == EVEN_MONEY_PUSH:  # counts for no streak, and is paid
            net += 1
    return int(net)


def three_ranks(felt: Any, slot: int) -> int:
    """Whether a hand of three cards is 6-7-8 (1) or 7-7-7 (2), in any order; 0 for all others."""
    row = slot * HAND_ROW + CARDS
    if felt.hands[slot * HAND_ROW + COUNT] != 3:
        return 0
    sixes, sevens, eights = 0, 0, 0
    for place in range(3):
        rank = felt.hands[row + place] // 4 + 1
        sixes += int(rank == 6)
        sevens += int(rank == 7)
        eights += int(rank == 8)
    if sevens == 3:
        return 2
    return int(sixes == 1 and sevens == 1 and eights == 1)


def hole_card(felt: Any, seats: int) -> int:
    return int(felt.hands[seats * HANDS_A_SEAT * HAND_ROW + CARDS + 1])
