"""The lab and the strategy pages by keyboard, on a phone, and for axe; the way there.

Seen to fail: with pale letters in the burn lists, and in the heads of a chart of many columns.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.browser.lab_page import READY, LabPage
from tests.browser.test_axe import findings

NARROW = 360
SCREENS = {
    "edge": ("/lab/breakout?wager=super-tie&vs=wager%3Dsweet-17", '.hero[aria-busy="false"]'),
    "pay tables": ("/lab/bad-beat", '.hero[aria-busy="false"]'),
    "session": ("/lab/breakout?wager=sweet-17&tab=session&bankroll=100", '[data-ready="true"]'),
    "design": ("/lab/breakout?wager=sweet-17&tab=design", 'input[name="edge"]'),
    "counting": ("/lab/breakout?wager=sweet-17&tab=counting", '[data-ready="true"]'),
    "sheet": ("/lab/breakout?tab=sheet", 'input[name="decks"]'),
    "wrong": ("/lab/breakout?rules=99D", ".wrong"),
    "strategy": ("/strategy/classic?cell=hard.16.T", "[data-panel] [data-action]"),
    "face up": ("/strategy/face-up", "[data-cell]"),
    "house": ("/lab/breakout?wager=sweet-17&tab=session&side=house", '[data-ready="true"]'),
    "burn": ("/strategy/burnout?paid=true", '[aria-label="Burn after a hit"] td'),
    "burn locked": (
        "/strategy/burnout?paid=true&cell=burn-hit.16.T&lock=burn-hit.16.T.89T",
        '[data-panel] [data-letter="689T"]',
    ),
}


# With every change those that are made of other parts; the tables' are seen in the light.
BY_DAY = ("edge", "session", "sheet", "wrong")


@pytest.mark.nightly
def test_screens_fit_and_axe_finds_nothing(sitter: NewSitter) -> None:
    check_screens(sitter, BY_DAY, "dark", 390)


@pytest.mark.nightly
@pytest.mark.parametrize(("theme", "width"), [("dark", 1280), ("light", 390)])
def test_every_screen_fits_and_axe_finds_nothing(sitter: NewSitter, theme: str, width: int) -> None:
    check_screens(sitter, tuple(SCREENS), theme, width)


def check_screens(sitter: NewSitter, names: tuple[str, ...], theme: str, width: int) -> None:
    ann = sitter(theme=theme, width=width, height=844)
    for name in names:
        path, there = SCREENS[name]
        page = LabPage(ann, path)
        page.page.wait_for_selector(there, timeout=READY)
        page.page.wait_for_timeout(200)
        assert page.fits(), name
        assert findings(ann) == [], name
        if width == 390:
            page.page.set_viewport_size({"width": NARROW, "height": 844})
            assert page.fits(), f"{name}, made narrower"
            page.page.set_viewport_size({"width": width, "height": 844})


@pytest.mark.nightly
def test_every_screen_fits_when_it_is_opened_on_a_small_phone(sitter: NewSitter) -> None:
    ann = sitter(width=NARROW, height=844)
    for name, (path, there) in SCREENS.items():
        page = LabPage(ann, path)
        page.page.wait_for_selector(there, timeout=READY)
        page.page.wait_for_timeout(200)
        assert page.fits(), name


def test_by_keyboard(sitter: NewSitter) -> None:
    lab = LabPage(sitter(), "/lab/breakout?wager=sweet-17").settled()
    lab.page.focus("#tab-edge")
    for tab in ("session", "design", "counting", "sheet", "edge"):
        lab.page.keyboard.press("ArrowRight")
        expect(lab.page.locator(f"#tab-{tab}")).to_be_focused()
        expect(lab.page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
    before = lab.settled().figure("house_edge")
    for _ in range(8):
        lab.page.keyboard.press("Tab")
        if lab.page.evaluate("document.activeElement.getAttribute('aria-label')") == (
            "dealer 17 pays"
        ):
            break
    lab.page.keyboard.press("ArrowUp")
    assert lab.figure("house_edge") < before
    lab.page.focus('[data-option="decks"] input:checked')
    lab.page.keyboard.press("ArrowLeft")
    lab.wait_query("rules=5D")


def test_the_way_there(sitter: NewSitter) -> None:
    for width in (1280, 390):
        page = LabPage(sitter(width=width), "/")
        page.page.click('[aria-label="Lab: Lucky Break"]')
        page.page.wait_for_url("**/lab/lucky-break*")
        page.page.wait_for_selector("#tab-edge")
        page.page.click("header >> text=Strategy")
        page.page.wait_for_url("**/strategy/lucky-break*")
        page.page.click("header >> text=Play" if width > 480 else "header .brand")
        page.page.wait_for_selector("article")
        assert page.fits()
