"""The files of the repository, and which of them a text means when it names one."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "holecard"
ROOMS = ("src", "tests", "docs", "ui/src", "ui/public", "bench", "deploy", "examples")
PAPERS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CODE = r"[\w.*/-]*[\w*]\.(?:py|ts|svelte|css|csv|typ|cpp)\b"
# What a user's own file is called where a paper shows how to write one.
OWN = (
    "my_bets.py", "dealers_choice.py", "file.py", "first_bet.py", "first_game.py", "agent.py",
)  # fmt: skip


@cache
def files() -> tuple[Path, ...]:
    """Every file of ours: what is built, installed or cached is not."""
    found = [path for path in (*ROOT.iterdir(), *(ROOT / "ui").iterdir()) if path.is_file()]
    found += [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    built = (PACKAGE / "server" / "static", PACKAGE / "server" / "site")
    return tuple(sorted(path for path in found if not is_made(path, built)))


def is_made(path: Path, built: tuple[Path, ...]) -> bool:
    return "__pycache__" in path.parts or any(path.is_relative_to(folder) for folder in built)


@cache
def tails() -> dict[str, set[Path]]:
    """The files each name could mean: `turn.py`, `dealing/turn.py` and so on to the whole path."""
    found: dict[str, set[Path]] = {}
    for path in files():
        parts = path.relative_to(ROOT).parts
        for start in range(len(parts)):
            found.setdefault("/".join(parts[start:]), set()).add(path)
    return found


def meant(name: str, beside: Path | None = None) -> set[Path]:
    """The files a name could mean; with `beside`, the one in the same folder before all others."""
    if "*" in name:
        return set(ROOT.glob(name))
    own = beside.parent / name if beside else None
    return {own} if own in files() and own else tails().get(name, set())


def wrong_names(text: str, beside: Path | None = None) -> list[str]:
    """The names of files in a text that no file has, or several have."""
    named = set(re.findall(CODE, text)) - set(OWN)
    return sorted(name for name in named if not is_clear(name.lstrip("./"), beside))


def is_clear(name: str, beside: Path | None) -> bool:
    found = meant(name, beside)
    return len(found) == 1 or ("*" in name and bool(found))


def prose(paper: Path) -> str:
    """A paper without its blocks of code, where names are examples."""
    return re.sub(r"^```.*?^```", "", paper.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


@cache
def names_in(file: Path) -> frozenset[str]:
    """The names a file of Python defines at its top, and methods as `Class.method`."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if hasattr(one, "name")}
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id for target in targets for one in ast.walk(target)
                      if isinstance(one, ast.Name)}  # fmt: skip
    return frozenset(found)


def defines(file: Path, name: str) -> bool:
    """Whether a file has this function, method, class or constant."""
    if file.suffix == ".py":
        return name in names_in(file)
    begins = r"^\s*(?:export |private |async |function )*"
    defined = rf"{begins}{re.escape(name)}(?:<\w+>)?\(.*\{{$"
    return re.search(defined, file.read_text("utf-8"), re.MULTILINE) is not None
