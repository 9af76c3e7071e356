"""The site, built if it is not; and what stands in its pages."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

from docs.site.build import SITE
from tests.house.tree import ROOT

LINKS = {"a": "href", "link": "href", "img": "src", "script": "src"}


def built() -> Path:
    """Whoever comes first builds it; the others wait, and find it done."""
    subprocess.run([sys.executable, str(ROOT / "docs" / "site" / "build.py")], check=True)
    return SITE


class Page(HTMLParser):
    """What a page names, by tag; its anchors; and what it must not hold."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.named: set[tuple[str, str]] = set()
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.anchors |= {str(given[one]) for one in ("id", "name") if given.get(one)}
        name = given.get(LINKS.get(tag, ""))
        if name is not None:
            self.named.add((tag, name))
        runs = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if runs or tag == "style" or "style" in given or any(one.startswith("on") for one in given):
            self.inline.append(self.get_starttag_text() or tag)


@cache
def page_of(path: Path) -> Page:
    return Page(path.read_text("utf-8"))
