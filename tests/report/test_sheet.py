"""The math sheet: its figures read back from the PDF, HTML and Markdown, and compared."""

from __future__ import annotations

import io
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pypdf
import pytest

import holecard as hc
from holecard.cli.report import Disagrees, check_agreement, report
from holecard.errors import BadDefinition
from holecard.experiment.simulation import simulate_game
from holecard.games import BREAKOUT, BURNOUT, CATALOGUE
from holecard.games.gallery import GALLERY
from holecard.lab.nets import wager_of
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.report import sheet as sheet_module
from holecard.report.blocks import Block, Code, Examples, Grids, Picture, Section, Table, Words
from holecard.report.commands import Source
from holecard.report.entries import key_of
from holecard.report.facts import Facts
from holecard.report.kept import Kept
from holecard.report.printers import html, markdown
from holecard.report.printers.pdf import pdf
from holecard.report.record import NOBODY, Record
from holecard.report.rulings import all_rulings, rulings_of, switched
from holecard.report.sections import beside
from holecard.report.sections.chart_section import as_runs
from holecard.report.sections.check_sections import (
    agreement,
    check_rows,
    check_section,
    rerun_section,
)
from holecard.report.sections.examples import worked_examples
from holecard.report.sections.irregular import irregular_section
from holecard.report.sections.lab_sections import count_section
from holecard.report.sections.liability_section import liability_section
from holecard.report.sections.protection_section import errors_section, seen_section
from holecard.report.sections.rack_card import rack_card
from holecard.report.sections.rules_sections import game_section
from holecard.report.sections.words import play_steps
from holecard.report.sheet import MathSheet, joined, math_sheet
from holecard.text.line import read_line, replay
from holecard.text.own_rules import own_rules
from holecard.text.words import outcome_words
from holecard.wagers.game import Game
from tests.lab.commands import Done, holecard
from tests.night import by_day
from tests.report.sheets import DECKS, SHOES, facts_of

MOST_PAGES = 24
FOOT = 50.0  # points: below stands the page number


def facts() -> Facts:
    return facts_of("breakout")


def simulated(z: float) -> dict[str, Any]:
    """What a simulation's document says, with every figure off by so many standard errors."""
    rows = [
        {"id": one.id, "paytable": one.paytable, "ev": float(one.ev) + z * 1e-4, "stderr": 1e-4}
        for one in facts().odds.wagers
    ]
    return {"rounds": 10**8, "seed": 7, "play": "best play", "wagers": rows}


@cache
def sheet() -> MathSheet:
    return math_sheet(facts(), simulated(1.5))


@cache
def printed() -> bytes:
    return pdf(sheet())


@cache
def pages() -> tuple[str, ...]:
    reader = pypdf.PdfReader(io.BytesIO(printed()))
    return tuple(page.extract_text() for page in reader.pages)


def blocks_of(one: MathSheet) -> list[Block]:
    return [block for section in one.sections for block in section.blocks]


def tables(one: MathSheet) -> dict[str, Table]:
    return {block.id: block for block in blocks_of(one) if isinstance(block, Table)}


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def test_length_and_stamp() -> None:
    assert 6 <= len(pages()) <= MOST_PAGES
    first = squeezed(pages()[0])
    for word in (BREAKOUT.line, BREAKOUT.definition_hash, "Holecard 0.1.0"):
        assert squeezed(word) in first
    for number, text in enumerate(pages(), start=1):
        assert f"page {number} of {len(pages())}" in text
    info = pypdf.PdfReader(io.BytesIO(printed()))
    assert info.metadata is not None
    assert info.metadata.title == "Breakout Blackjack: math sheet"
    assert b"pdfaid:part>2<" in printed()


def check_filled(printed: bytes) -> None:
    """All pages but the last: text stands in the lowest two fifths, the margin among them."""
    reader = pypdf.PdfReader(io.BytesIO(printed))
    for number, page in enumerate(reader.pages[:-1], start=1):
        assert lowest_text(page) < 0.4 * float(page.mediabox.height), f"page {number}"


def test_no_page_is_half_empty() -> None:
    check_filled(printed())


@pytest.mark.nightly
@pytest.mark.parametrize("name", CATALOGUE)
def test_no_page_of_any_game_is_half_empty(name: str) -> None:
    """As the command prints it: all decks, and a simulation."""
    game = CATALOGUE[name]
    check_filled(pdf(math_sheet(Facts(game), simulate_game(game, 100_000, 7).as_json())))


def test_the_text_goes_on_below_where_a_card_is_called_for() -> None:
    """A card has a page to itself: the page before it is filled from what comes after."""
    game = CATALOGUE["classic"]
    sections = (game_section(game), rack_card(Facts(game)), irregular_section(game))
    made = pdf(MathSheet(game, (*sections, rerun_section(game, Source(game.id), NOBODY))))
    check_filled(made)
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]
    assert ["Rack card" in page for page in pages] == [False, True, False]
    assert "Irregularities" in pages[0] and "Irregularities" not in pages[1]


@pytest.mark.parametrize("game", GALLERY.values(), ids=list(GALLERY))
def test_a_gallery_sheet_tells_its_own_rules(game: Game) -> None:
    steps = " ".join(play_steps(game))
    for rule in own_rules(game):
        words = rule.says.removesuffix(".")
        assert words in steps or words[0].lower() + words[1:] in steps


GUARDED = ("prizes", "largest", "seen", "errors", "mistakes", "cut", "effects", "gains", "bounds")
SAID_WHY = {
    "double-exposure": "both of the dealer's cards are seen by the rules",
    "push-22": "no hole card is dealt before the seats act",
    "no-hole-card": "no hole card is dealt before the seats act",
    "pontoon": "no hole card is dealt before the seats act",
}


@pytest.mark.parametrize("game", by_day(list(GALLERY.values())), ids=list(GALLERY))
def test_a_gallery_sheet_has_liability_protection_and_counting(game: Game) -> None:
    """Each figure, or a sentence that says which is left out and why. Seen to fail: with a sheet
    that left the three sections out."""
    facts = Facts(game, (), shoes=(20, 10))
    sections = (
        liability_section(facts), seen_section(facts), errors_section(facts), count_section(facts)
    )  # fmt: skip
    found = {table.id for one in sections for table in one.blocks if isinstance(table, Table)}
    said = " ".join(
        block.text for one in sections for block in one.blocks if isinstance(block, Words)
    )
    if game.seats_a_player > 1:
        assert found >= set(GUARDED) - {"seen", "cut"}
        assert (
            "it is not said here what the main wager is worth with the hole card or other" in said
        )
    else:
        assert found >= set(GUARDED)
        assert ("with the hole card known" in said) == (game.id not in SAID_WHY)
        assert SAID_WHY.get(game.id, "") in said


def test_sections_under_one_title_are_printed_as_one() -> None:
    """Those that follow each other; a card keeps its page. Seen to fail: the rack card on the page
    of the section before it."""
    one, two, three = (Words(text) for text in "123")
    made = (
        Section("Same", (one,)),
        Section("Same", (two,)),
        Section("Card", (three,), own_page=True),
    )
    assert [*joined(made)] == [
        Section("Same", (one, two)),
        Section("Card", (three,), own_page=True),
    ]


def test_a_gallery_game_has_worked_examples_that_replay() -> None:
    """With a bonus of its own, and a bet that the house puts up."""
    titles = []
    for name in ("spanish-21", "free-bet"):
        for one in worked_examples(GALLERY[name]):
            titles.append(one.title.lower())
            assert replay(read_line(one.line)).done
    assert any("21 with a bonus is paid 3 to 2" in one for one in titles)
    assert any("the house puts up a bet" in one for one in titles)


def lowest_text(page: pypdf.PageObject) -> float:
    """How far up the page the last line above the foot stands."""
    heights: list[float] = []

    def seen(text: str, cm: list[float], tm: list[float], *rest: object) -> None:
        height = tm[5] * cm[3] + cm[5]
        if text.strip() and height > FOOT:
            heights.append(height)

    page.extract_text(visitor_text=seen)
    return min(heights)


def test_every_number_of_every_table_is_on_the_pdf() -> None:
    text = squeezed("".join(pages()))
    for table in tables(sheet()).values():
        for row in table.rows:
            for cell in row:
                if any(letter.isdigit() for letter in cell) and not table.prose:
                    assert squeezed(cell).replace("-", "−") in text.replace("-", "−"), cell


def test_outcome_tables_sum_to_one_and_are_the_odds() -> None:
    text = squeezed("".join(pages()))
    for one in facts().firsts:
        table = tables(sheet())[f"outcomes-{one.id}"]
        shown = {row[0]: float(row[1]) for row in table.rows[:-1]}
        wager = wager_of(facts().game, one.id)
        exact = {
            outcome_words(wager, row.id): float(row.probability)
            for row in one.outcomes
            if row.probability > 0
        }
        half = {row[0]: 0.51 * 10.0 ** -len(row[1].split(".")[1]) for row in table.rows[:-1]}
        assert set(shown) == set(exact)
        assert all(abs(shown[name] - exact[name]) <= half[name] for name in exact)
        assert sum(shown.values()) == pytest.approx(1, abs=sum(half.values()))
        assert float(table.rows[-1][1]) == 1
        value = table.rows[-1][-1]
        right = 0.51 * 10.0 ** -len(value.split(".")[1])
        assert float(value) == pytest.approx(one.row_ev, abs=right, rel=0)
        for row in table.rows:
            assert squeezed("".join(row[:2])) in text


def test_edges_equal_the_json_of_the_command() -> None:
    """Each deck count and soft-17 rule, against a run of `holecard odds --json`."""
    done = holecard("odds", "breakout", "--decks", "1", "--s17", "--json")
    wagers = json.loads(done.stdout)["wagers"]
    table = tables(sheet())["edges-s17"]
    assert table.head == ("wager", "1 deck", "6 decks")
    shown = {row[0]: row[1] for row in table.rows}
    assert shown == {one["id"]: f"{one['house_edge']:.4%}" for one in wagers}
    h17 = {row[0]: row[2] for row in tables(sheet())["edges-h17"].rows}
    assert h17 == {one.id: f"{one.house_edge:.4%}" for one in facts().odds.wagers}


def test_summary_and_session_are_the_library() -> None:
    summary = {row[0]: row for row in tables(sheet())["summary"].rows}
    for one in facts().odds.wagers:
        row = summary[one.id]
        assert row[1] == f"{one.house_edge:.6%}"
        assert row[5] == f"{one.std_dev:.4f}"
    rows = {row[0]: row for row in tables(sheet())["session"].rows}
    for session in facts().sessions:
        assert rows[session.odds.id][-1] == f"{session.player.ahead:.2%}"
        assert rows[session.odds.id][7] == f"{session.player.percentile(0.5) / 100:,.0f}"


@pytest.mark.nightly
def test_figures_priced_anew_are_the_same_bytes() -> None:
    anew = Facts(BREAKOUT, DECKS["breakout"], shoes=SHOES)
    assert pdf(math_sheet(anew, simulated(1.5))) == printed()


def test_same_inputs_same_bytes() -> None:
    """The same facts, their sections made and drawn anew."""
    again = math_sheet(facts(), simulated(1.5))
    assert pdf(again) == printed()
    assert html.page(again) == html.page(sheet())
    assert markdown.markdown(again) == markdown.markdown(sheet())


def test_html_and_markdown_hold_the_same_tables() -> None:
    page, text = html.page(sheet()), markdown.markdown(sheet())
    for table in tables(sheet()).values():
        assert f'id="{table.id}"' in page
        for row in table.rows:
            assert all(f">{cell}</td>" in page for cell in row if cell.replace(".", "").isdigit())
            if not table.prose:
                assert "| " + " | ".join(row) + " |" in text
    assert page.count("<svg") == sum(isinstance(b, Picture) for b in blocks_of(sheet()))
    assert "<script" not in page


def test_examples_replay_and_show_win_loss_and_push() -> None:
    (examples,) = [block for block in blocks_of(sheet()) if isinstance(block, Examples)]
    for one in examples.items:
        replay(read_line(one.line))
    titles = " ".join(one.title for one in examples.items)
    for wager in ("our hand", "ealer's hand"):
        for word in ("wins", "loses", "pushes"):
            assert f"{wager} {word}" in titles
    for wager in ("Breakout Bonus", "Super Tie", "Pair Up", "Sweet 17"):
        assert f"{wager} wins" in titles
        assert f"{wager} loses" in titles


def test_charts_have_a_letter_in_every_cell() -> None:
    (grids,) = [block for block in blocks_of(sheet()) if isinstance(block, Grids)]
    hard, soft, pairs = grids.items
    assert [len(one.rows) for one in (hard, soft, pairs)] == [16, 9, 10]
    for grid in grids.items:
        for _, *cells in grid.rows:
            assert set(cells) <= {"S", "H", "D", "Ds", "P", "R", "Rs"}


def test_rulings_are_the_papers_and_their_effect_is_priced() -> None:
    rows = {row[0]: row for row in tables(sheet())["rulings"].rows}
    assert set(BREAKOUT.rulings) <= set(rows)
    other = dict(switched(BREAKOUT, all_rulings()["B5"]))["tip_from=player"]
    assert other.rules["tip_from"] == "player"
    tie = facts().odds.find("super-tie")
    points = 100 * (tie.tipped_by_player().house_edge - tie.house_edge)
    assert f"super-tie {points:+.4f}" in rows["B5"][-1]
    assert rows["B1"][-1] == "–"  # noqa: RUF001


def test_independent_check() -> None:
    rows = check_rows(facts(), simulated(1.5))
    assert len(rows) == len(facts().odds.wagers)
    assert {row[-1] for row in rows} == {"+1.50"}
    assert "The two agree." in markdown.markdown(sheet())
    assert "do not use this sheet" in checked(simulated(9.0))
    assert "holecard simulate breakout" in checked(None)


def checked(simulation: dict[str, Any] | None) -> str:
    section = check_section(facts(), simulation, Source("breakout"), NOBODY)
    return markdown.markdown(MathSheet(BREAKOUT, (section,)))


def test_a_figure_is_checked_against_the_one_of_its_own_condition() -> None:
    """A bonus simulated without the payment is 26 points from the figure with it."""
    game = BURNOUT.but(decks=1)
    odds = game_odds(game, Ask(wagers=("bonus-2",), play="main"))
    bet = {"id": "bonus-2", "paytable": "standard", "stderr": 1e-4}
    plain = {**bet, "ev": odds.find("bonus-2").ev}
    paid = {**bet, "ev": odds.find("bonus-2", beside="burnout").ev, "with": "burnout"}
    known = Facts(game, (1,))
    vars(known)["odds"] = odds  # nothing else is asked for
    rows = check_rows(known, {"wagers": [plain, paid]})
    assert [row[-1] for row in rows] == ["+0.00", "+0.00"]
    assert rows[0][2] != rows[1][2]


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_rules_in_words_follow_the_rules(game: Game) -> None:
    words = " ".join(play_steps(game))
    assert "hits soft 17" in words
    assert "stands on soft 17" in " ".join(play_steps(game.but(hit_soft_17=False)))
    assert "one deck" in " ".join(play_steps(game.but(decks=1)))
    assert {one.id for one in rulings_of(game)} >= set(game.rulings) - {"R12"}
    assert all(one.deal for one in rulings_of(game))


def test_runs_of_cards() -> None:
    assert [as_runs(text) for text in ("A45678", "23", "none", "-", "A2T")] == [
        "A 4-8", "23", "none", "-", "A2 T",
    ]  # fmt: skip


def test_how_to_run_again_names_what_the_command_was_given() -> None:
    """A game of one's own is run again from its file: its id is nothing a command knows."""
    own = Source("bets/my bets.py", "GAME = ...")
    section = rerun_section(BREAKOUT.but(decks=2), own, NOBODY)
    _, odds, again, file = [block.text for block in section.blocks if isinstance(block, Code)]
    assert "holecard report 'bets/my bets.py' --set decks=2 " in again
    assert " breakout " not in odds + again and file == "GAME = ..."
    check = check_section(facts(), None, own, NOBODY).blocks
    assert any("holecard simulate 'bets/my bets.py' --set" in str(block) for block in check)
    usual = rerun_section(BREAKOUT, Source("breakout"), NOBODY).blocks
    assert any("holecard odds breakout --set" in str(block) for block in usual)


def test_the_command_hands_on_the_name_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "own.py"
    file.write_text("from holecard.games import BREAKOUT as GAME\n")
    given: list[Source] = []

    def caught(
        facts: Facts, simulated: object, source: Source, record: Record, kept: Kept
    ) -> MathSheet:
        given.append(source)
        return MathSheet(facts.game, ())

    monkeypatch.setattr("holecard.report.sheet.math_sheet", caught)
    monkeypatch.setattr(beside, "can_copy", lambda: False)  # a second process has nothing to make
    report(str(file), output=str(tmp_path / "sheet.md"), as_markdown=True, simulate="0")
    assert given == [Source(str(file))]


def test_a_shoe_that_could_run_out_is_left_blank() -> None:
    with pytest.raises(BadDefinition):
        BREAKOUT.but(decks=0)
    assert key_of(facts().odds.wagers[0]) in facts().edges[1, True]


@pytest.mark.nightly
@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_every_game_has_a_sheet(game: Game) -> None:
    made = math_sheet(Facts(game, (1, 6)))
    reader = pypdf.PdfReader(io.BytesIO(pdf(made)))
    assert 6 <= len(reader.pages) <= MOST_PAGES
    for name, table in tables(made).items():
        if name.startswith("outcomes-") and table.total:
            chances = [row[1] for row in table.rows[:-1]]
            rounded = sum(map(half_a_digit, chances))
            assert abs(sum(map(float, chances)) - 1) <= rounded < 1e-6


def half_a_digit(printed: str) -> float:
    """What rounding took at most: as many digits are printed as are proved (decision 32)."""
    return 0.5 * 0.1 ** len(printed.partition(".")[2])


def run(*words: str) -> Done:
    return holecard("report", *words)


@pytest.mark.parametrize(
    ("code", "says", "words"),
    [
        (2, "no game called", ("brakeout",)),
        (2, "one of them", ("breakout", "--html", "--markdown")),
        (2, "cannot read the simulation", ("breakout", "--check", "no-such-file.json")),
        (2, "one of them", ("breakout", "--check", "run.json", "--simulate", "1e6")),
        (2, "rounds", ("breakout", "--simulate", "many")),
        (3, "decks cannot be 99", ("breakout", "--decks", "99")),
        (2, "cannot write", ("breakout", "-o", "/no/such/folder/x.md", "--markdown",
                             "--edge-decks", "6")),
    ],
)  # fmt: skip
def test_bad_input_is_refused_in_words(code: int, says: str, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.code == code, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_a_simulation_of_other_rules_is_refused(tmp_path: Path) -> None:
    other = {"schema": "holecard.simulate/1", "definition_hash": "other", "rules_line": "8D S17"}
    path = tmp_path / "other.json"
    path.write_text(json.dumps(other), encoding="utf-8")
    done = run("breakout", "--check", str(path))
    assert done.code == 1
    for said in ("8D S17", "its hash is other", BREAKOUT.definition_hash):
        assert said in done.stderr


def test_a_sheet_brings_its_own_simulation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless told not to: the z-scores on it are those of the run it names. The sections of other
    figures are left out here."""
    monkeypatch.setattr(sheet_module, "FIGURES", ())
    monkeypatch.setattr(beside, "can_copy", lambda: False)
    file = tmp_path / "sheet.md"
    ways = ("--edge-decks", "6", "--markdown", "-o", str(file))
    done = run("classic", "--simulate", "3e5", *ways)
    assert done.code == 0, done.stderr
    section = file.read_text().partition("Independent check")[2].partition("How to run")[0]
    assert "300,000 rounds" in section and "seed 7" in section
    found = simulate_game("classic", rounds=300_000, seed=7, check=True)
    assert found.checks
    for row in found.checks:
        assert f"{row['z']:+.2f} |" in section, row
    assert run("classic", "--simulate", "0", *ways).code == 0
    assert "printed without a simulation" in " ".join(file.read_text().split())


def checked_by(facts: Facts, *found: dict[str, Any]) -> MathSheet:
    """A sheet of nothing but a simulation beside the exact figures."""
    simulated = {"rounds": 1000, "seed": 7, "play": "best play", "wagers": found}
    return MathSheet(facts.game, (Section("check", agreement(facts, simulated)),))


def test_a_failed_check_fails_the_command() -> None:
    """Whatever the sheet says: a z of 200 once ended with exit code 0."""
    facts = Facts(BREAKOUT.but(decks=6))
    exact = {one.id: one.ev for one in facts.odds.wagers}
    found = {"id": "super-tie", "paytable": "standard", "ev": exact["super-tie"], "stderr": 1e-4}
    check_agreement(checked_by(facts, found))
    with pytest.raises(Disagrees, match=r"super-tie standard \(z \+200.00\)") as wrong:
        check_agreement(checked_by(facts, found | {"ev": exact["super-tie"] + 0.02}))
    assert wrong.value.exit_code == 1
    with pytest.raises(Disagrees, match="no figure that could be set beside"):
        check_agreement(checked_by(facts))


def test_a_bonus_without_the_payment_is_checked_against_its_own_figure() -> None:
    """Both ways of playing have an entry of one name: the last once stood in for the first."""
    own = Facts(BURNOUT)
    vars(own)["odds"] = odds = hc.odds(BURNOUT, "bonus-2", play="main")
    paid = odds.find("bonus-2", beside="burnout")
    without = next(one for one in odds.wagers if not one.beside)
    assert paid.ev - without.ev > 0.1
    found = {"id": "bonus-2", "paytable": "standard", "ev": without.ev, "stderr": 1e-4}
    assert [row[-1] for row in check_rows(own, {"wagers": [found]})] == ["+0.00"]


def test_a_run_dealt_to_a_cut_card_is_no_check(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run_of = {"schema": "holecard.simulate/1", "definition_hash": BREAKOUT.definition_hash}
    path.write_text(json.dumps(run_of | {"shoe": "dealt to the cut card"}), encoding="utf-8")
    done = run("breakout", "--check", str(path))
    assert done.code == 1 and "was dealt to the cut card" in done.stderr
