"""Random numbers: xoshiro256++ streams by (lineup, block, seed), and unbiased draws from a shoe.

The generator is Blackman and Vigna's, public domain; its outputs are in the tests. A block's stream
is seeded through NumPy's SeedSequence, so it is a pure function of what was asked for and never of
who computes it.

Draws are Lemire's multiply-shift, several from one 64-bit word (Brackett-Rozinsky and Lemire,
"Batched ranged random integer generation", 2024): with bounds b1 .. bk the high half of word * b1
is the first draw, the low half is the word for the next. All are unbiased exactly when words with
(word * b1..bk mod 2^64) < (2^64 mod b1..bk) are thrown away, as is done here.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.jit.intrinsics import bare, high_half

Words = npt.NDArray[np.uint64]

WORDS = 1024  # random words made at a time
# Words kept ready for a round: it has at most 60 cards, nine words, and throws one in eight away at
# worst (eight decks). A round that ran past them, once in 10^20 or so, would see old words again.
SPARE = 40
BATCH = 7  # cards drawn from one word: 416 * 415 .. 410 (eight decks) is below 2^64
U = np.uint64
U0, U1 = np.uint64(0), np.uint64(1)
U17, U19, U23, U41, U45 = (np.uint64(n) for n in (17, 19, 23, 41, 45))


# A desk is the array a kernel works at: four words of generator state, where it stands (the place
# in `words`, the word in hand, cards drawn, cards the word lasts for), what became of a split, and
# for every batch of seven cards the product of its bounds and the words to throw away.
STATE, CURSOR, ENDS, BATCHES = 0, 4, 8, 32
WORD, DRAWN, LIMIT = range(CURSOR + 1, ENDS)
MOST_BATCHES = 60  # 416 cards
DESK = BATCHES + 2 * MOST_BATCHES


def lay_desk(cards: int, seed: int, block: int, lineup: int = 0) -> Words:
    """A desk for drawing from a shoe of so many cards, its stream at the start of a block."""
    desk = np.zeros(DESK, dtype=np.uint64)
    desk[STATE:CURSOR] = stream_state(seed, block, lineup)
    desk[CURSOR] = WORDS  # no words made yet
    found = bounds(cards)
    desk[BATCHES : BATCHES + found.size] = found
    return desk


@cache
def bounds(cards: int) -> Words:
    """For every batch of draws: the product of its bounds, and 2^64 modulo it."""
    found = []
    for start in range(0, cards, BATCH):
        product = 1
        for drawn in range(start, start + BATCH):
            product *= max(cards - drawn, 1)
        found += [product, (1 << 64) % product]
    return np.array(found, dtype=np.uint64)


def stream_state(seed: int, block: int, lineup: int = 0) -> Words:
    """The generator's four words at the start of a block."""
    root = np.random.SeedSequence([lineup, block, seed])
    return np.asarray(root.generate_state(4, np.uint64), dtype=np.uint64)


@bare
def fill_words(desk: Any, words: Any) -> None:
    """xoshiro256++: the next words of the stream."""
    s0, s1, s2, s3 = desk[0], desk[1], desk[2], desk[3]
    for at in range(words.size):
        mixed = s0 + s3
        words[at] = ((mixed << U23) | (mixed >> U41)) + s0
        kept = s1 << U17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= kept
        s3 = (s3 << U45) | (s3 >> U19)
    desk[0], desk[1], desk[2], desk[3] = s0, s1, s2, s3


@bare
def shuffle(shoe: Any, desk: Any, words: Any, start: int, stop: int) -> None:
    """Put a random card of those not yet dealt into each place from `start`, a whole number of
    batches, up to `stop` (Fisher-Yates). Whatever order the shoe is in, the cards before `stop` are
    then a fair draw: a round from a fresh shoe needs no more of it shuffled than it deals."""
    at = desk[CURSOR]
    for batch in range(start // BATCH, (stop + BATCH - 1) // BATCH):
        bound = BATCHES + 2 * batch
        while True:
            if at >= U(WORDS):
                fill_words(desk, words)
                at = U0
            word = words[at]
            at += U1
            if word * desk[bound] >= desk[bound + 1]:
                break
        for place in range(batch * BATCH, min(batch * BATCH + BATCH, stop)):
            left = U(len(shoe) - place)
            other = U(place) + high_half(word, left)
            word *= left
            shoe[place], shoe[other] = shoe[other], shoe[place]
    desk[CURSOR] = at
