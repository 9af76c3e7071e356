"""The rules as a sheet tells them: every outcome defined, every case dealt, every ruling in force,
every irregularity with a proof that exists."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from holecard.errors import BadDefinition, Unreadable
from holecard.games import BREAKOUT, BURNOUT, CATALOGUE, FACE_UP, LUCKY_BREAK
from holecard.games.from_file import load_game
from holecard.report.blocks import Examples, Table
from holecard.report.record import Record, Revision, read_revision, record_section
from holecard.report.rulings import all_rulings, dealt_words, rulings_of
from holecard.report.sections.cases import CASES, cell, results_of
from holecard.report.sections.examples import DONE, worked_examples
from holecard.report.sections.irregular import cases_of
from holecard.report.sections.rules_sections import examples_section, rules_section
from holecard.report.sections.shown_rounds import play_out, shuffled_top, sit
from holecard.text.words import definition
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, Wager
from tests.report.sheets import rules_of

ROOT = Path(__file__).parents[2]
BETS = sorted((ROOT / "examples").glob("*.py"))
GAMES = [*CATALOGUE.values(), *map(load_game, BETS)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_outcome_of_every_wager_is_defined(game: Game) -> None:
    for wager in game.wagers:
        if wager.kind in (MAIN, FEE):
            continue
        assert set(wager.outcomes) - {"lose"} <= set(wager.defines), wager.id
        for outcome in wager.outcomes:
            said = definition(wager, outcome)
            assert said[0].isupper() and said.endswith(".") and "  " not in said


def test_a_definition_of_no_outcome_is_refused() -> None:
    with pytest.raises(BadDefinition, match=r"defines of pair.*suited"):
        Wager(
            id="pair", name="Pair", outcomes=("lose", "pair"), defines={"suited": "Of one suit."},
            paytables=(PayTable("ours", {"pair": 11}),),
        )  # fmt: skip


def cases(game: Game, main: str) -> dict[str, dict[str, str]]:
    """Each case with what becomes of each wager, by the wager's id."""
    blocks = rules_of(game.id).blocks
    (table,) = [b for b in blocks if isinstance(b, Table) and b.id == f"cases-{main}"]
    names = [one.id for one in game.wagers if one.id in seen(game, main)]
    return {row[0]: dict(zip(names, row[1:], strict=True)) for row in table.rows}


def seen(game: Game, main: str) -> set[str]:
    placed = {bet.wager for bet in sit(game, game.wager(main)).bets}
    return placed | ({"insurance"} if game.rules.insurance and main != "dealer-hand" else set())


def test_what_becomes_of_breakouts_wagers() -> None:
    """The sheet's own sentences: Dealer Hand Push, Player Hand Blackjack, Taking Bets Early."""
    found = cases(BREAKOUT, "dealer-hand")
    bust = found["Seat busts, dealer has 17"]
    assert bust["dealer-hand"] == "pushes" and bust["super-tie"] == "loses"
    natural = found["Seat blackjack, none at the dealer"]
    for taken in ("dealer-hand", "breakout-bonus", "super-tie"):
        assert natural[taken] == "loses, at once"
    assert natural["pair-up"] == "wins or loses"
    assert found["Dealer blackjack, none at the seat"]["dealer-hand"] == "wins 3 to 2"
    assert "Seat splits" not in found


def test_what_becomes_of_the_other_games_wagers() -> None:
    lucky = cases(LUCKY_BREAK, "main")
    assert lucky["Both bust"]["lucky-break"] == "wins"
    assert lucky["Dealer blackjack, none at the seat"]["lucky-break"] == "loses"
    assert lucky["Seat busts, dealer does not draw"]["lucky-break"] == "loses, at once"
    up = cases(FACE_UP, "main")
    assert up["Both count the same"]["main"] == "loses"
    assert up["Seat blackjack, none at the dealer"]["main"] == "wins 1 to 1, at once"
    assert up["Both have a blackjack"]["two-card"] == "wins, at once"
    # Fives are a pair that may be doubled.
    assert up["Seat doubles"]["two-card"].startswith("wins or loses")
    burned = cases(BURNOUT, "main")["Seat burns a card"]
    assert burned["burnout"] == "gone" and burned["main"] == "wins, pushes or loses"


def more_rounds(game: Game, rounds: int) -> None:
    """Shuffled shoes bring no result that the table read off stacked ones does not name."""
    draw = random.Random(4)
    for main in game.mains:
        named = cases(game, main.id)
        seat = sit(game, main)
        for _ in range(rounds):
            dealt = play_out(game, seat, shuffled_top(game, draw), draw)
            for title, fits in CASES:
                if dealt.done and fits(dealt):
                    for wager, came in results_of(dealt).items():
                        said = cell(game.wager(wager), {came}).removesuffix(", at once")
                        assert said.split()[0] in named[title][wager], (title, wager, dealt)


@pytest.mark.parametrize("game", [BREAKOUT, FACE_UP], ids=lambda game: game.id)
def test_shuffled_shoes_bring_nothing_else(game: Game) -> None:
    more_rounds(game, 100)


@pytest.mark.nightly
@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_shuffled_shoes_bring_nothing_else_all_night(game: Game) -> None:
    more_rounds(game, 20_000)


def test_examples_show_what_a_seat_can_do() -> None:
    titles = " ".join(one.title for one in worked_examples(BURNOUT)).lower()
    for words in (
        "split",
        "doubled",
        "burned",
        "blackjack is paid",
        "insurance wins",
        "even money",
    ):
        assert words in titles
    (burned,) = [one for one in worked_examples(BURNOUT) if "burned" in one.title]
    (gone,) = [hand for hand in burned.hands if hand.gone]
    assert gone.cards[0] in burned.line and len(gone.cards) == 1
    surrendered = worked_examples(CATALOGUE["classic"].but(surrender="late"))
    assert any("surrendered" in one.title for one in surrendered)
    assert set(DONE.values()) >= {"a pair is split", "a card is burned"}


def test_only_rulings_in_force_are_told() -> None:
    up = {one.id for one in rulings_of(FACE_UP)}
    assert up.isdisjoint({"R3", "R7", "R9", "R11", "R12"}) and set(FACE_UP.rulings) <= up
    classic = CATALOGUE["classic"]
    assert "R12" not in {one.id for one in rulings_of(classic)}
    late = classic.but(surrender="late", peek=False)
    assert {"R12", "G1"} <= {one.id for one in rulings_of(late)}
    assert "G4" in {one.id for one in rulings_of(BREAKOUT.but(peek=False))}
    assert "G4" not in {one.id for one in rulings_of(late)}


def test_a_ruling_set_the_other_way_says_so() -> None:
    other = FACE_UP.set("blackjack_pays", "3:2")
    words = dealt_words(other, all_rulings()["F1"])
    assert "blackjack_pays=3:2" in words and "1 to 1" not in words


def test_what_a_ruling_depends_on_can_be_read() -> None:
    """Each `When` names options that some game has, with values they can take."""
    for ruling in all_rulings().values():
        for key, value in re.findall(r"`(\w+)=([\w:-]+)`", ruling.when):
            if key == "game":
                assert value in CATALOGUE
            else:
                games = [game for game in CATALOGUE.values() if key in game.options]
                assert games or key == "dealer_shows", key
                for game in games:
                    game.options[key].read(value) if value in allowed(game, key) else None
                assert key == "dealer_shows" or any(value in allowed(g, key) for g in games)


def allowed(game: Game, key: str) -> list[str]:
    from holecard.dealing.rules import plain

    return [plain(value) for value in game.options[key].allowed]


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_irregularities_name_proofs_that_exist(game: Game) -> None:
    promised = (ROOT / "docs" / "promises.md").read_text(encoding="utf-8")
    found = cases_of(game)
    for one in found:
        for path in re.findall(r"tests/[\w/]+\.py", one.shown):
            assert (ROOT / path).is_file(), path
        for number in re.findall(r"P\d+", one.shown + one.holecard):
            assert f"### {number}. " in promised
    burns = any("burn" in one.case.lower() and "seat" in one.case for one in found)
    assert burns == (game.id == "burnout")


def test_a_record_is_printed_as_it_was_given() -> None:
    record = Record("A. Analyst", "B. Reviewer", (read_revision("2026-03-01  First issue"),))
    assert record.revisions == (Revision("2026-03-01", "First issue"),)
    assert record.stamp == (("Computed by", "A. Analyst"), ("Reviewed by", "B. Reviewer"))
    (table,) = [one for one in record_section(record).blocks if isinstance(one, Table)]
    assert table.rows == (("1", "2026-03-01", "First issue"),)
    assert Record().stamp[1] == ("Reviewed by", "not named")
    for bad in ("first issue", "2026-13-01 No such month", "2026-03-01"):
        with pytest.raises(Unreadable, match="a day and what was changed"):
            read_revision(bad)


def test_a_bet_from_a_file_is_told_like_any_other() -> None:
    game = load_game(ROOT / "examples" / "perfect_pairs.py")
    tables = {one.id: one for one in rules_section(game).blocks if isinstance(one, Table)}
    assert ("perfect", "Two cards of one rank and one suit.", "25 to 1", "30 to 1") in tables[
        "pays-perfect-pairs"
    ].rows
    assert "Perfect Pairs" in tables["cases-main"].head
    assert any(isinstance(one, Examples) for one in examples_section(game).blocks)
