"""What is observed is what lies on the felt and what the seat has done, read a second time.

Both environments write the same row; this is neither's text. Seen to fail: with `raised`,
`insured`, `paid` or `burned` left out of both, with the hand's number, with suits, and with cards
that wait or were burned not counted as open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from holecard.cards import suit, value
from holecard.dealing import felt as f
from holecard.dealing.actions import BURN, DOUBLE, EVEN_MONEY, INSURE, SPLIT
from holecard.envs.table_env import TableEnv
from holecard.hand import is_soft, state_of, total
from holecard.wagers.dealt import Dealt

STEPS = 120
PLAYED: list[tuple[str, dict[str, Any], set[str]]] = [  # and what comes up on the way
    ("classic", {"seats": 2}, {"split", "insured", "hand_number"}),
    ("burnout", {"bets": "main 10 burnout 2"}, {"paid", "burned", "insured"}),
    ("free-bet", {}, {"split", "free"}),
    ("double-attack", {}, {"raised", "split", "doubled"}),
    ("face-up", {"seats": 2}, {"split", "hand_number"}),
    ("spanish-21", {"rules": {"redouble": True}}, {"split", "doubled"}),
    ("switch", {}, {"split", "insured"}),
]
NAMED = [f"{game}-{how}" for game, how, _ in PLAYED]
LIKELY = (SPLIT, BURN, INSURE, EVEN_MONEY)  # chosen where they can be: they are rare


def counts(cards: Iterable[int]) -> list[int]:
    found = Counter(value(card) for card in cards)
    return [found[worth] for worth in range(1, 11)]


def read_again(dealt: Dealt) -> dict[str, Any]:
    ask = dealt.ask
    place, hand = (ask.place, ask.hand) if ask else (0, 0)
    cards = dealt.cards(place, hand)
    done = Counter(choice.action for at, _, choice in dealt.made if at == place)
    here = [one.action for at, of, one in dealt.hand_choices if (at, of) == (place, hand)]
    up = ask is None or dealt.game.rules.dealer_shows == "both"
    dealer = dealt.dealer_cards if up else dealt.dealer_cards[:1]
    suits = Counter(suit(card) for card in cards)
    raised = dealt.made[: len(dealt.made) - len(dealt.hand_choices)]
    burned = [row[3] for row in f.events(dealt.felt) if row[0] == f.BURN_CARD and row[1] == place]
    hidden = () if up else dealt.dealer_cards[1:]
    return {
        "seat": dealt.seats[place].seat,
        "hand_number": hand,
        "hands": 1 + done[SPLIT] if cards else 0,
        "hand": counts(cards),
        "suits": [suits[one] for one in range(4)],
        "newest": value(cards[-1]) if cards else 0,
        "total": total(state_of(cards)),
        "soft": int(is_soft(state_of(cards))),
        "dealer": [value(card) for card in dealer[:2]] + [0] * (2 - len(dealer)),
        "split": value(cards[0]) if done[SPLIT] else 0,
        "doubled": here.count(DOUBLE),
        "raised": int(any(at == place and one.action == DOUBLE for at, _, one in raised)),
        "insured": 1 if done[INSURE] else 2 if done[EVEN_MONEY] else 0,
        "paid": int(any(bet.wager == "burnout" for bet in dealt.seats[place].bets)),
        "burned": value(burned[0]) if burned else 0,
        "open": counts((Counter(dealt.drawn) - Counter(hidden)).elements()),
    }


@pytest.mark.parametrize(("game", "how", "rare"), PLAYED, ids=NAMED)
def test_what_is_observed_is_what_lies_there(
    game: str, how: dict[str, Any], rare: set[str]
) -> None:
    env, draw = TableEnv(game, **how), np.random.default_rng(12)
    seen, _ = env.reset(seed=12)
    met: set[str] = set()
    for _ in range(STEPS):
        assert env.sitting.dealt is not None
        there = read_again(env.sitting.dealt)
        for name, wanted in there.items():
            assert np.array_equal(seen[name], wanted), (name, seen[name], wanted)
        met |= {name for name in seen if np.any(seen[name])}
        legal = np.flatnonzero(env.action_masks()).tolist()
        likely = [action for action in LIKELY if action in legal]
        seen, _, ended, _, _ = env.step(likely[0] if likely else int(draw.choice(legal)))
        if ended:
            seen, _ = env.reset()
    assert met >= rare
