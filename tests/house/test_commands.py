"""Every command of the papers is one, and at night every one of them is run.

By day each is read: its word, its options and their values. At night each is run once, in a folder
that holds what its paper says is there, and leaves with 0. Counts are cut to what a night has, and
nothing else is changed; those of tutorials are followed in test_tutorials.py, answers and all.
Seen to fail: with an option misspelt in a paper; with a game that is none; with a page's own file
that cannot be priced.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from docs.site.contents import DOCS
from holecard.cli.main import app
from holecard.games import known_games
from tests.house.test_tutorials import BLOCK, TUTORIALS, asked
from tests.house.tree import PAPERS, ROOT
from tests.lab.commands import holecard

# Words that stand for others: a choice of commands, or one cut into lines.
SHORT = ("holecard session | design | count",)
INLINE = re.compile(r"`(holecard [a-z]+ ([a-z0-9-]+)[^`]*)`")
# What is not run, by what it names, and why.
NOT_RUN = {
    "serve": "goes on until it is stopped: tests/server and tests/faults start and stop servers",
    "--cluster": "needs a scheduler and its workers: tests/simulator/test_runs.py has one",
    "backup": "needs tables that were played at: tests/server/durable/test_backup.py",
    "restore": "needs such a copy: tests/server/durable/test_backup.py",
    "verify": "needs a shoe that was dealt, and what a browser kept: tests/server/proof",
    "--verify": "needs an exam that was sat: the first class of the tutorials, tests/train",
}
COMMAND = Path(sys.executable).with_name("holecard")
ROUNDS = "1e5"
BOUNDS = {"--rounds": ROUNDS, "--simulate": ROUNDS, "--until-se": "2e-2", "--items": "3"}
# What a command does without being told, told: as many as a night has time for.
USUAL = {"simulate": ("--rounds", "--until-se"), "report": ("--simulate", "--check")}
LINE = "classic | Ts 9c 6h 7d 5s | 1 main 10 | stand | 1 main -10"


def commands() -> list[str]:
    """Every line of a block of text in a paper that begins with `holecard`, and every command in a
    sentence that names a game."""
    games, found = {game.id for game in known_games()}, []
    for paper in PAPERS:
        text = paper.read_text("utf-8")
        for kind, block in BLOCK.findall(text):
            if kind in ("", "text", "console", "sh"):
                joined = block.replace("\\\n", " ")
                found += re.findall(r"^(?:\$ )?(holecard (?!:).*)$", joined, re.MULTILINE)
        inline = INLINE.findall(BLOCK.sub("", text))
        found += [" ".join(line.split()) for line, game in inline if game in games]
    return sorted({tidy(line) for line in found} - set(SHORT))


def tidy(line: str) -> str:
    """Without a comment, what is behind a gap, a `&`, and brackets round what may be left out."""
    line = re.split(r"\s{2,}|\s#|\s&$|\s>\s", line)[0]
    return re.sub(r"[\[\]]", "", line).strip()


def followed() -> set[str]:
    """The commands that tutorials show with their answers."""
    texts = [text for paper in TUTORIALS for text in BLOCK.findall(paper.read_text("utf-8"))]
    return {command for kind, text in texts if kind == "console" for command, _ in asked(text)}


def to_run() -> list[str]:
    left = set(commands()) - {tidy(line) for line in followed()}
    return sorted(line for line in left if not set(line.split()) & NOT_RUN.keys())


@pytest.mark.parametrize("line", commands())
def test_a_command_of_a_paper_is_one(line: str) -> None:
    """Its word and every option are known, and each value can be read."""
    group: Any = typer.main.get_command(app)
    _, word, *rest = shlex.split(line)
    group.commands[word].make_context(word, rest, resilient_parsing=False)


def test_there_are_commands_to_read() -> None:
    assert len(commands()) > 50 and len(to_run()) > 30
    assert (ROOT / "README.md") in PAPERS
    words = {word for line in commands() for word in line.split()}
    assert words > NOT_RUN.keys()  # nothing stands on the list that no paper tells


def bounded(line: str) -> list[str]:
    """Its words, counts cut, a real round line for `LINE`."""
    words = [LINE if word == "LINE" else word for word in shlex.split(line)[1:]]
    for place, word in enumerate(words[:-1]):
        if word in BOUNDS:
            words[place + 1] = BOUNDS[word]
    usual = USUAL.get(words[0], ())
    return words if not usual or set(usual) & set(words) else [*words, usual[0], ROUNDS]


def lay_out(folder: Path, line: str) -> None:
    """The files that the papers have a reader write, by their own text."""
    told = (DOCS / "define-a-wager.md").read_text("utf-8")
    (first, *_) = [text for kind, text in BLOCK.findall(told) if kind == "python"]
    own = re.sub(r"^(>>>|\.\.\.) ?", "", first, flags=re.MULTILINE)
    (folder / "my_bets.py").write_text(own, "utf-8")
    for paper in TUTORIALS:
        for kind, text in BLOCK.findall(paper.read_text("utf-8")):
            if kind == "python":
                (folder / text.split()[1]).write_text(text, "utf-8")
    if "--check run.json" in line:
        ran = holecard("simulate", "breakout", "--rounds", ROUNDS, "--seed", "7", "--json")
        (folder / "run.json").write_text(ran.stdout, "utf-8")


@pytest.mark.nightly
@pytest.mark.parametrize("line", to_run())
def test_a_command_of_a_paper_runs(line: str, tmp_path: Path) -> None:
    """What wants a terminal says so here and leaves with 2: tests/terminal and tests/train sit at
    one. The pages are built before a night begins, or `doctor` says that they are not."""
    lay_out(tmp_path, line)
    before = set(tmp_path.iterdir())
    ran = subprocess.run(
        [COMMAND, *bounded(line)], cwd=tmp_path, capture_output=True, stdin=subprocess.DEVNULL
    )
    said = ran.stderr.decode()
    if needs_a_terminal(line):
        assert ran.returncode == 2 and "needs a terminal" in said, (line, said)
    else:
        assert ran.returncode == 0, (line, ran.stdout[-500:], said)
        assert ran.stdout.strip() or set(tmp_path.iterdir()) > before


def needs_a_terminal(line: str) -> bool:
    return line.split()[1] in ("play", "train") and not {"--export", "--script"} & set(line.split())
