"""`holecard report`: the math sheet of a game as PDF, HTML or Markdown."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game
from holecard.errors import HolecardError, Unreadable
from holecard.wagers.definition import OtherDefinition, check_definition

if TYPE_CHECKING:
    from holecard.report.sheet import MathSheet
    from holecard.wagers.game import Game

SIMULATED = "holecard.simulate/1"
SHEET_SEED = 7
SUFFIXES = {".pdf": "", ".html": "--html", ".md": "--markdown"}


class Disagrees(HolecardError):
    """The simulation on a sheet is not what its exact figures say."""

    code = "report/disagrees"
    exit_code = 1


def report(
    game: GameName,
    output: Annotated[
        str, typer.Option("-o", "--output", help="The file to write; - for stdout.")
    ] = "",
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    as_html: Annotated[bool, typer.Option("--html", help="One HTML page.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Markdown.")] = False,
    check: Annotated[
        str, typer.Option(metavar="FILE", help="What `simulate --json` printed: agreement.")
    ] = "",
    simulate: Annotated[
        str, typer.Option(metavar="ROUNDS", help="Rounds of the sheet's simulation; 0 for none.")
    ] = "",
    seed: Annotated[int, typer.Option(help="The seed of that simulation.")] = SHEET_SEED,
    edge_decks: Annotated[
        str, typer.Option(help="Deck counts in the edge tables: 1,2,6,8; all if left.")
    ] = "",
    computed_by: Annotated[
        str, typer.Option(metavar="NAME", help="Who computed it, for the sheet's head.")
    ] = "",
    reviewed_by: Annotated[
        str, typer.Option(metavar="NAME", help="Who reviewed it, for the sheet's head.")
    ] = "",
    revision: Annotated[
        list[str] | None,
        typer.Option(metavar="'DAY WORDS'", help="A line of the revision history; repeat."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compute all of it anew, nothing kept from before.")
    ] = False,
) -> None:
    """Print the sheet a submission needs: rules, tables that sum to 1, edges, charts, checks."""
    from holecard.cli.design import read_decks
    from holecard.cli.session import whole
    from holecard.report.commands import Source
    from holecard.report.facts import ALL_DECKS, ROUNDS, Facts, run_simulation
    from holecard.report.kept import NOTHING_KEPT, usual_folder
    from holecard.report.record import Record, read_revision
    from holecard.report.sections.beside import two_processes
    from holecard.report.sheet import math_sheet

    if as_html and as_markdown:
        raise Unreadable("--html and --markdown: one of them")
    ruled = ruled_game(game, decks, h17, settings)
    suffix = ".html" if as_html else ".md" if as_markdown else ".pdf"
    path = output or f"{ruled.id}-math-sheet{suffix}"
    if suffix == ".pdf" and path == "-" and sys.stdout.isatty():
        raise Unreadable("a PDF is no text for a terminal: give -o FILE, or --markdown")
    check_folder(path, suffix)
    kept = NOTHING_KEPT if fresh else usual_folder()
    record = Record(computed_by, reviewed_by, tuple(map(read_revision, revision or [])))
    if check and simulate:
        raise Unreadable("--check and --simulate: one of them")
    if seed != SHEET_SEED and (check or simulate == "0"):
        raise Unreadable("--seed is of the sheet's own simulation: there is none, leave it out")
    rounds = ROUNDS if simulate == "" else 0 if simulate == "0" else whole(simulate)
    facts = Facts(ruled, read_decks(edge_decks) or ALL_DECKS, told=tell)
    simulated: dict[str, Any] | None = read_simulation(check, ruled) if check else None
    with two_processes(facts, kept) as making:
        if rounds and not check:
            simulated = run_simulation(facts, rounds, seed, making)
        sheet = math_sheet(facts, simulated, Source(game), record, making)
    write(path, rendered(sheet, suffix))
    if simulated is not None:
        check_agreement(sheet)


def check_agreement(sheet: MathSheet) -> None:
    """The sheet is printed either way, and says so; the command fails with it."""
    from holecard.report.sections.check_sections import MOST_Z, agreement_rows

    rows = agreement_rows(sheet.sections)
    wrong = [f"{row[0]} {row[1]} (z {row[-1]})" for row in rows if abs(float(row[-1])) > MOST_Z]
    if wrong or not rows:
        raise Disagrees(
            f"simulated and exact differ by more than {MOST_Z:g} standard errors: "
            f"{', '.join(wrong)}; do not use this sheet"
            if wrong
            else "the simulation has no figure that could be set beside an exact one"
        )


def check_folder(path: str, suffix: str) -> None:
    """A sheet takes a minute: a folder that is not there is said before it, and a name that says
    another form."""
    named = Path(path).suffix.lower()
    if named in SUFFIXES and named != suffix:
        form = SUFFIXES[named] or f"no {SUFFIXES[suffix]}"
        raise Unreadable(f"{path} would hold a sheet as {suffix[1:]}: give {form}, or rename it")
    if path != "-" and not Path(path).absolute().parent.is_dir():
        raise Unreadable(f"cannot write {path}: there is no folder {Path(path).parent}")


def tell(words: str) -> None:
    typer.echo(words, err=True)


def rendered(sheet: MathSheet, suffix: str) -> bytes:
    if suffix == ".html":
        from holecard.report.printers.html import page

        return page(sheet).encode()
    if suffix == ".md":
        from holecard.report.printers.markdown import markdown

        return markdown(sheet).encode()
    from holecard.report.printers.pdf import pdf

    return pdf(sheet)


def write(path: str, content: bytes) -> None:
    if path == "-":
        sys.stdout.buffer.write(content)
        return
    try:
        Path(path).write_bytes(content)
    except OSError as wrong:
        raise Unreadable(f"cannot write {path}: {wrong.strerror}") from wrong
    tell(f"wrote {path}, {len(content):,} bytes")


def read_simulation(path: str, game: Game) -> dict[str, Any]:
    """A simulation's document, if it is of this game under these rules."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as wrong:
        raise Unreadable(f"cannot read the simulation {path}: {wrong}") from wrong
    if not isinstance(document, dict) or document.get("schema") != SIMULATED:
        raise Unreadable(f"{path} is no document of `holecard simulate --json`")
    from holecard.experiment.simulation import FRESH

    said = f"{path}, {document.get('play')} under {document.get('rules_line')},"
    check_definition(said, document.get("definition_hash"), game.definition_hash)
    if document.get("shoe", FRESH) != FRESH:
        raise OtherDefinition(
            f"{path} was {document['shoe']}: the sheet's figures are of a shoe {FRESH}"
        )
    return document
