"""Every figure the sheet prints of a wager is that of `holecard odds --json`; figures in print."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import ceil, log10, sqrt
from statistics import NormalDist
from typing import Any

import pypdf
import pytest

from holecard.games import BAD_BEAT, BREAKOUT, BURNOUT, CATALOGUE
from holecard.games.from_file import named_game
from holecard.lab.nets import wager_of
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import Outcome
from holecard.report import facts
from holecard.report.blocks import Table, Words
from holecard.report.edges import edges_of
from holecard.report.entries import key_of, name_of
from holecard.report.facts import Facts
from holecard.report.printers.pdf import pdf
from holecard.report.sections import protection_section
from holecard.report.sections.lab_sections import count_notes, count_section
from holecard.report.sections.odds_sections import odds_section
from holecard.report.sections.outcome_tables import chance_cells, return_cell, ways_of
from holecard.report.sections.protection_section import cut_blocks
from holecard.report.sections.published import published_section
from holecard.report.sections.rack_card import rack_card
from holecard.report.sheet import MathSheet
from holecard.text.words import odds_words, outcome_words
from holecard.wagers.wager import RIDING, SIDE
from tests.lab.commands import holecard
from tests.report.sheets import facts_of


@cache
def document(game: str) -> dict[str, Any]:
    """As the command prints it; of games that take seconds, from the same pricing."""
    if game != "breakout":
        return dict(json.loads(json.dumps(facts_of(game).odds.as_json())))
    return dict(json.loads(holecard("odds", game, "--json").stdout))


@cache
def tables(game: str) -> dict[str, Table]:
    blocks = odds_section(facts_of(game)).blocks
    return {block.id: block for block in blocks if isinstance(block, Table)}


def entry_of(game: str, row: str) -> dict[str, Any]:
    """The entry of the JSON that a row of the sheet names."""
    wagers = facts_of(game).odds.wagers
    (one,) = [one for one in wagers if name_of(wagers, key_of(one)) == row]
    (entry,) = [
        entry
        for entry in document(game)["wagers"]
        if (entry["id"], entry["paytable"]) == (one.id, one.paytable)
        and (entry.get("play", ""), entry.get("with", "")) == (one.play, one.beside)
    ]
    return dict(entry)


@pytest.mark.parametrize("game", ["breakout", "burnout"])
def test_every_row_of_the_summary_is_the_json_of_odds(game: str) -> None:
    rows = tables(game)["summary"].rows
    assert len(rows) == len(document(game)["wagers"])
    volatility = {row[0]: row for row in tables(game)["volatility"].rows}
    for name, edge, rtp, hit, push, deviation, skew, top, per_unit in rows:
        entry = entry_of(game, name)
        assert near(edge, entry["house_edge"]) and near(rtp, entry["rtp"])
        assert near(hit, entry["hit_frequency"]) and near(push, entry["push_frequency"])
        assert near(deviation, entry["std_dev"])
        assert near(skew, entry["skew"]) and top == entry["max_win"]
        assert near(per_unit, entry["element_of_risk"])
        row = volatility[name]
        assert near(row[1], entry["variance"])
        for cell, z in zip(row[2:5], (1.644853627, 1.959963985, 2.575829304), strict=True):
            assert near(cell, z * entry["std_dev"])
        for cell, rounds in zip(row[5:], (1e3, 1e4, 1e5, 1e6), strict=True):
            assert near(cell, NormalDist().inv_cdf(0.975) * entry["std_dev"] / sqrt(rounds))


def near(cell: str, value: float) -> bool:
    """Whether a printed figure is the value, to the last digit it prints."""
    digits = len(cell.rstrip("%").partition(".")[2])
    shown = float(cell.rstrip("%").replace(",", "").removeprefix("1 in "))
    return abs(shown - value * (100 if cell.endswith("%") else 1)) <= 0.5001 * 10.0**-digits


def one_in_near(cell: str, chance: float, error: float) -> bool:
    """True odds to the last digit printed, or as far as the chance's error lets them be right."""
    digits = len(cell.partition(".")[2])
    place = ceil(log10(2 * error / chance**2)) if error > 0 else -digits
    shown = float(cell.replace(",", "").removeprefix("1 in "))
    return abs(shown - 1 / chance) <= 0.5001 * 10.0 ** max(place, -digits)


@pytest.mark.parametrize("game", ["breakout", "burnout", "bad-beat"])
def test_every_outcome_has_its_chance_true_odds_and_return(game: str) -> None:
    made = facts_of(game)
    shown = tables(game)
    for one in made.firsts:
        table = shown[f"outcomes-{one.id}"]
        entry = entry_of(game, name_of(made.odds.wagers, key_of(one)))
        wager = wager_of(made.game, one.id)
        for row in table.rows[:-1]:
            (outcome,) = [
                each for each in entry["outcomes"]
                if row[0] in (each["id"], outcome_words(wager, each["id"]))
            ]  # fmt: skip
            assert near(row[1], outcome["probability"])
            assert one_in_near(row[2], outcome["probability"], outcome.get("error", 0.0))
            column = "pays" if "pays" in table.head else one.paytable
            assert row[table.head.index(column)] == outcome["pays"]
            if "return" in table.head:
                assert near(row[-1], outcome["probability"] * float(Fraction(outcome["pays"])))


def test_ways_are_whole_numbers_of_all_deals() -> None:
    """Pair Up: the ways by hand, for the pair of the seat and of the dealer."""
    made = facts_of("breakout")
    one = made.odds.find("pair-up")
    ways, total = ways_of(BREAKOUT, BREAKOUT.wager("pair-up"), one) or ([], 0)
    assert total == 312 * 311 * 310 * 309 == sum(ways)
    both_of_one_rank = 13 * 24 * 23 * 22 * 21
    assert ways[3] == both_of_one_rank + 13 * 12 * (24 * 23) ** 2
    table = tables("breakout")["outcomes-pair-up"]
    assert [row[3] for row in table.rows] == [*(f"{one:,}" for one in ways), f"{total:,}"]
    assert made.odds.find("player-hand").chances is None  # a play is followed: no count
    assert "ways" not in tables("breakout")["outcomes-player-hand"].head


def test_bets_on_both_hands_have_their_ways() -> None:
    """Breakout's three: whole numbers over one total, which are the chances."""
    for name in ("dealer-hand", "breakout-bonus", "super-tie"):
        *rows, (_, total) = tables("breakout")[f"ways-{name}"].rows
        assert sum(int(ways) for _, ways in rows) == int(total)
        outcomes = facts_of("breakout").odds.find(name).outcomes
        found = [int(ways) / int(total) for _, ways in rows]
        assert found == pytest.approx([row.probability for row in outcomes if row.probability])


def test_a_table_for_every_way_of_playing_and_every_pay_table() -> None:
    shown = tables("bad-beat")
    returned = shown["returns-bad-beat"]
    assert returned.head[1:] == tuple(table.name for table in BAD_BEAT.wager("bad-beat").paytables)
    for place, name in enumerate(returned.head[1:], start=1):
        one = facts_of("bad-beat").odds.find("bad-beat", name, "main")
        assert float(returned.rows[-1][place]) == pytest.approx(one.ev, abs=6e-9)
    said = {name for row in shown["plays"].rows for name in row[0].split(", ")}
    assert {"bad-beat P1", "for itself"} <= said
    others = shown["outcomes-bad-beat-2"]
    assert "for this wager alone" in others.caption
    bonus = tables("burnout")["outcomes-bonus-2-others"]
    assert {row[0] for row in bonus.rows} == {"main, with burnout", "wager", "wager, with burnout"}


def test_only_right_digits_are_printed() -> None:
    row = Outcome("net +2", 0.123456789, Fraction(2), error=3e-5)
    assert chance_cells(row) == ("0.1235", "1 in 8.10")
    assert return_cell(row) == "+0.247"
    assert chance_cells(replace(row, error=3e-4)) == ("0.123", "1 in 8.1")
    sure = replace(row, error=0.0)
    assert chance_cells(sure) == ("0.1234567890", "1 in 8.10")
    assert return_cell(sure) == "+0.2469135780"
    assert chance_cells(replace(sure, probability=1 / 4_000_000))[1] == "1 in 4,000,000"


def test_each_row_has_the_digits_its_own_error_leaves() -> None:
    """Nets of rounds with a split are known less well than the others of the same table."""
    one = facts_of("breakout").odds.find("player-hand")
    shown = {row[0]: row[1] for row in tables("breakout")["outcomes-player-hand"].rows}
    lengths = set()
    for row in one.outcomes:
        digits = len(shown[row.id].partition(".")[2])
        lengths.add(digits)
        assert row.error <= 0.5 * 10.0**-digits and (
            digits == 10 or 5 * row.error > 10.0**-digits / 10
        )
    assert len(lengths) > 1


def test_edges_alone_are_those_of_the_odds() -> None:
    """What a table of edges shows is priced without counting rounds: the same figures."""
    for game, ask in (("bad-beat", None), ("burnout", Ask(play="main"))):
        whole = game_odds(CATALOGUE[game].but(decks=2), ask)
        edges = edges_of(whole.game, ask)
        assert list(edges) == [key_of(one) for one in whole.wagers]
        for one in whole.wagers:
            assert edges[key_of(one)] == pytest.approx(one.house_edge, abs=1e-14)


def test_offers_are_said_with_what_they_are_per() -> None:
    made = facts_of("breakout")
    rows = {row[0]: row for row in tables("breakout")["plays"].rows}
    for name in ("insurance", "even-money"):
        one = made.odds.find(name)
        assert one.offered is not None
        assert rows[name][2] == one.per
        said = rows[name][3]
        assert f"{float(one.offered.chance):.6%} of rounds" in said
        assert f"{one.offered.ev_per_round:+.6%} of the main wager a round" in said


@pytest.mark.nightly
def test_a_wager_no_single_card_matters_to_has_its_bound() -> None:
    """Pair Up: no tags, but a shoe can favour the player, and the sheet says how often."""
    blocks = {b.id: b for b in count_section(facts_of("breakout")).blocks if isinstance(b, Table)}
    assert "pair-up" not in {row[0] for row in blocks["tags"].rows}
    rows = {row[0]: row for row in blocks["bounds"].rows}
    for one in facts_of("breakout").counts:
        row = rows[one.effects.odds.id]
        if one.bound is None:
            assert row[4:] == ("–",) * 3  # noqa: RUF001
        else:
            assert near(row[5], one.bound.per_100) and near(row[4], one.bound.often)
    assert float(rows["pair-up"][5]) > 0 and "pairs" in rows["pair-up"][1]
    words = " ".join(str(block) for block in count_section(facts_of("breakout")).blocks)
    assert "cannot be counted" not in words and "player-hand: no bound" in words


@pytest.mark.nightly
def test_the_cut_card_is_measured_without_the_luck_of_the_rounds() -> None:
    """The error is a small part of what as many simulated rounds leave; the table prints both."""
    made = facts_of("breakout")
    name, one = made.cut_card[0]
    assert name == "player-hand"
    assert 0 < one.stderr < made.odds.find(name).std_dev / sqrt(one.rounds) / 10
    table = next(b for b in cut_blocks(made) if isinstance(b, Table))
    assert near(table.rows[0][1], -100 * one.effect) and near(table.rows[0][2], 100 * one.stderr)


def test_figures_in_print_stand_beside_ours() -> None:
    """All twenty edges of the Bad Beat sheet, and the main wager's; none further off than
    allowed, and ours is what the command says."""
    (table,) = [b for b in published_section(facts_of("bad-beat")).blocks if isinstance(b, Table)]
    bets = [row for row in table.rows if row[0].startswith("bad-beat")]
    assert len(bets) == 20
    for row in table.rows:
        assert abs(float(row[4])) <= float(row[5])
        assert row[6]
    six = {row[0].split()[1].rstrip(","): row[3] for row in bets if row[1].startswith("6D")}
    for entry in document("bad-beat")["wagers"]:
        if entry["id"] == "bad-beat" and entry["play"] == "wager":
            assert near(six[entry["paytable"]], entry["house_edge"])
    (mains,) = [b for b in published_section(facts_of("breakout")).blocks if isinstance(b, Table)]
    six_decks = [row for row in mains.rows if row[1].startswith("6D")]
    assert [row[:3] for row in six_decks] == [
        ("player-hand", "6D S17 DAS SP4", "0.402864342767%"),
        ("player-hand", "6D H17 DAS SP4", "0.615389122925%"),
    ]
    assert all("Farmer" in row[6] and abs(float(row[4])) < 1e-9 for row in six_decks)


@pytest.mark.parametrize(
    "name",
    [
        "breakout",
        *(
            pytest.param(one, marks=pytest.mark.nightly)
            for one in (*CATALOGUE, "examples/perfect_pairs.py")
            if one != "breakout"
        ),
    ],
)
def test_the_rack_card_is_one_page_with_every_pay(name: str) -> None:
    game = named_game(name)
    printed = pdf(MathSheet(game, (rack_card(Facts(game)),)))
    head, card = (page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed)).pages)
    assert "Rack card" not in head and card.count("Rack card") == 1
    squeezed = "".join(card.split())
    for wager in game.wagers:
        for table in wager.paytables if wager.kind in (SIDE, RIDING) else ():
            for outcome in (one for one in wager.outcomes if table.pays(one) > 0):
                row = outcome_words(wager, outcome) + odds_words(wager.paytables[0].pays(outcome))
                assert "".join(row.split()) in squeezed


def test_a_payment_is_counted_and_bets_that_ride_are_said_to_be_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seen to fail: a sheet that counted the main wager without its payment alone."""
    made = Facts(BURNOUT, ())
    ask = Ask(wagers=("main", "main-burnout", "bonus-2", "insurance"), play="main")
    monkeypatch.setitem(made.__dict__, "odds", game_odds(BURNOUT, ask))
    asked: list[str] = []
    monkeypatch.setattr(facts, "counting", lambda game, name, *_, **__: asked.append(name))
    assert made.counts and asked == ["main", "main-burnout", "insurance"]
    monkeypatch.setitem(made.__dict__, "counts", ())
    (left_out,) = count_notes(made)
    assert left_out.startswith("bonus-2: not here") and "holecard count" in left_out


def test_cards_seen_gain_nothing_only_for_bets_made_before_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seen to fail: insurance, even money and Bust Bonus, all made when cards lie on the table,
    were said to gain nothing from a hole card that is known."""
    monkeypatch.setattr(protection_section, "seen_rows", lambda made: ())
    said = {}
    for name in ("examples/bust_bonus.py", "examples/perfect_pairs.py"):
        (words,) = protection_section.seen_blocks(Facts(named_game(name), ()))
        assert isinstance(words, Words)
        said[name] = words.text
    late, early = said.values()
    assert "bust-bonus: made when cards lie on the table" in late
    assert "nothing is gained" not in late
    assert "perfect-pairs: nothing is decided, so nothing is gained" in early
    assert "insurance" not in early and "even-money" not in early
