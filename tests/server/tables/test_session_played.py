"""A player's session: the result is the ledger's, the price is stake times house edge, and the rest
is luck; read a second time here from each round's own replay.

Meant to catch: with the payment left out of the main wager's result, insurance left out, a token's
win counted as the player's, a wager's figure taken from another pay table, or a bet that still
rides counted as decided.
"""

from __future__ import annotations

import random
from collections import defaultdict
from math import isclose
from pathlib import Path
from typing import Any

import pytest

from holecard.games import CATALOGUE
from holecard.server.store.ledger import balance, player_account
from holecard.server.table.history import replay
from holecard.server.table.played import rounds_of
from holecard.server.table.session_price import Figures, says, session_played
from holecard.server.wire.session_answers import SessionPlayed
from holecard.server.wire.shipped_edges import shipped
from holecard.server.wire.table_answers import PaidSeen, RoundSeen
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE
from tests.people.desk import START, Desk
from tests.server.conftest import Local

FIGURES: Figures = {
    (game.id, game.line): found for game in CATALOGUE.values() if (found := shipped(game))
}
RICH = 10**9
ROUNDS = 25


@pytest.fixture(scope="module", params=["burnout", "lucky-break", "breakout", "bad-beat"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Two players at one table, anything legal bet and chosen; and one who only watches."""
    desk = Desk(tmp_path_factory.mktemp("played") / "tables.db", seed=5)
    for name in ("ann", "ben", "eve"):
        desk.player(name, purse=RICH)
    desk.open("ann", game=request.param)
    desk.sit("ann", 2, 5)
    desk.sit("ben", 3)
    for _ in range(ROUNDS):
        desk.play_round()
    yield desk
    desk.close()


def session(desk: Desk, player: str, since: int = 0, figures: Figures = FIGURES) -> SessionPlayed:
    with desk.store.read() as connection:
        mine, cut = rounds_of(connection, player, since)
    return session_played(mine, cut, figures)


def test_the_result_is_what_the_purse_gained(played: Desk) -> None:
    for name in ("ann", "ben"):
        found = session(played, name)
        seats = played.state.seats_of(name)
        riding = sum(bet.stake for at in seats for bet in played.state.chairs[at].carried.bets)
        with played.store.read() as connection:
            purse = balance(connection, player_account(name))
        assert purse - RICH == found.net - riding
        assert found.net == sum(one.net for one in found.rounds)
        assert found.net == sum(one.result for one in found.wagers)
        assert len(found.rounds) == ROUNDS and not found.cut and not found.unpriced
    assert session(played, "eve").rounds == []
    assert session(played, "eve").says == ["Play a few rounds: your chart starts here."]


def fair_price(game: Game, view: RoundSeen, paid: PaidSeen) -> float:
    """What a wager should have come to, read from the edges by hand."""
    if paid.payee == "dealer":
        return -paid.stake
    fees = [one.wager for one in view.paid if one.seat == paid.seat
            and game.wager(one.wager).kind == FEE]  # fmt: skip
    figures = {
        edge.house_edge
        for edge in FIGURES[game.id, game.line].wagers
        if edge.wager == paid.wager and edge.paytable == paid.paytable
        and edge.id != "even-money" and edge.play != "wager"
        and (edge.play == "" or edge.beside == "".join(fees))
    }  # fmt: skip
    assert len(figures) == 1, (paid.wager, figures)
    return -paid.stake * figures.pop()


def test_the_price_is_stake_times_edge(played: Desk) -> None:
    """Read from what each round's replay says was paid."""
    game, seats = played.state.game, set(played.state.seats_of("ann"))
    fair: dict[int, float] = defaultdict(float)
    with played.store.read() as connection:
        for number in range(1, ROUNDS + 1):
            view = replay(connection, played.state, number).view
            for paid in view.paid:
                is_fee = game.wager(paid.wager).kind == FEE
                if paid.seat in seats and not paid.rides and not is_fee:
                    fair[number] += fair_price(game, view, paid)
    found = session(played, "ann")
    for one in found.rounds:
        assert one.expected is not None and isclose(one.expected, fair[one.number], abs_tol=1e-6)
    assert found.expected is not None
    assert isclose(found.expected, sum(fair.values()), abs_tol=1e-6)
    assert isclose(found.expected, sum(row.expected or 0 for row in found.wagers), abs_tol=1e-6)
    assert found.deviation > 0


def test_unknown_figures_are_named_and_nothing_is_made_up(played: Desk) -> None:
    bare = session(played, "ann", figures={})
    assert bare.expected is None and all(one.edge is None for one in bare.wagers)
    assert [one.game for one in bare.unpriced] == [played.state.game.id]
    assert len(bare.says) == 1 and bare.net == session(played, "ann").net


def test_only_since(played: Desk) -> None:
    whole = session(played, "ann")
    middle = whole.rounds[ROUNDS // 2].at
    later = session(played, "ann", since=middle)
    assert [one.number for one in later.rounds] == [
        one.number for one in whole.rounds if one.at >= middle
    ]
    assert later.listed[0].round.number == ROUNDS and later.listed[0].seats == [2, 5]
    assert session(played, "ann", since=played.time + START).rounds == []


@pytest.mark.parametrize(
    ("net", "expected", "sentence"),
    [
        (
            -4500,
            -1204.2,
            "You are $45 down: $12.04 was the price, $32.96 was bad luck and your own choices.",
        ),
        (-500, -1200.0, "You are $5 down: $12 was the price, $7 was good luck."),
        (2000, -1200.0, "You are $20 up: $12 was the price, $32 was good luck."),
        (0, -1200.0, "You are even: $12 was the price, $12 was good luck."),
        (-1200, -1200.3, "You are $12 down: $12 was the price, no luck."),
        (1000, 300.0, "You are $10 up: $3 was due to you, $7 was good luck."),
        (-4500, None, "You are $45 down."),
    ],
)
def test_the_sentence_adds_up(net: int, expected: float | None, sentence: str) -> None:
    assert " ".join(says(net, expected, rounds=9)) == sentence


def test_over_http(web: Local, tmp_path: Path) -> None:
    """One's own only; and nothing is solved for it."""
    ann, ben = web.person(), web.person()
    ann.open("classic", rules={"decks": 2})
    ann.sit(1)
    for _ in range(2):
        ann.play_random(random.Random(4))
    found = ann.get("/api/session/played")
    assert len(found["rounds"]) == 2 and found["unpriced"][0]["rules_line"].startswith("2D")
    assert found["says"][0].endswith((" up.", " down.", "even."))
    assert ben.get("/api/session/played")["rounds"] == []
    assert web.client().get("/api/session/played").status_code == 401
    assert ann.web.get("/api/session/played?since=-1").status_code == 422
