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

ROUNDS = 6
SEATS = 2
HOLE = 2 * SEATS + 1  # two cards to each seat and one to the dealer come before it


def told_all(env: TableEnv) -> tuple[Any, ...]:
    seen, info = env.seen(), env.info()
    parts = [np.asarray(part).tolist() for part in (*seen.values(), *info.values())]
    return (parts, told(env.sitting), env.action_masks().tolist())


def hidden_places(env: TableEnv, cards: tuple[int, ...]) -> list[int]:
    """The places of the shoe that nobody has seen: a hole card face down, and all to come."""
    assert env.sitting.dealt is not None
    drawn = len(env.sitting.dealt.drawn)
    down = [HOLE] if drawn > HOLE and env.game.rules.dealer_shows == "one" else []
    return [*down, *range(drawn, len(cards))]


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
    env, other = TableEnv(game, counts=True, seats=SEATS), TableEnv(game, counts=True, seats=SEATS)
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
                moved_hole += hidden_places(env, cards)[0] == HOLE
            actions.append(int(draw.choice(np.flatnonzero(env.action_masks()).tolist())))
            env.step(actions[-1])
    assert compared >= ROUNDS / 2
    assert bool(moved_hole) == (env.game.rules.dealer_shows == "one")


def test_no_seat_is_told_more_than_another() -> None:
    """Each seat of PettingZoo's table, asked or not: the hole card changes nothing it observes."""
    rows = []
    for hole in ("7d", "2c", "Td"):
        env = SeatsEnv("classic", seats=2)
        env.reset(options={"shoe": f"Ts 8s 9c 6h 4d {hole} 5s 5d Kc Kd"})
        rows.append([env.observe(agent).tolist() for agent in env.agents])
    assert rows[0] == rows[1] == rows[2]
