"""The built site: every page is there, every link leads somewhere, nothing comes from elsewhere.

Seen to fail: with a page of docs/ left out of the contents; with a link to a page that is none, and
to a heading that is none; with a script left standing in a page; with a picture taken away; with a
word of a docstring changed and the page not written again.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

from docs.site.build import is_fresh
from docs.site.contents import DOCS, PAPERS, every_page, staged_name
from docs.site.generate import PAGES
from docs.site.stage import pictures_of
from holecard.games import CATALOGUE
from holecard.games.gallery import GALLERY
from holecard.server.app import make_app
from holecard.server.base.settings import Settings
from tests.house.site_built import Page, built, page_of

# What else the server has: the lobby, and the pages of a game.
SERVED = "|".join([*CATALOGUE, *(game.id for game in GALLERY.values())])
TABLES = re.compile(rf"/|/(?:lab|strategy|train)/(?:{SERVED})(?:\?.*)?")


@pytest.fixture(scope="module")
def site() -> Path:
    return built()


def html_of(page: str) -> str:
    return str(Path(staged_name(page)).with_suffix(".html"))


def test_every_paper_is_a_page_and_only_once() -> None:
    listed = every_page()
    assert len(listed) == len(set(listed))
    here = {str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md")}
    here |= {str(path.relative_to(DOCS)) for path in DOCS.glob("notebooks/*.ipynb")}
    assert set(listed) == here | set(PAPERS)


def test_every_page_comes_out(site: Path) -> None:
    assert {html_of(page) for page in every_page()} | {"404.html"} == {
        str(path.relative_to(site)) for path in site.rglob("*.html")
    }


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    wrong = [f"{path.name}: {name}" for path in pages for name in astray(site, path)]
    assert wrong == [] and len(pages) > 50


def astray(site: Path, path: Path) -> list[str]:
    return [name for tag, name in page_of(path).named if not leads(site, path, tag, name)]


def leads(site: Path, path: Path, tag: str, name: str) -> bool:
    """A page may name the world only to who clicks on it."""
    if name.startswith(("http://", "https://", "mailto:")):
        return tag == "a"
    name, anchor = urldefrag(name)
    if name.startswith("/") and not name.startswith("/docs/"):
        return tag == "a" and TABLES.fullmatch(name) is not None
    inside = name.removeprefix("/docs/")
    folder = site if name.startswith("/") else path.parent
    target = path if not name else folder / unquote(inside)
    target = target / "index.html" if target.is_dir() else target
    if not target.is_file():
        return False
    return not anchor or target.suffix != ".html" or anchor in page_of(target).anchors


def test_no_script_and_no_style_stands_in_a_page(site: Path) -> None:
    found = {path.name: page_of(path).inline for path in site.rglob("*.html")}
    assert {name: inline for name, inline in found.items() if inline} == {}


def test_what_must_not_stand_in_a_page_is_found() -> None:
    bad = "<script>1</script><p style='x'><style></style><b onclick='1'></b>"
    assert len(Page(bad).inline) == 4
    assert Page("<script type='application/json'>{}</script><script src='a.js'>").inline == []


def test_nothing_escaped_for_markdown_is_left(site: Path) -> None:
    """Seen to fail: the bars of `--play main|wager` stood behind a stroke."""
    assert [path.name for path in site.rglob("*.html") if "\\|" in path.read_text("utf-8")] == []


def test_styles_fetch_nothing_from_elsewhere(site: Path) -> None:
    for path in site.rglob("*.css"):
        assert not re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//", path.read_text("utf-8"))


def test_search_knows_every_page(site: Path) -> None:
    items = json.loads((site / "search.json").read_text("utf-8"))["items"]
    known = {urldefrag(item["location"])[0] or "index.html" for item in items}
    assert {html_of(page) for page in every_page()} <= known | {"index.html"}
    assert any("burned, after a double" in item["text"] for item in items)  # ruling U2


def test_nothing_is_built_again_from_the_same_sources(site: Path) -> None:
    stamp = (site / ".built-from").read_text("utf-8").strip()
    assert is_fresh(stamp, site) and not is_fresh(stamp[::-1], site)


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_reference_are_what_the_software_says(name: str) -> None:
    """If not: `python -m docs.site.generate`."""
    assert (DOCS / name).read_text("utf-8") == PAGES[name]()


def test_every_endpoint_is_told_in_words() -> None:
    """Seen to fail with a part of the house left out, and with an endpoint told in a word."""
    text = (DOCS / "reference-web.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `([A-Z]+ /\S+)` \| (.+) \|$", text, re.MULTILINE))
    schema = make_app(Settings(database="")).openapi()
    asked = {
        f"{method.upper()} {path}" for path, ways in schema["paths"].items() for method in ways
    }
    assert told.keys() == asked
    assert all(len(re.split(r" (?:Takes|Answers) ", said)[0]) > 12 for said in told.values())


def test_every_picture_is_made_by_a_script() -> None:
    """tests/browser/pictures.py and train_pictures.py write those that pages show."""
    makers = [
        DOCS.parent / "tests" / "browser" / name for name in ("pictures.py", "train_pictures.py")
    ]
    text = "".join(maker.read_text("utf-8") for maker in makers)
    shown = {one.stem for page in DOCS.rglob("*.md") for one in pictures_of(page)}
    assert shown and [stem for stem in shown if not made_by(text, stem)] == []


def made_by(text: str, stem: str) -> bool:
    """Named whole, or by its beginning where a script names several (`train-` and the drill)."""
    return stem in text or re.sub(r"^(train|table)-", "", stem) in text
