"""The commands of a sheet, copied from its PDF: no word is broken, and they run."""

from __future__ import annotations

import io
import shlex
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest
from typer.main import get_command

from holecard.cli.main import app
from holecard.games import CATALOGUE
from holecard.report.blocks import Code, Section
from holecard.report.commands import (
    WIDTH,
    Source,
    command,
    install,
    odds_again,
    report_again,
    simulate_again,
)
from holecard.report.printers.pdf import pdf
from holecard.report.record import Record, read_revision
from holecard.report.sheet import MathSheet
from holecard.wagers.game import Game
from tests.lab.commands import holecard

RECORD = Record("A. O'Neill", "Two Words", (read_revision("2026-03-01 First issue; all new"),))


def printed(game: Game, source: Source, rounds: str = "1e9") -> list[str]:
    """The commands as a reader copies them out of the PDF, one string each."""
    made = (
        install(),
        odds_again(game, source),
        simulate_again(game, source, rounds, 7),
        report_again(game, source, RECORD, "--check simulation.json"),
    )
    section = Section("How to run it again", tuple(map(Code, made)))
    reader = pypdf.PdfReader(io.BytesIO(pdf(MathSheet(game, (section,), RECORD))))
    lines = "\n".join(page.extract_text() for page in reader.pages).splitlines()
    found: list[str] = []
    for line in lines:
        if found and found[-1].endswith("\\"):
            found[-1] += f"\n{line}"
        elif line.startswith(("holecard ", "pip ")) and "math sheet" not in line:
            found.append(line)
    return found


def words_of(copied: str) -> list[str]:
    """As a shell reads it."""
    return shlex.split(copied.replace("\\\n", " "))


def test_a_command_breaks_between_words_only() -> None:
    told = command("holecard", "odds", "classic", *(f"--set key{n}=value" for n in range(30)))
    lines = told.splitlines()
    assert max(map(len, lines)) <= WIDTH and all(line.endswith(" \\") for line in lines[:-1])
    assert words_of(told).count("--set") == 30


@pytest.mark.parametrize("name", ["face-up", "breakout"])
def test_what_is_copied_is_what_was_meant(name: str) -> None:
    """Every option of the game with its value, and every option of the command is one it has."""
    game = CATALOGUE[name].but(decks=2)
    pip, *copied = printed(game, Source("bets/my bets.py"))
    assert pip == install()
    assert [words_of(one)[1] for one in copied] == ["odds", "simulate", "report"]
    for one in copied:
        _, verb, source, *rest = words_of(one)
        assert source == "bets/my bets.py"
        assert rest.count("--set") == len(game.options) and "decks=2" in rest
        if ">" in rest:
            rest = rest[: rest.index(">")]
        found = get_command(app).commands[verb].make_context(verb, [source, *rest])  # type: ignore[attr-defined]
        assert f"decks={game.rules.decks}" in found.params["settings"]
    again = words_of(copied[-1])
    assert again[again.index("--computed-by") + 1] == "A. O'Neill"
    assert again[again.index("--revision") + 1] == "2026-03-01 First issue; all new"


def test_copied_odds_are_the_odds() -> None:
    odds = printed(CATALOGUE["classic"], Source("classic"))[1]
    done = holecard(*words_of(odds)[1:])
    assert done.code == 0, done.stderr
    assert CATALOGUE["classic"].definition_hash in done.stdout


@pytest.mark.nightly
def test_every_command_runs_as_copied(tmp_path: Path) -> None:
    """Through a shell, one after the other, in a folder of their own."""
    path = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(Path.home())}
    for one in printed(CATALOGUE["classic"], Source("classic"))[1:]:
        done = subprocess.run(["sh", "-c", one], cwd=tmp_path, env=path, capture_output=True)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
