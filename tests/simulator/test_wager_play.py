"""Play for a wager alone, simulated against exact: the printed Bad Beat edges and the streaks.

Seen to fail: with the chart of the main wager's best play, with the lineup without the payment.
"""

from __future__ import annotations

import json
from functools import cache

import pytest

from holecard.errors import BadDefinition
from holecard.experiment.simulation import Simulation
from holecard.games import find_game
from holecard.lab.setup import with_pays
from holecard.odds.playbook import BEST, FOR_WAGER, Playbook, named_book
from holecard.report.sections.published import all_printed
from holecard.simulator.processes import compute_with
from holecard.simulator.result import SimResult
from tests.lab.commands import holecard
from tests.night import at_night

SEED = 20262
ROUNDS, NIGHTLY_ROUNDS = 2_000_000, 100_000_000
STREAKS = ("bonus-2", "bonus-3", "bonus-4", "bonus-5")


@cache
def book(game: str, rules: str = "") -> Playbook:
    return Playbook(find_game(game).read(rules) if rules else find_game(game))


def simulated(own: Playbook, rounds: int, wanted: tuple[str, ...], beside: str = "") -> SimResult:
    asked = Simulation(
        game=own.game, rounds=rounds, seed=SEED, play=own, wanted=wanted, beside=beside
    )
    return asked.result(asked.start(compute_with(1)).finish(), check=True)


def agrees(found: SimResult, figures: int) -> bool:
    checks = found.checks or ()
    assert len(checks) == figures
    return all(row["agrees"] for row in checks)


def printed(rules: str) -> dict[str, float]:
    """The sheet's own edges, whole hundredths of a percent."""
    rows = [row for row in all_printed() if row.what == "bad beat" and row.rules == rules]
    return {row.figure: row.value for row in rows}


def bad_beat(rules: str, rounds: int) -> SimResult:
    """All ten pay tables are played for alike: one simulation has their edges."""
    own = book("bad-beat", rules)
    assert own.plays_alike("bad-beat")
    return simulated(own.for_wagers(("bad-beat",), {}), rounds, ("main", "bad-beat"))


@pytest.mark.parametrize("rules", ["6D H17"])
def test_printed_bad_beat_edges(rules: str) -> None:
    found = bad_beat(rules, ROUNDS)
    assert agrees(found, figures=11)
    edges = printed(rules)
    assert len(edges) == 10
    for table, edge in edges.items():
        one = found.find("bad-beat", table)
        assert abs(one.house_edge - edge) < 5 * one.stderr


@pytest.mark.nightly
@pytest.mark.parametrize("rules", ["6D H17", "2D H17"])
def test_printed_bad_beat_edges_over_1e8_rounds(rules: str) -> None:
    assert agrees(bad_beat(rules, NIGHTLY_ROUNDS), figures=11)


def streaks(rounds: int, play: str, beside: str) -> SimResult:
    own = book("burnout")
    own = own.for_wager("bonus-2") if play == FOR_WAGER else own
    main = f"main-{beside}" if beside else "main"
    return simulated(own, rounds, (main, *STREAKS), beside)


@pytest.mark.parametrize(
    ("play", "beside"), [(BEST, "burnout"), (FOR_WAGER, "burnout"), *at_night((FOR_WAGER, ""))]
)
def test_streaks(play: str, beside: str) -> None:
    """The main wager is counted beside them: it has its own figure under each play."""
    found = streaks(ROUNDS, play, beside)
    assert agrees(found, figures=5)
    assert {one.beside for one in found.wagers} == {beside}
    # Far from the figures of the play without the payment, so the check could have failed.
    if beside:
        assert found.find("bonus-2").house_edge < 0.1


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("play", "beside"), [(BEST, "burnout"), (FOR_WAGER, ""), (FOR_WAGER, "burnout")]
)
def test_streaks_over_1e8_rounds(play: str, beside: str) -> None:
    assert agrees(streaks(NIGHTLY_ROUNDS, play, beside), figures=5)


def test_the_command_names_the_play_and_the_payment() -> None:
    words = ("simulate", "bad-beat", "--play", "wager", "--wager", "bad-beat", "--rounds", "20000")
    document = json.loads(holecard(*words, "--decks", "2", "--json").stdout)
    assert document["play"] == "best play for bad-beat alone"
    words = ("simulate", "burnout", "--wager", "bonus-3", "--with", "burnout", "--rounds", "20000")
    document = json.loads(holecard(*words, "--play", "mimic", "--json").stdout)
    assert [(one["id"], one["with"]) for one in document["wagers"]] == [("bonus-3", "burnout")]


@pytest.mark.parametrize(
    ("code", "says", "words"),
    [
        (3, "name the one it is: bonus-2", ("burnout", "--play", "wager")),
        (3, "has none that depends on the play", ("classic", "--play", "wager")),
        (2, "no burnout payment called 'burn'", ("burnout", "--with", "burn")),
    ],
)
def test_refusals(code: int, says: str, words: tuple[str, ...]) -> None:
    done = holecard("simulate", *words, "--rounds", "1000")
    assert done.code == code and says in done.stderr


def test_pay_tables_that_are_played_for_differently_must_be_named() -> None:
    """A tied 19 that pays 90 is worth splitting tens for: such a table has a play of its own."""
    game = with_pays(find_game("bad-beat"), "bad-beat", "P1", {"19-push": "90", "20-push": "1"})
    with pytest.raises(BadDefinition, match="played for differently"):
        named_book(game, FOR_WAGER, "cdp1", ("bad-beat",), {})
    named = named_book(game, FOR_WAGER, "cdp1", ("bad-beat",), {"bad-beat": "P2"})
    assert named.aim == "bad-beat P2 alone"
