"""The lobby's figures come by themselves, and a table's rules line can be read to its end.

Seen to fail: with `edgesUnder` giving up at the first answer that is no answer, as it did; with the
rules line broken into single letters at 820 px, as it was.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewSitter
from tests.night import by_day
from tests.people.profile import WAIT
from tests.people.sitter import Sitter


def figure(wager: str, paytable: str, edge: float, play: str, condition: str) -> dict[str, object]:
    return {
        "id": wager, "name": wager, "wager": wager, "beside": "", "play": play,
        "played": wager, "condition": condition, "main_edge": None, "paytable": paytable,
        "house_edge": edge, "hit_frequency": 0.4, "method": "exact",
    }  # fmt: skip


FIGURES = {
    "game": "bad-beat",
    "rules_line": "",
    "wagers": [
        figure("main", "standard", 0.0062, "main", "played for the main wager"),
        figure("bad-beat", "P1", 0.0903, "wager", "played for Bad Beat alone"),
    ],
}


def test_figures_appear_when_the_server_has_them(sitter: NewSitter) -> None:
    """A server gives up, then is cut off, then answers: no reload, and the others do not wait."""
    ann, asked = sitter(edges="none"), []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=409, json={"code": "lab/too_long", "message": "given up"})
        elif len(asked) == 2:
            route.abort("connectionreset")
        else:
            route.fulfill(json=FIGURES)

    ann.page.route("**/games/bad-beat/edges?*", answer)
    ann.page.goto(ann.url)
    edge = ann.page.locator("article", has_text="Bad Beat Blackjack").locator(".edge")
    expect(edge).to_contain_text("working it out")
    expect(ann.page.locator("article .edge", has_text="working it out")).to_have_count(1)
    # Another play's figure is not set beside the main wager's.
    expect(edge).to_have_text(
        "House edge: your hand 0.62%, played for the main wager", timeout=WAIT
    )
    assert len(asked) == 3


def test_a_refusal_is_not_asked_again(sitter: NewSitter) -> None:
    ann, asked = sitter(edges="none"), []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=422, json={"code": "request/invalid", "message": "no"})

    ann.page.route("**/games/bad-beat/edges?*", refuse)
    ann.page.goto(ann.url)
    edge = ann.page.locator("article", has_text="Bad Beat Blackjack").locator(".edge")
    expect(edge).to_have_text("House edge: not known under these rules")
    ann.page.wait_for_timeout(2_500)
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("game", "widths"),
    by_day([("face-up", (1920, 1280, 1024, 820, 390, 320)), ("classic", (390,))], 0),
)
def test_the_rules_line_is_whole(sitter: NewSitter, game: str, widths: tuple[int, ...]) -> None:
    """In the bar it is there on one line or not at all; the menu always has it, to its end."""
    ann = sitter(width=widths[0], height=844).open(game)
    for width in widths:
        ann.page.set_viewport_size({"width": width, "height": 844})
        check_bar(ann, width)
    ann.page.click("header .menu")
    line = ann.page.locator("dialog .line")
    expect(line).to_contain_text("6D H17")
    if game == "face-up":
        expect(line).to_contain_text("ties=lose dealer_shows=both")
    assert line.evaluate("node => node.scrollWidth <= node.clientWidth")


def check_bar(ann: Sitter, width: int) -> None:
    code = ann.page.locator("header .rules .code")
    if code.is_visible():
        assert code.evaluate("node => node.getClientRects().length") == 1
    buttons = ann.page.locator("header button:visible, header a:visible, header .rules:visible")
    boxes = [one.bounding_box() for one in buttons.all()]
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    assert all(box and box["height"] < 50 for box in boxes)
