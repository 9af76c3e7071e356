"""The command line as a stranger meets it: words out, refusals in words, exit codes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.lab.commands import holecard

LINE = "breakout | Ts 7h 6d Td Kc | 1 dealer-hand 25 pair-up 5 | | 1 dealer-hand 0 pair-up -5"
DULL_BET = """
from holecard import PayTable, Wager

def seventeen(dealer_total):
    return int(dealer_total == 17)

WAGERS = Wager(id="seventeen", name="Seventeen", classify=seventeen, outcomes=("lose", "win"),
               needs=lambda: True, paytables=(PayTable("standard", {"win": 6}),))
"""


def process(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "holecard", *words]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)


SCRIPT = "# two rounds\n1 main 10 bonus-2 5 | ...\n1 main 10 | ...\n"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (0, ["games"]),
        (0, ["play", "burnout", "--seed", "3", "--script", "-"]),
        (1, ["replay", LINE.replace("dealer-hand 0", "dealer-hand +25")]),
        (2, ["odds", "brakout"]),
        (3, ["odds", "breakout", "--decks", "9"]),
    ],
)
def test_a_process_of_its_own_says_the_same(code: int, words: list[str]) -> None:
    """The other tests run the command in this process: a second less for each."""
    run = process(*words, text=SCRIPT)
    assert (run.returncode, run.stdout, run.stderr) == holecard(*words, text=SCRIPT)
    assert run.returncode == code


def refused(code: int, says: str, *words: str) -> None:
    run = holecard(*words)
    assert run.code == code, run.stderr
    assert says in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


def test_games_lists_every_game() -> None:
    run = holecard("games")
    assert run.code == 0
    for name in ("classic", "breakout", "lucky-break", "burnout", "bad-beat", "face-up"):
        assert f"\n{name} " in f"\n{run.stdout}"


def test_games_as_json() -> None:
    document = json.loads(holecard("games", "bad-beat", "--json").stdout)
    (game,) = document["games"]
    assert list(game["wagers"][1]["paytables"]) == [
        "P1", "P2", "P3", "P4", "P5", "L1", "L2", "L3", "L4", "L5",
    ]  # fmt: skip
    assert game["rules"]["option"] == 2


def test_replay_reads_a_line_out() -> None:
    run = holecard("replay", LINE)
    assert run.code == 0
    assert "Seat 1 is drawn K♣ by the house: 26, busted." in run.stdout
    assert run.stdout.splitlines()[-1].endswith("| 1 dealer-hand 0 pair-up -5")


def test_replay_of_a_false_result_fails() -> None:
    refused(1, "the round comes to", "replay", LINE.replace("dealer-hand 0", "dealer-hand +25"))


@pytest.mark.parametrize(
    ("code", "says", "words"),
    [
        (2, "did you mean 'breakout'", ["odds", "brakout"]),
        (2, "did you mean 'decks'", ["odds", "breakout", "--set", "decs=3"]),
        (3, "decks cannot be 9", ["odds", "breakout", "--decks", "9"]),
        (2, "KEY=VALUE", ["odds", "breakout", "--set", "peek"]),
        (2, "did you mean 'super-tie'", ["odds", "breakout", "--wager", "super-ti"]),
        (2, "did you mean 'P1'", ["odds", "bad-beat", "--paytable", "bad-beat=P11"]),
        (3, "cdz-", ["odds", "classic", "--splits", "cdx"]),
        (3, "cdz-", ["strategy", "classic", "--splits", "cdx"]),
        (3, "cdz-", ["simulate", "classic", "--rounds", "1000", "--splits", "cdx"]),
        (2, "main or wager", ["odds", "bad-beat", "--play", "both"]),
        (3, "could run out", ["odds", "classic", "--shoe", "2:10 3:10 T:4"]),
        (2, "cannot read 'Z:3'", ["odds", "classic", "--shoe", "Z:3"]),
        (3, "no more of it", ["odds", "classic", "--decks", "1", "--without", "As As"]),
        (2, "no file", ["odds", "nothing_here.py"]),
        (2, "ranks", ["hand", "classic", "X 6", "9"]),
        (2, "one card", ["hand", "classic", "T 6", "9 9"]),
        (3, "has no burn", ["hand", "classic", "T 6", "9", "--drew", "5"]),
        (3, "has no payment", ["strategy", "classic", "--paid"]),
        (2, "sections", ["replay", "classic"]),
        (2, "--script needs a game", ["play", "--script", "-"]),
        (2, "needs a terminal", ["play", "classic"]),
    ],
)
def test_refusals(code: int, says: str, words: list[str]) -> None:
    refused(code, says, *words)


def test_debug_shows_the_traceback() -> None:
    assert "Traceback" in process("--debug", "games", "brakout").stderr


def test_a_script_is_dealt_the_same_twice() -> None:
    words = ("play", "burnout", "--seed", "3", "--script", "-")
    first, second = (holecard(*words, text=SCRIPT) for _ in range(2))
    assert first.code == 0
    assert first.stdout == second.stdout
    assert first.stdout.count("purse $") == 2


def test_a_script_error_names_its_line() -> None:
    script = "1 main 10 | ...\n1 main 3 | ...\n"
    run = holecard("play", "classic", "--seed", "3", "--script", "-", text=script)
    assert run.code == 2
    assert "line 2: your hand takes $5 to $500: seat 1 bets $3" in run.stderr


def test_odds_json_is_one_document() -> None:
    run = holecard("odds", "breakout", "--wager", "sweet-17", "--json", "--fraction")
    document = json.loads(run.stdout)
    assert document["schema"] == "holecard.odds/1"
    assert document["rules_line"] == "6D H17 DAS SP4 3:2 peek"
    (one,) = document["wagers"]
    assert (one["id"], one["paytable"], one["method"]) == ("sweet-17", "standard", "exact")
    assert one["stderr"] is None
    assert one["house_edge"] == -one["ev"]
    assert [row["id"] for row in one["outcomes"]] == ["lose", "dealer-17"]
    assert "/" in one["ev_fraction"]


def test_odds_in_every_form() -> None:
    words = ("odds", "face-up", "--wager", "two-card")
    assert "two-card" in holecard(*words).stdout
    assert holecard(*words, "--csv").stdout.startswith("game,rules_line,wager")
    assert "| two-card |" in holecard(*words, "--markdown").stdout
    assert "suited-aces" in holecard(*words, "--outcomes").stdout


def test_compare_over_decks() -> None:
    run = holecard("odds", "breakout", "--wager", "pair-up", "--compare")
    head = run.stdout.splitlines()[2]
    assert "1D H17" in head and "8D S17" in head


def test_a_bet_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "my_bet.py"
    file.write_text(DULL_BET)
    own = json.loads(holecard("odds", str(file), "--wager", "seventeen", "--json").stdout)
    theirs = json.loads(holecard("odds", "breakout", "--wager", "sweet-17", "--json").stdout)
    assert own["wagers"][0]["ev"] == theirs["wagers"][0]["ev"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("def seventeen(dealer_total)", "def seventeen(dealer_tota)"), "dealer_total"),
        (("int(dealer_total == 17)", "7"), "outcome 7"),
        (("int(dealer_total == 17)", "7"), "It happens in: bad-bet 6D H17"),
        (("int(dealer_total == 17)", "1 // 0"), "ZeroDivisionError"),
        (('{"win": 6}', '{"wins": 6}'), "did you mean 'win'"),
        (('{"win": 6}', '{"win": -2}'), "odds are 0 or more"),
        (("WAGERS", "WAGER"), "defines no game"),
    ],
)
def test_bad_definitions(tmp_path: Path, change: tuple[str, str], says: str) -> None:
    file = tmp_path / "bad_bet.py"
    file.write_text(DULL_BET.replace(*change))
    refused(3, says, "odds", str(file))


def test_hand_shows_every_action() -> None:
    document = json.loads(holecard("hand", "classic", "8 8", "T", "--json").stdout)
    assert set(document["values"]["actions"]) == {"hit", "stand", "double", "split"}


def test_strategy_chart_comes_back_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "chart.json"
    document = json.loads(holecard("strategy", "classic", "--json").stdout)
    file.write_text(json.dumps(document))
    priced = json.loads(holecard("odds", "classic", "--chart", str(file), "--json").stdout)
    assert priced["ev"] == pytest.approx(document["ev"] - document["chart_cost"], abs=1e-12)
    assert priced["ev"] < priced["best_ev"]


@pytest.mark.nightly
def test_a_chart_with_the_burn_comes_back_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "paid.json"
    document = json.loads(holecard("strategy", "burnout", "--paid", "--json").stdout)
    file.write_text(json.dumps(document))
    priced = json.loads(holecard("odds", "burnout", "--chart", str(file), "--json").stdout)
    figures = {one["id"]: one for one in priced["wagers"]}
    worth = document["ev"] - document["chart_cost"] - 0.2  # the payment is a fifth
    assert figures["main-burnout"]["ev"] == pytest.approx(worth, abs=1e-12)
    by_total = json.loads(holecard("odds", "burnout", "--chart", "total", "--json").stdout)
    for one in by_total["wagers"]:
        assert one["ev"] == pytest.approx(figures[one["id"]]["ev"], abs=1e-12)
