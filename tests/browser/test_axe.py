"""No serious finding of axe on any page, in either theme; also with the pointer on whatever can be
pressed, which is where it rests after a click.

Seen to fail: with the quiet words of "Insurance for less" left as they are under the pointer.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import NewSitter
from tests.browser.test_facts import offer_insurance, through, to_a_choice
from tests.night import by_day, night
from tests.people.sitter import Sitter

AXE = Path(__file__).parents[2] / "ui" / "node_modules" / "axe-core" / "axe.min.js"


def findings(person: Sitter) -> list[str]:
    """What axe calls serious or critical, one line each."""
    # Given as text over the debugger: the page's policy lets no script in but its own.
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def point_at_everything(person: Sitter) -> None:
    """Every button and link looks as it does under a pointer, all at once."""
    chromium = person.context.new_cdp_session(person.page)
    chromium.send("DOM.enable")
    chromium.send("CSS.enable")
    root = chromium.send("DOM.getDocument")["root"]["nodeId"]
    found = chromium.send("DOM.querySelectorAll", {"nodeId": root, "selector": "button, a"})
    for node in found["nodeIds"]:
        chromium.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": ["hover"]})


@pytest.mark.nightly
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_under_the_pointer(sitter: NewSitter, theme: str) -> None:
    ann = sitter(theme=theme, width=1280, height=900, fresh=True)
    through(ann.page, offer_insurance)
    ann.open("classic")
    point_at_everything(ann)
    assert findings(ann) == [], "betting"
    to_a_choice(ann)
    point_at_everything(ann)
    assert "for less" in ann.page.locator(".actions").inner_text()
    assert findings(ann) == [], "insurance offered"


@pytest.mark.parametrize(
    ("theme", "width"),
    by_day([("light", 390), ("dark", 1280), ("light", 1280)], 0),
)
def test_axe(sitter: NewSitter, theme: str, width: int, request: pytest.FixtureRequest) -> None:
    ann = sitter(theme=theme, width=width, height=900)
    ann.page.goto(ann.url)
    ann.page.wait_for_selector("article")
    assert findings(ann) == [], "lobby"
    ann.open("burnout")
    point_at_everything(ann)
    assert findings(ann) == [], "betting"
    ann.bet("bonus-2")
    if night(request):
        assert findings(ann) == [], "a refused bet"
    ann.bet("main").deal()
    ann.page.wait_for_selector("footer.acting, footer.result")
    assert findings(ann) == [], "playing"
    ann.play()
    assert findings(ann) == [], "the result"
    table = ann.page.url
    for drawer in ("rules", "menu", *(("history", "play") if night(request) else ())):
        ann.page.goto(f"{table}?drawer={drawer}")
        ann.page.wait_for_selector("dialog[open]")
        ann.page.wait_for_timeout(150)
        assert findings(ann) == [], drawer
    if night(request):
        beside_the_table(ann, table)


def beside_the_table(ann: Sitter, table: str) -> None:
    ann.page.goto(f"{table}?drawer=history&round=1&step=5")
    ann.page.wait_for_selector("dialog [data-felt]")
    assert findings(ann) == [], "a replay"
    ann.page.goto(f"{ann.url}/?new=lucky-break")
    ann.page.wait_for_selector("dialog[open]")
    assert findings(ann) == [], "a new table"
    ann.page.goto(table.replace("/table/", "/check/"))
    ann.page.wait_for_selector("section")
    assert findings(ann) == [], "the check page"
