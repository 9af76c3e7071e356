"""What the site shows, and in which order: four kinds of page, each page once.

A page is a Markdown file of docs/ by its name, or one of the repository's own papers. Notebooks and
decisions are taken as they are found.
"""

from __future__ import annotations

from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
PAPERS = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")  # beside docs/, pages all the same
SECTIONS: dict[str, tuple[str, ...]] = {
    "Tutorials": (
        "tutorials/first-bet.md",
        "tutorials/first-game.md",
        "tutorials/first-class.md",
        "tutorials/first-agent.md",
        "notebooks/*.ipynb",
    ),
    "How to": (
        "lab.md",
        "define-a-wager.md",
        "define-a-game.md",
        "simulate.md",
        "cluster.md",
        "math-sheet.md",
        "train.md",
        "envs.md",
        "agents.md",
        "operate.md",
        "scale.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
    ),
    "Reference": (
        "games.md",
        "reference-cli.md",
        "reference-python.md",
        "reference-web.md",
        "reference.md",
        "rules.md",
        "round-line.md",
        "gallery.md",
        "glossary.md",
        "CHANGELOG.md",
    ),
    "Explanation": (
        "exact-odds.md",
        "how-we-know.md",
        "promises.md",
        "fairness.md",
        "rulings.md",
        "architecture.md",
        "decisions/*.md",
    ),
}
HOME = "index.md"
LATER = ("envs.md", "agents.md")  # shown from the day they are written


def found(name: str) -> list[str]:
    """The pages a name of SECTIONS means."""
    if "*" in name:
        return sorted(str(path.relative_to(DOCS)) for path in DOCS.glob(name))
    if name in LATER and not source(name).is_file():
        return []
    return [name]


def source(page: str) -> Path:
    """The file a page is made of."""
    return (ROOT if page in PAPERS else DOCS) / page


def pages() -> dict[str, list[str]]:
    """Section -> its pages, wildcards opened."""
    return {
        title: [page for name in names for page in found(name)] for title, names in SECTIONS.items()
    }


def every_page() -> list[str]:
    return [HOME, *(page for listed in pages().values() for page in listed)]


def staged_name(page: str) -> str:
    """The Markdown file a page is built from: notebooks are turned into one."""
    return str(Path(page).with_suffix(".md"))


def nav() -> str:
    """The navigation as a TOML value; deep lists are folded into a section of their own."""
    sections = ", ".join(f'{{ "{title}" = [{rows(listed)}] }}' for title, listed in pages().items())
    return f'[{{ "Home" = "{HOME}" }}, {sections}]'


def rows(listed: list[str]) -> str:
    folders = {"notebooks": "Notebooks", "decisions": "Decisions"}
    plain = [page for page in listed if page.split("/")[0] not in folders]
    parts = [f'"{staged_name(page)}"' for page in plain]
    for folder, title in folders.items():
        inner = [f'"{staged_name(page)}"' for page in listed if page.startswith(f"{folder}/")]
        if inner:
            parts.append(f'{{ "{title}" = [{", ".join(inner)}] }}')
    return ", ".join(parts)
