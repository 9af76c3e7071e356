"""A refusal changes nothing at the table: not the money, not the cards, not the next shuffle."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holecard.dealing.actions import ACTION_NAMES
from holecard.errors import HolecardError
from holecard.play.random_player import random_bets, random_choice
from holecard.play.table import Table
from holecard.text.line import read_line, replay
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice
from holecard.wagers.riding import Carried
from tests.rules.rounds import GAMES, STEADY, random_game


def state(table: Table) -> tuple[object, ...]:
    """All that a refusal must leave as it was, the next shuffle included."""
    money = (table.purse, table.house, table.tokes, table.on_felt)
    rest = (table.dealt, table.legal.mask, table.shoe_number, vars(table)["_shoe"])
    return (
        *money,
        *rest,
        dict(table.carried),
        list(table.history),
        vars(table)["_draw"].getstate(),
    )


def silly_bet(table: Table, draw: random.Random) -> Bet:
    name = draw.choice([*(wager.id for wager in table.game.wagers), "mian", ""])
    stake = draw.choice([-500, 0, 1, 99, 333, 500, 1000, 1001, 10_000, 10**9])
    return Bet(name, stake, draw.choice(["", "", "", "standard", "P1", "1", "?"]))


def silly_move(table: Table, draw: random.Random) -> None:
    """A bet or a choice that no thinking person would make, though some are fine by chance."""
    if draw.random() < 0.5:
        seats = draw.sample(range(-1, 10), draw.randint(0, 4))
        table.deal(
            {seat: [silly_bet(table, draw) for _ in range(draw.randint(0, 3))] for seat in seats}
        )
    elif draw.random() < 0.5:
        table.push(
            draw.choice([*ACTION_NAMES, "jump", "", "double=", "hit=5", "double=0.01", "=5"])
        )
    else:
        amount = draw.choice([None, -1, 0, 1, 250, 500, 10**9])
        table.push(Choice(draw.randrange(len(ACTION_NAMES)), amount))


def sensible_move(table: Table, draw: random.Random) -> None:
    if table.in_round and table.dealt:
        choice = random_choice(table.dealt, draw, less=True)
        if table.dealt.extra_stake(choice) <= table.purse:
            table.push(choice)
    else:
        table.purse = 100_000
        seats = draw.sample(range(1, 8), 2)
        carried = [table.carried.get(seat, Carried()) for seat in seats]
        table.deal(
            {
                seat: random_bets(table.game, one, draw)
                for seat, one in zip(seats, carried, strict=True)
            }
        )


@pytest.mark.parametrize("name", GAMES)
@STEADY
@given(seed=st.integers(0, 2**32))
def test_a_refusal_changes_nothing(name: str, seed: int) -> None:
    draw = random.Random(seed)
    table = Table(random_game(name, draw), random.Random(seed))
    for _ in range(12):
        before = state(table)
        try:
            silly_move(table, draw)
        except HolecardError as wrong:
            assert wrong.exit_code == 2 and str(wrong)
            assert state(table) == before
        sensible_move(table, draw)
    for finished in table.history:
        if finished.paid:
            # What was accepted after all can be written down and dealt again.
            assert replay(read_line(finished.line)).done
