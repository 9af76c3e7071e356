"""Where the fast kernel finds things: the plan's, the record's and the desk's layout, unsigned.

Nothing is decided here. The kernel's numbers must all be unsigned (fast_round.py says why), the
layouts are plain ints: each name below is one of theirs, or a mask made of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.dealing import settle
from holecard.dealing.tables import HAND_COUNTS as NUMBERS_OF_HANDS
from holecard.dealing.tables import TOTALS
from holecard.hand import STATES
from holecard.simulator.engine import plan, random_stream, record_word
from holecard.simulator.engine.plan import Book
from holecard.simulator.engine.record_word import RANK_BITS, SUIT_BITS, Fields

U = np.uint64


def ones(bits: int) -> np.uint64:
    """So many bits, all set."""
    return U((1 << bits) - 1)


U0, U1, U2, U3, U4 = (U(n) for n in range(5))
TWENTY_ONE = U(21)
# A settled blackjack meets a dealer without one: as in round.settle_naturals, take 20.
TWENTY = U(20)
NATURAL = U(settle.NATURAL)

# A packed card, and where a table by two values or two ranks has its row.
CARD, SUITS_BIT = ones(plan.VALUE_BIT), U(plan.SUITS_BIT)
VALUE_BIT, VALUE = U(plan.VALUE_BIT), ones(plan.ROW_BITS)
RANK = ones(RANK_BITS) << U(SUIT_BITS)
ROW_BITS, SQUARE_BITS = U(plan.ROW_BITS), U(2 * plan.ROW_BITS)
VALUE_TO_ROW, VALUE_ROW = U(plan.VALUE_BIT - plan.ROW_BITS), ones(plan.ROW_BITS) << ROW_BITS
RANK_TO_ROW, RANK_TO_PLACE = U(plan.ROW_BITS - SUIT_BITS), U(SUIT_BITS)

# The book: where its tables start, and the parts of their entries.
BOOK = Book(*map(U, plan.BOOK))
STANDING = U(plan.STANDING)
STATE, TOTAL, TOTAL_BITS = U(STATES - 1), U(TOTALS - 1), U((TOTALS - 1).bit_length())
SIGHT_BIT, SIGHT = U(plan.SIGHT_BIT), ones(plan.FOUND_BIT - plan.SIGHT_BIT)
FOUND_BIT, NATURAL_BIT, NOW_BIT = U(plan.FOUND_BIT), U(plan.NATURAL_BIT), U(plan.NOW_BIT)
NODE, START_NATURAL_BIT = ones(plan.START_NATURAL_BIT), U(plan.START_NATURAL_BIT)
DRAWS = U(1 << plan.DRAWS_BIT)
RECORDED, STREAK_BIT, TENTHS_BIT = ones(plan.TENTHS_BIT), U(plan.STREAK_BIT), U(plan.TENTHS_BIT)
NET_STEP, NET_ZERO, TENTHS_ZERO = U(plan.NET_STEP), U(plan.NET_ZERO), U(plan.TENTHS_ZERO)
SPLITS = U(plan.SPLITS)
HAND_COUNTS, TWO_CARDS, MORE_BIT = U(NUMBERS_OF_HANDS), ones(plan.MORE_BIT), U(plan.MORE_BIT)

# The record: where its fields start, and one of what is counted there.
starts: Any = map(U, record_word.AT)
AT = Fields(*starts)
ONE_CARD, ONE_DEALER_CARD = U1 << AT.hand_cards, U1 << AT.dealer_cards
TWO_CARDS_EACH = U2 * (ONE_CARD + ONE_DEALER_CARD)
TOTAL_AND_LOWEST = (U1 << AT.hand_total) + (U1 << AT.lowest)

# The desk and its words.
BATCH, BATCHES = U(random_stream.BATCH), U(random_stream.BATCHES)
FULL = U(random_stream.WORDS - random_stream.SPARE)
LAST = U(random_stream.WORDS - 1)
