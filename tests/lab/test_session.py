"""Sessions of real wagers, and risk of ruin against a walk of every path."""

from __future__ import annotations

import json
from functools import cache

import pytest

from holecard.errors import BadDefinition, HolecardError, RefusedWager, UnknownName
from holecard.games import BREAKOUT, BURNOUT, CATALOGUE, CLASSIC, FACE_UP
from holecard.lab.nets import known_entry, nets_of
from holecard.lab.ruin import AT_MOST, CERTAIN, EXACT, ruin
from holecard.lab.session import session
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import WagerOdds
from holecard.wagers.game import Game
from tests.lab.commands import Done, holecard


def priced(game: Game, wager: str) -> WagerOdds:
    return priced_by_line(game.id, game.line, wager)


@cache
def priced_by_line(game: str, line: str, wager: str) -> WagerOdds:
    return game_odds(CATALOGUE[game].read(line), Ask(wagers=(wager,))).wagers[0]


@pytest.mark.parametrize(
    ("game", "wager", "stake"),
    [
        (BREAKOUT, "super-tie", 500),
        (BREAKOUT, "pair-up", 500),
        (FACE_UP, "four-card", 500),
        (CLASSIC, "main", 1000),
        (BURNOUT, "main-burnout", 1000),
        (BURNOUT, "bonus-3", 500),
    ],
)
def test_session_of_a_wager(game: Game, wager: str, stake: int) -> None:
    odds = priced(game, wager)
    found = session(game, odds, 1000, stake, band_rounds=(100,))
    assert abs(found.player.chances.sum() - 1) < 1e-9
    assert found.player.mean == pytest.approx(1000 * stake * odds.row_ev, rel=1e-8)
    assert found.player.deviation == pytest.approx(1000**0.5 * stake * odds.std_dev, rel=1e-7)
    assert found.expected == pytest.approx(1000 * stake * odds.ev)
    sides = found.player.ahead + found.player.even + found.player.behind
    assert sides == pytest.approx(1, abs=1e-9)
    assert [band.rounds for band in found.bands] == [100, 100, 1000, 1000]


def test_the_house_pays_the_tip() -> None:
    odds = priced(BREAKOUT, "super-tie")
    found = session(BREAKOUT, odds, 100, 500)
    assert found.house.mean == pytest.approx(-found.player.mean - 100 * odds.tip, rel=1e-9)
    assert found.house_expected == pytest.approx(100 * 500 * odds.edge_after_tips(500), rel=1e-9)
    game = BREAKOUT.but(tip_from="player")
    paid = session(game, priced(game, "super-tie"), 100, 500)
    assert paid.player.mean == pytest.approx(found.player.mean - 100 * odds.tip, rel=1e-9)
    assert paid.house.mean == pytest.approx(-found.player.mean, rel=1e-9)
    assert paid.expected == pytest.approx(100 * 500 * priced(game, "super-tie").ev, rel=1e-9)


def test_one_round_is_the_outcome_table() -> None:
    odds = priced(BREAKOUT, "pair-up")
    found = session(BREAKOUT, odds, 1, 500, band_rounds=())
    for row in odds.outcomes:
        at = round((row.pays * 500 - found.player.start) / found.player.step)
        assert found.player.chances[at] == pytest.approx(row.probability, abs=1e-15)


def bf_ruin(nets: dict[int, float], stake: int, bankroll: int, rounds: int) -> float:
    """Every path, by dictionaries."""
    alive, ruined = {bankroll: 1.0}, 0.0
    for _ in range(rounds):
        after: dict[int, float] = {}
        for money, chance in alive.items():
            for net, share in nets.items():
                left = money + net
                if left < stake:
                    ruined += chance * share
                else:
                    after[left] = after.get(left, 0.0) + chance * share
        alive = after
    return ruined


@pytest.mark.parametrize(
    "nets",
    [
        {-500: 0.6, 500: 0.35, 2500: 0.05},
        {-1200: 0.4, -200: 0.1, 800: 0.45, 1300: 0.05},
        {-500: 0.8, 0: 0.1, 10000: 0.1},
    ],
)
@pytest.mark.parametrize(("bankroll", "rounds"), [(1200, 8), (3000, 20), (500, 12)])
def test_ruin_is_every_path_that_ends_it(
    nets: dict[int, float], bankroll: int, rounds: int
) -> None:
    found = ruin(nets, 500, bankroll, rounds)
    assert found.within == pytest.approx(bf_ruin(nets, 500, bankroll, rounds), abs=1e-12)
    assert found.unsure < 1e-9


def test_ruin_for_ever() -> None:
    """The gambler's ruin of the textbooks: (q/p) to the number of units."""
    fair_game = {-100: 0.4, 100: 0.6}
    found = ruin(fair_game, 100, 500, 10)
    assert found.ever == pytest.approx((0.4 / 0.6) ** 5, rel=1e-12)
    assert found.ever_method == EXACT
    assert ruin(fair_game, 100, 500, 3000).within == pytest.approx(found.ever, rel=1e-6)
    assert ruin({-100: 0.5, 100: 0.5}, 100, 500, 10).ever_method == CERTAIN
    jumps = {-200: 0.2, -100: 0.2, 100: 0.4, 200: 0.2}
    bound = ruin(jumps, 100, 1000, 3000)
    assert bound.ever_method == AT_MOST
    assert bound.within <= bound.ever


@pytest.mark.parametrize(
    ("wrong", "stake", "bankroll", "rounds"),
    [
        (RefusedWager, 10**9, None, 100),
        (RefusedWager, 0, None, 100),
        (BadDefinition, 1010, 500, 100),
        (BadDefinition, 525, None, 100),
        (BadDefinition, 1000, None, 0),
    ],
)
def test_absurd_money_is_refused(
    wrong: type[HolecardError], stake: int, bankroll: int | None, rounds: int
) -> None:
    with pytest.raises(wrong):
        session(CLASSIC, priced(CLASSIC, "main"), rounds, stake, bankroll)


def test_unknown_wager_suggests() -> None:
    with pytest.raises(UnknownName, match="did you mean 'pair-up'"):
        known_entry(BREAKOUT, "pairup")


def test_nets_are_the_rows() -> None:
    player, house = nets_of(BREAKOUT, priced(BREAKOUT, "pair-up"), 500)
    assert player == {-net: chance for net, chance in house.items()}
    assert sum(player.values()) == pytest.approx(1, abs=1e-12)


def run(*words: str) -> Done:
    return holecard("session", *words)


def test_command_says_what_the_library_says() -> None:
    words = ("breakout", "--wager", "pair-up", "--rounds", "500", "--stake", "5")
    document = json.loads(run(*words, "--bankroll", "200", "--json").stdout)
    found = session(BREAKOUT, priced(BREAKOUT, "pair-up"), 500, 500, 20000)
    assert document == json.loads(json.dumps(found.as_json()))
    assert document["rules_line"] == BREAKOUT.line
    text = run(*words).stdout
    assert f"{found.player.ahead:.4%}" in text


@pytest.mark.parametrize(
    ("code", "says", "words"),
    [
        (2, "no breakout wager", ("breakout", "--wager", "pears")),
        (2, "cannot read '-5'", ("breakout", "--wager", "pair-up", "--stake", "-5")),
        (2, "takes $1 to $100", ("breakout", "--wager", "pair-up", "--stake", "5000")),
        (2, "as a number of rounds", ("breakout", "--wager", "pair-up", "--rounds", "many")),
        (3, "cannot be added up", ("breakout", "--wager", "pair-up", "--rounds", "1e20")),
        (3, "cannot play for", ("breakout", "--wager", "pair-up", "--bankroll", "1")),
    ],
)
def test_bad_input_is_refused_in_words(code: int, says: str, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.code == code, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
