"""No serious finding of axe on any page, in either theme."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import NewSitter
from tests.night import by_day
from tests.people.sitter import Sitter

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"


def findings(person: Sitter) -> list[str]:
    """What axe calls serious or critical, one line each."""
    # Given as text over the debugger: the page's policy lets no script in but its own.
    person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    ("theme", "width"),
    by_day([("light", 390), ("dark", 1280), ("light", 1280)], 0),
)
def test_axe(sitter: NewSitter, theme: str, width: int) -> None:
    ann = sitter(theme=theme, width=width, height=900)
    ann.page.goto(ann.url)
    ann.page.wait_for_selector("article")
    assert findings(ann) == [], "lobby"
    ann.open("burnout")
    assert findings(ann) == [], "betting"
    ann.bet("bonus-2")
    assert findings(ann) == [], "a refused bet"
    ann.bet("main").deal()
    ann.page.wait_for_selector("footer.acting, footer.result")
    assert findings(ann) == [], "playing"
    ann.play()
    assert findings(ann) == [], "the result"
    table = ann.page.url
    for drawer in ("rules", "history", "play", "menu"):
        ann.page.goto(f"{table}?drawer={drawer}")
        ann.page.wait_for_selector("dialog[open]")
        ann.page.wait_for_timeout(150)
        assert findings(ann) == [], drawer
    ann.page.goto(f"{table}?drawer=history&round=1&step=5")
    ann.page.wait_for_selector("dialog [data-felt]")
    assert findings(ann) == [], "a replay"
    ann.page.goto(f"{ann.url}/?new=lucky-break")
    ann.page.wait_for_selector("dialog[open]")
    assert findings(ann) == [], "a new table"
    ann.page.goto(table.replace("/table/", "/check/"))
    ann.page.wait_for_selector("section")
    assert findings(ann) == [], "the check page"
