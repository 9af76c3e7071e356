"""The dealer's events, told choice by choice, are those told at the end."""

from __future__ import annotations

import re

import pytest

from holecard.text.trace import Event, Weave, trace
from holecard.wagers.dealt import deal_round
from tests.rules.rounds import GAMES, random_rounds


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_that_goes_on_tells_what_a_new_one_does(game: str) -> None:
    for dealt in random_rounds(game, seed=11, rounds=60):
        told: list[Event] = []
        weave: Weave | None = None
        for made in range(len(dealt.choices) + 1):
            so_far = deal_round(dealt.game, dealt.seats, dealt.felt.shoe, dealt.choices[:made])
            weave = weave.further(so_far) if weave else Weave(so_far)
            told += weave.events()
            assert told == trace(so_far)


def test_a_walk_can_go_on_twice() -> None:
    """A command that is undone and given again starts from the same table."""
    for dealt in random_rounds("burnout", seed=12, rounds=60):
        if not dealt.choices:
            continue
        first = Weave(deal_round(dealt.game, dealt.seats, dealt.felt.shoe))
        told = list(first.events())
        for _ in range(2):
            assert told + list(first.further(dealt).events()) == trace(dealt)


CARD = re.compile(r"(?:10|[2-9AKQJ])[♠♥♦♣]")


@pytest.mark.parametrize("game", GAMES)
def test_a_sentence_comes_apart_at_its_card(game: str) -> None:
    """No sentence names two cards, and none names another than its event's: pages set it in bold
    without reading it."""
    for dealt in random_rounds(game, seed=13, rounds=60):
        for event in trace(dealt):
            assert list(event.parts[1:2]) == CARD.findall(event.says)
            assert not event.parts or "".join(event.parts) == event.says
