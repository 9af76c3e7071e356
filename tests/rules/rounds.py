"""Random rounds for the tests: any game, any house rules, any legal wagers and choices."""

from __future__ import annotations

import random
from collections.abc import Iterator, MutableSequence
from itertools import islice
from typing import Any

from hypothesis import HealthCheck, settings

from holecard.games import CATALOGUE
from holecard.play.random_player import Stranger
from holecard.wagers.dealt import Choice, Dealt, deal_round
from holecard.wagers.game import Game

GAMES = tuple(CATALOGUE)
ROUNDS_A_SESSION = 25
MOST_SEATS = 4

# The same examples on every machine, every time: a failure here is a failure everywhere. How many
# there are is the profile's to say (tests/conftest.py).
STEADY = settings(
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)


class Draw(random.Random):
    """Shuffling is a third of a random round's cost, and any fair order will do here."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = sorted(x, key=lambda _: self.random())


def random_game(name: str, draw: random.Random) -> Game:
    """The game under house rules drawn from everything its options allow."""
    game = CATALOGUE[name]
    return game.but(**{key: draw.choice(one.allowed) for key, one in game.options.items()})


def session(name: str, seed: int, rounds: int = ROUNDS_A_SESSION) -> Iterator[Dealt]:
    """Finished rounds of one table: one rule set, 1-4 seats, riding bets carried along."""
    draw = Draw(f"{name} {seed}")
    game = random_game(name, draw)
    stranger = Stranger(game, draw, seats=draw.randint(1, MOST_SEATS))
    return islice(stranger.rounds(), rounds)


def random_rounds(name: str, seed: int, rounds: int) -> Iterator[Dealt]:
    """Finished rounds under many rule sets, one session after another."""
    sessions = -(-rounds // ROUNDS_A_SESSION)
    made = (dealt for at in range(sessions) for dealt in session(name, seed * 100_000 + at))
    return islice(made, rounds)


def random_round(name: str, seed: int) -> Dealt:
    return next(session(name, seed, 1))


def prefixes(dealt: Dealt) -> Iterator[Dealt]:
    """The round as it stood before each of its choices, then as it ended."""
    for made in range(len(dealt.choices) + 1):
        yield again(dealt, choices=dealt.choices[:made])


def again(
    dealt: Dealt,
    shoe: tuple[int, ...] | None = None,
    choices: tuple[Choice, ...] | None = None,
) -> Dealt:
    """The same bets dealt again, from other cards or with other choices."""
    cards = tuple(dealt.felt.shoe) if shoe is None else shoe
    made = dealt.choices if choices is None else choices
    return deal_round(dealt.game, dealt.seats, cards, made)
