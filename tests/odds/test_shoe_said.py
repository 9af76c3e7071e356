"""A figure says its shoe in every form; what is asked for is not left out in silence."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import holecard as hc
from holecard.cards import CARDS_IN_A_DECK, read_cards
from holecard.odds.composition import Composition, full_decks, read_composition
from holecard.odds.format import as_csv, html, markdown, text
from tests.lab.commands import holecard

THIRTEEN = "A:20 2:24 3:24 4:24 5:24 6:24 7:24 8:24 9:24 T:24 J:24 Q:24 K:20"
SIDE_BET = ("pair-up",)


@given(st.lists(st.integers(0, 9), min_size=CARDS_IN_A_DECK, max_size=CARDS_IN_A_DECK))
def test_a_shoe_prints_and_parses_back(counts: list[int]) -> None:
    shoe = Composition((6, *counts[1:]))
    assert read_composition(shoe.text) == shoe


def test_thirteen_ranks_are_read_as_thirteen_ranks() -> None:
    shoe = read_composition(THIRTEEN)
    by_rank = [sum(shoe.cards[at : at + 4]) for at in range(0, CARDS_IN_A_DECK, 4)]
    assert by_rank == [20, *[24] * 11, 20]
    tens = read_composition("A:24 2:24 T:96")
    assert [sum(tens.cards[at : at + 4]) for at in range(36, 52, 4)] == [24] * 4


def test_another_shoe_is_in_every_form() -> None:
    other = hc.odds("breakout", SIDE_BET, without="As Kd")
    shoe = full_decks(6).without(read_cards("As Kd")).text
    assert "Kc:6 Kd:5" in shoe and "A:23" in shoe
    assert other.as_json()["shoe"] == shoe
    wager = other.wagers[0]
    forms = (text(other), markdown(other), html(other), as_csv(other), repr(other))
    for said in (*forms, str(wager), wager._repr_html_(), json.dumps(other.as_json()["wagers"])):
        assert shoe in said
    for said in (markdown(other), html(other), as_csv(other)):
        assert other.definition_hash in said
    assert text(other).splitlines()[0].endswith(other.definition_hash[:12])
    whole = hc.odds("breakout", SIDE_BET)
    assert "shoe" not in whole.as_json() and "shoe" not in text(whole)
    assert other.definition_hash != whole.definition_hash == whole.game.definition_hash
    assert other.as_json()["definition_hash"] == other.definition_hash


def test_csv_holds_plain_numbers() -> None:
    odds = hc.odds("classic")
    rows = list(csv.DictReader(io.StringIO(as_csv(odds))))
    assert len(rows) == sum(len(one.outcomes) for one in odds.wagers)
    main = odds.find("main").outcomes
    assert sum(float(row["probability"]) for row in rows if row["wager"] == "main") == (
        pytest.approx(1, abs=sum(10 * row.error for row in main), rel=0)  # right digits, rounded
    )
    for row in rows:
        for name in ("probability", "pays", "wager_ev", "wager_std_dev"):
            float(row[name])
    blackjack = next(row for row in rows if row["outcome"] == "net +1.5")
    assert float(blackjack["pays"]) == 1.5


def test_a_chart_says_its_shoe() -> None:
    done = holecard("odds", "classic", "--chart", "mimic", "--without", "As", "--json")
    document = json.loads(done.stdout)
    assert document["shoe"].startswith("A:23 2:24")
    whole = json.loads(holecard("odds", "classic", "--chart", "mimic", "--json").stdout)
    assert document["definition_hash"] != whole["definition_hash"]
    assert whole["definition_hash"] != hc.find_game("classic").definition_hash
    said = holecard("odds", "classic", "--chart", "mimic", "--without", "As").stdout
    assert "shoe A:23" in said.splitlines()[0] and document["definition_hash"][:12] in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("odds", "classic", "--compare", "--shoe", THIRTEEN), "leave out --shoe"),
        (("odds", "classic", "--compare", "--without", "As"), "leave out --without"),
        (("odds", "burnout", "--chart", "total", "--wager", "bonus-2"), "leave out --wager"),
        (("odds", "classic", "--json", "--csv"), "--json and --csv"),
        (("odds", "classic", "--compare", "--csv"), "--csv is not a form"),
        (("odds", "classic", "--compare", "--decks", "2"), "leave out --decks"),
        (("odds", "classic", "--compare", "--s17"), "leave out --h17 or --s17"),
        (("odds", "classic", "--compare", "--set", "decks=2"), "leave out --set decks"),
        (("odds", "classic", "--compare", "--fraction"), "leave out --fraction"),
        (("odds", "classic", "--chart", "mimic", "--play", "main"), "leave out --play"),
        (("odds", "classic", "--chart", "mimic", "--outcomes"), "leave out --outcomes"),
        (("odds", "breakout", "--csv", "--fraction"), "leave out --fraction"),
        (("odds", "breakout", "--markdown", "--outcomes"), "leave out --outcomes"),
        (
            ("odds", "lucky-break", "--wager", "main", "--paytable", "lucky-break=1"),
            "--paytable names lucky-break",
        ),
        (("odds", "breakout", "--wager", "pair-up", "--play", "wager"), "without --play wager"),
        (("session", "breakout", "--wager", "pair-up", "--play", "wager"), "without --play wager"),
        (("simulate", "classic", "--trigger", "2"), "--trigger needs --count"),
        (("simulate", "classic", "--jobs", "2", "--cluster", "local:2"), "--jobs and --cluster"),
        (("simulate", "classic", "--dump", "-", "--json"), "leave out --json"),
        (
            ("simulate", "classic", "--choices", "random", "--check", "--wager", "main"),
            "leave out --check and --wager",
        ),
        (("simulate", "classic", "--choices", "random", "--play", "mimic"), "leave out --play"),
        (("simulate", "classic", "--choices", "random", "--splits", "cdz-"), "leave out --splits"),
        (("odds", "classic", "--shoe", THIRTEEN, "--decks", "2"), "leave out --decks"),
        (("odds", "classic", "--shoe", THIRTEEN, "--set", "decks=2"), "leave out --set decks"),
        (("odds", "classic", "--decks", "2", "--set", "decks=6"), "two values of decks: give one"),
        (("hand", "classic", "T 6", "9", "--set", "decks=2", "--set", "decks=8"), "two values of"),
        (("session", "classic", "--h17", "--set", "hit_soft_17=no"), "two values of hit_soft_17"),
        (
            ("odds", "bad-beat", "--paytable", "bad-beat=P1", "--paytable", "bad-beat=P2"),
            "--paytable bad-beat=P1 and bad-beat=P2 are two tables of bad-beat",
        ),
        (
            ("design", "breakout", "--wager", "sweet-17", "--decks", "2", "--set", "decks=6"),
            "leave out --set decks",
        ),
        (("design", "breakout", "--wager", "sweet-17", "--both-17", "--s17"), "leave out --h17"),
        (("design", "breakout", "--wager", "sweet-17", "--strict", "--free-order"), "leave out"),
        (("count", "breakout", "--wager", "sweet-17", "--seed", "3"), "add --simulate"),
        (("report", "classic", "--simulate", "0", "--seed", "3"), "leave it out"),
        (("report", "classic", "-o", "sheet.html"), "give --html"),
        (("report", "classic", "--html", "-o", "sheet.pdf"), "give no --html"),
        (("play", "--decks", "2"), "leave out --decks"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_would_be_ignored_is_refused(words: tuple[str, ...], says: str) -> None:
    done = holecard(*words)
    assert done.code == 2 and says in done.stderr


def test_an_unknown_split_convention_is_refused_for_one_hand() -> None:
    done = holecard("hand", "classic", "T 6", "9", "--splits", "foo")
    assert done.code == 3 and "no split convention 'foo'" in done.stderr


def test_the_largest_win_is_one_that_this_shoe_can_bring() -> None:
    """One deck has no two cards of one rank and suit. Seen to fail: 25, by the pay table."""
    bets = str(Path(__file__).parents[2] / "examples" / "perfect_pairs.py")
    for decks, most in (("1", 12), ("6", 25)):
        asked = ("odds", bets, "--wager", "perfect-pairs", "--decks", decks, "--json")
        (pairs,) = json.loads(holecard(*asked).stdout)["wagers"][:1]
        (perfect,) = [row for row in pairs["outcomes"] if row["id"] == "perfect"]
        assert (pairs["max_win"], perfect["probability"] > 0) == (str(most), decks == "6")
