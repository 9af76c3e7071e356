"""Whole shoes: the cut card, depth, counting; and rounds written down for auditors."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from holecard.errors import Unreadable
from holecard.experiment.chart_arrays import charts_of
from holecard.experiment.simulation import Simulation
from holecard.games import BREAKOUT, CATALOGUE, CLASSIC
from holecard.simulator.audit_rounds import Dealer
from holecard.simulator.card_count import read_count
from holecard.simulator.totals import State, net_sum
from tests.rules.naive import Memory, check
from tests.rules.rounds import GAMES
from tests.simulator.both_paths import playbook


def shoes(**more: object) -> tuple[Simulation, State]:
    given = {"game": CLASSIC, "rounds": 80_000, "seed": 4, "play": "mimic"}
    asked = Simulation(**{**given, "penetration": Fraction(3, 4), **more})  # type: ignore[arg-type]
    return asked, asked.start().finish()


def test_depths_add_up_to_all_rounds() -> None:
    asked, state = shoes(players=2)
    found = asked.shoe_json(state)
    main = [row for row in found["depths"] if row["id"] == "main"]
    assert sum(row["rounds"] for row in main) == 2 * state.rounds
    assert max(row["from"] for row in main) < 0.75
    _, net = net_sum(state.tallies[0])
    assert net / 10 == pytest.approx(sum(row["rounds"] * row["ev"] for row in main))
    assert found["shoes"] % 1024 == 0 and found["called_off"] == 0


def test_side_bets_by_depth_add_up_too() -> None:
    """Every wager but those that ride: its bets by depth are all its bets, at the same ev."""
    asked, state = shoes(game=BREAKOUT, players=2, rounds=40_000)
    rows = asked.shoe_json(state)["depths"]
    for one in asked.figures(state):
        if one.id in {lineup.entry for lineup in asked.lineups}:
            continue
        mine = [r for r in rows if (r["id"], r.get("paytable")) == (one.id, one.paytable)]
        assert sum(row["rounds"] for row in mine) == one.rounds
        assert sum(row["rounds"] * row["ev"] for row in mine) == pytest.approx(one.rounds * one.ev)
        assert len(mine) > 10


def test_several_seats_and_fresh_shoes_agree_with_the_fast_path() -> None:
    asked, state = shoes(players=3, penetration=None, rounds=60_000)
    seated = asked.figures(state)[0]
    alone = Simulation(game=CLASSIC, rounds=2_000_000, seed=4, play="mimic")
    fast = alone.figures(alone.start().finish())[0]
    error = (seated.stderr**2 + fast.stderr**2) ** 0.5
    assert seated.rounds == 180_000
    assert abs(seated.ev - fast.ev) < 4 * error


def test_a_counter_bets_insurance_when_tens_are_left() -> None:
    # Insurance breaks even where a third of the cards left are tens: 17.3 by these tags.
    asked, state = shoes(count=read_count("tens", "20"), rounds=600_000)
    counted = asked.shoe_json(state)["count"]
    bets = {row["id"]: row for row in counted["wagers"]}
    everyone = next(one for one in asked.figures(state) if one.id == "insurance")
    assert bets["insurance"]["ev"] > 0 > everyone.ev
    assert 0 < counted["share_of_rounds"] < 0.5
    per_shoe = bets["main"]["ev"] * bets["main"]["bets"] / state.tallies[0].extras[1]
    assert bets["main"]["per_shoe"] == pytest.approx(per_shoe)


def test_counts_are_read_exactly() -> None:
    halves = read_count("A:-1 2:0.5 5:3/2 T:-1", "1.5")
    assert halves.scale == 2
    assert halves.whole_tags == (-2, 1, 0, 0, 3, 0, 0, 0, 0, -2, -2, -2, -2)
    assert halves.whole_trigger == (3, 1)
    assert sum(4 * tag for tag in read_count("hi-lo", "1").tags) == 0
    with pytest.raises(Unreadable, match="tag"):
        read_count("Z:1", "1")


@pytest.mark.parametrize("choices", ["play", "random"])
@pytest.mark.parametrize("stakes", ["fixed", "random"])
@pytest.mark.parametrize("name", GAMES)
def test_dumped_rounds_settle_again_without_our_code(name: str, stakes: str, choices: str) -> None:
    game = CATALOGUE[name]
    charts = charts_of(playbook(name, "mimic")) if choices == "play" else None
    for seats, cut in ((1, 0), (3, 234)):
        dealer = Dealer(
            game, random.Random(9), charts, seats=seats, cut=cut, random_stakes=stakes == "random"
        )
        memory: Memory = {}
        rounds = list(dealer.rounds(120))
        assert [one["round"] for one in rounds] == list(range(120))
        assert rounds[-1]["shoe"] == (120 if not cut else dealer.shoe)
        for one in rounds:
            check(name, json.loads(json.dumps(one)), memory)


def test_fixed_stakes_are_ten_dollars_and_five() -> None:
    dealer = Dealer(BREAKOUT, random.Random(1), None)
    stakes = {w["id"]: w["stake"] for one in dealer.rounds(40) for w in one["seats"][0]["wagers"]}
    assert stakes.pop("player-hand") == stakes.pop("dealer-hand") == 1000
    stakes.pop("insurance", None)
    assert set(stakes.values()) == {500}
    assert set(stakes) == {"breakout-bonus", "super-tie", "pair-up", "sweet-17"}


def test_dump_writes_a_line_for_each_round(tmp_path: Path) -> None:
    from holecard.cli.main import run

    file = tmp_path / "rounds.jsonl"
    words = ["burnout", "--rounds", "30", "--seed", "3", "--dump", str(file), "--choices", "random"]
    with pytest.raises(SystemExit) as ended:
        run(["simulate", *words, "--stakes", "random"])
    assert ended.value.code == 0
    assert len([json.loads(line) for line in file.read_text().splitlines()]) == 30
