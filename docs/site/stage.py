"""The pages as the generator wants them: all in one folder, with links that stay inside it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from docs.site.contents import DOCS, PAPERS, ROOT, every_page, source, staged_name
from docs.site.notebook_page import notebook_page, save_pictures
from docs.site.rooms_picture import without_mermaid

LINK = re.compile(r"(?<=\]\()([^)#\s]+)(#[^)\s]*)?(?=\))")
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
OUTSIDE = ("http://", "https://", "mailto:", "/")
COLOURS = ROOT / "ui" / "src" / "base" / "app.css"
SCHEMES = (":root", ':root[data-theme="light"]')
BLOCK = re.MULTILINE | re.DOTALL
FILES = "files"  # what a page links to and is no page: an example for operators, say


def stage(folder: Path) -> None:
    for page in every_page():
        path = source(page)
        for picture in pictures_of(path):
            put(picture, folder / picture.relative_to(DOCS))
        target = folder / staged_name(page)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(staged_text(page, folder), "utf-8")
    shutil.copytree(DOCS / "site" / "theme", folder / "theme")
    (folder / "theme" / "colours.css").write_text(colours(), "utf-8")


def colours() -> str:
    """Colours and letters of the tables, under the names the generator has for dark and light."""
    text = COLOURS.read_text("utf-8")
    found = [re.search(rf"^{re.escape(block)} {{(.*?)^}}", text, BLOCK) for block in SCHEMES]
    if not all(found):
        raise SystemExit(f"docs/site/build.py: {COLOURS.name} has no block for each of {SCHEMES}")
    dark, light = (one[1] for one in found if one)
    return f'[data-md-color-scheme] {{{dark}}}\n[data-md-color-scheme="default"] {{{light}}}\n'


def put(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, target)


def pictures_of(path: Path) -> list[Path]:
    """The pictures a page of Markdown shows."""
    if path.suffix != ".md" or not path.is_file():
        return []
    shown = PICTURE.findall(path.read_text("utf-8"))
    return [(path.parent / name).resolve() for name in shown if not name.startswith(OUTSIDE)]


def staged_text(page: str, folder: Path) -> str:
    path = source(page)
    if path.suffix == ".ipynb":
        put(path, folder / page)
        save_pictures(path, (folder / page).parent)
        return notebook_page(path)
    text = without_mermaid(path.read_text("utf-8"), (folder / page).parent)
    return LINK.sub(lambda link: relinked(link, page, folder), text)


def relinked(link: re.Match[str], page: str, folder: Path) -> str:
    """A link of the repository as a link of the site; a file that is no page comes along."""
    name, anchor = link[1], link[2] or ""
    if name.startswith(OUTSIDE):
        return link[0]
    target = (source(page).parent / name).resolve()
    if target.parent == ROOT and target.name in PAPERS:
        inside = target.name
    elif target.is_relative_to(DOCS):
        inside = str(target.relative_to(DOCS))
    elif target.is_file():
        inside = f"{FILES}/{target.name}.txt"
        put(target, folder / inside)
    else:
        raise SystemExit(f"docs/site/build.py: {page} links to {name}, which is no file")
    return "../" * page.count("/") + inside.replace(".ipynb", ".md") + anchor
