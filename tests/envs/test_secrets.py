"""What is face down changes nothing that a player, an agent or a model is told.

Seen to fail: with the dealer's second card in `dealer` before it is turned.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from holecard.cards import cards_text
from holecard.envs.ids import GAMES
from holecard.envs.seats_env import SeatsEnv
from holecard.envs.spaces import told
from holecard.envs.table_env import TableEnv
from holecard.shoe import shuffled

ROUNDS = 12


def told_all(env: TableEnv) -> tuple[Any, ...]:
    seen, info = env.seen(), env.info()
    parts = [np.asarray(part).tolist() for part in (*seen.values(), *info.values())]
    return (parts, told(env.sitting), env.action_masks().tolist())


def hidden_places(env: TableEnv, cards: tuple[int, ...]) -> list[int]:
    """The places of the shoe that nobody has seen: a hole card face down, and all to come."""
    dealt = env.sitting.dealt
    assert dealt is not None
    drawn = len(dealt.drawn)
    known = sorted(open_now(env))
    face_down = [at for at in range(drawn) if sorted(less(dealt.drawn, at)) == known]
    hole = [at for at in face_down if dealt.drawn[at] == dealt.dealer_cards[-1]]
    return hole[-1:] + list(range(drawn, len(cards)))


def less(cards: tuple[int, ...], at: int) -> list[int]:
    return [card for place, card in enumerate(cards) if place != at]


def open_now(env: TableEnv) -> list[int]:
    from holecard.envs.seen import open_cards
    from holecard.play.view import silent_view

    assert env.sitting.dealt is not None
    return open_cards(silent_view(env.sitting.dealt))


def permuted(env: TableEnv, cards: tuple[int, ...], draw: random.Random) -> tuple[int, ...]:
    places = hidden_places(env, cards)
    moved = [cards[at] for at in places]
    draw.shuffle(moved)
    found = list(cards)
    for at, card in zip(places, moved, strict=True):
        found[at] = card
    return tuple(found)


@pytest.mark.parametrize("game", GAMES)
def test_hidden_cards_change_no_observation(game: str) -> None:
    draw = random.Random(game)
    env, other = TableEnv(game, counts=True, seats=2), TableEnv(game, counts=True, seats=2)
    compared = moved_hole = 0
    for _ in range(ROUNDS):
        cards = shuffled(env.game.rules.decks, draw, env.game.answers.deck)
        env.reset(options={"shoe": cards})
        actions: list[int] = []
        while not env.sitting.over:
            again = permuted(env, cards, draw)
            other.reset(options={"shoe": again})
            for action in actions:
                if not other.sitting.over:
                    other.step(action)
            if not other.sitting.over:  # else the dealer looked, and found a blackjack
                assert told_all(env) == told_all(other), (cards_text(cards[:12]), actions)
                compared += 1
                moved_hole += len(hidden_places(env, cards)) > len(cards) - len(
                    env.sitting.dealt.drawn  # type: ignore[union-attr]
                )
            actions.append(int(draw.choice(np.flatnonzero(env.action_masks()).tolist())))
            env.step(actions[-1])
    assert compared >= ROUNDS / 2
    assert moved_hole == (0 if env.game.rules.dealer_shows == "both" else moved_hole)
    assert moved_hole or env.game.rules.dealer_shows == "both"


def test_no_seat_is_told_more_than_another() -> None:
    """Each seat of PettingZoo's table, asked or not: the hole card changes nothing it observes."""
    rows = []
    for hole in ("7d", "2c", "Td"):
        env = SeatsEnv("classic", seats=2)
        env.reset(options={"shoe": f"Ts 8s 9c 6h 4d {hole} 5s 5d Kc Kd"})
        rows.append([env.observe(agent).tolist() for agent in env.agents])
    assert rows[0] == rows[1] == rows[2]
