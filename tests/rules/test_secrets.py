"""What nobody has seen yet decides nothing yet: rounds that differ only in hidden cards look the
same to every client, and nothing once seen is taken back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holecard.dealing.felt import PEEKED
from holecard.hand import BLACKJACK_STATE, state_of
from holecard.play.view import BACK, View, view
from holecard.text.line import read_line
from holecard.wagers.dealt import Dealt, deal_round
from tests.rules.rounds import GAMES, STEADY, again, prefixes, random_round

every_game = pytest.mark.parametrize("name", GAMES)
seeds = st.integers(0, 2**32)


def hole_is_secret(dealt: Dealt) -> bool:
    return dealt.ask is not None and dealt.game.rules.dealer_shows == "one"


def may_lie_hidden(dealt: Dealt, hole: int) -> bool:
    """Whether the card could be the hole card for all anyone knows: a dealer who has looked and
    dealt on has no blackjack."""
    natural = state_of((dealt.dealer_cards[0], hole)) == BLACKJACK_STATE
    return not (dealt.felt.at[PEEKED] and natural)


def with_other_secrets(dealt: Dealt, draw: random.Random) -> Dealt:
    """The round with its undealt cards in another order and, face down, another hole card."""
    at = len(dealt.drawn)
    shoe, rest = list(dealt.drawn), list(dealt.felt.shoe[at:])
    draw.shuffle(rest)
    if hole_is_secret(dealt):
        hole = 2 * (len(dealt.seats) + 1) - 1
        other = next(n for n, card in enumerate(rest) if may_lie_hidden(dealt, card))
        shoe[hole], rest[other] = rest[other], shoe[hole]
    return again(dealt, shoe=(*shoe, *rest))


def looks(dealt: Dealt) -> Iterator[View]:
    for stood in prefixes(dealt):
        yield view(stood)


@every_game
@STEADY
@given(seed=seeds)
def test_hidden_cards_change_nothing_seen(name: str, seed: int) -> None:
    draw = random.Random(seed)
    for dealt in prefixes(random_round(name, seed)):
        for _ in range(3):
            assert view(with_other_secrets(dealt, draw)) == view(dealt)


@every_game
@STEADY
@given(seed=seeds)
def test_nothing_seen_is_taken_back(name: str, seed: int) -> None:
    """The events of a round only grow: no settlement is moved before what has been shown."""
    seen = list(looks(random_round(name, seed)))
    for before, after in pairwise(seen):
        assert after.events[: len(before.events)] == before.events


@every_game
@STEADY
@given(seed=seeds)
def test_hole_card_is_a_back_until_it_is_turned(name: str, seed: int) -> None:
    for dealt in prefixes(random_round(name, seed)):
        seen = view(dealt)
        assert seen.dealer.endswith(BACK) == hole_is_secret(dealt)
        if hole_is_secret(dealt):
            hidden = [event for event in seen.events if event.hidden]
            assert [event.card for event in hidden] == [None]
            assert seen.paid == ()


# A dealer blackjack that no peek has shown: each of these wagers is decided by it.
UNSEEN = (
    "bad-beat no-peek LS | Th 2c Kc 9d 3c {} | 1 main 10 bad-beat 5; 2 main 10 | surrender",
    "bad-beat no-peek | Ah 2c Kc Td 3c {} | 1 main 10 bad-beat 5; 2 main 10 |",
    "breakout no-peek | Ah 2c Kc Td 3c {} | 1 dealer-hand 10 super-tie 5; 2 player-hand 10 |",
    "classic no-peek | Th 2c Ac 9d 3c {} | 1 main 10; 2 main 10 | insurance no-insurance stand",
    "lucky-break no-peek | Ah 2c Ac Td 3c {} | 1 main 10 lucky-break 5; 2 main 10 |"
    " even-money no-insurance",
)


@pytest.mark.parametrize("text", UNSEEN)
def test_unseen_blackjack_settles_nothing_early(text: str) -> None:
    """Without a peek an ace or a ten in the hole is as secret as any other card."""
    first, *others = [waiting(text.format(hole)) for hole in ("As", "Ks", "6s")]
    assert first.asked_seat == 2
    assert others == [first, first]


def waiting(text: str) -> View:
    line = read_line(text)
    # Cards enough that the round waits for seat 2, not for the shoe.
    cards = (*line.cards, *line.cards)
    return view(deal_round(line.game, line.seats, cards, line.choices))
