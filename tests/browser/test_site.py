"""The site in a browser: its search, one choice of light or dark, a tutorial to the letter.

Meant to catch: a style that the server refuses (the console says so); a figure of the tutorial that
is no longer true; the lobby's link taken up by the page's own router.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from docs.site.contents import DOCS
from tests.browser.conftest import NewSitter
from tests.browser.lab_page import READY
from tests.house.site_built import built
from tests.people.sitter import Sitter

STEP = re.compile(r"^\d+\. (.*)\.$", re.MULTILINE)
OPEN, READ, TYPE = r"Open `(.+)`", r"Read `(.+)` as the house edge", r"Type `(.+)` into `(.+)`"


@pytest.fixture(scope="module", autouse=True)
def site() -> None:
    built()


def test_search_finds_a_ruling_from_the_lobby(sitter: NewSitter) -> None:
    ann = sitter()
    page = ann.page
    page.goto(ann.url)
    page.get_by_role("link", name="How everything works").click()
    expect(page).to_have_title(re.compile("Holecard"))
    box = page.locator('input[aria-label="Search"]')
    expect(box).to_be_attached()
    page.keyboard.press("Control+k")
    box.fill("card that busts")
    page.locator('a[role="option"][href*="#u2-"]').first.click()
    expect(page.locator("h3", has_text="U2")).to_be_in_viewport()
    assert "/docs/rulings.html" in page.url


def test_light_or_dark_is_one_choice(sitter: NewSitter) -> None:
    ann = sitter()
    page = ann.page
    page.goto(f"{ann.url}/docs/")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    page.locator('label[title="Swap to light"]').click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.goto(f"{ann.url}/docs/lab.html")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    assert page.evaluate("localStorage.getItem('holecard.theme')") == "light"


def test_the_first_tutorial_is_followed_to_the_letter(sitter: NewSitter) -> None:
    text = (DOCS / "tutorials" / "first-bet.md").read_text("utf-8")
    steps = STEP.findall(text.partition("## Write one")[0])
    ann = sitter()
    for step in steps:
        follow(ann, step)
    assert len(steps) == 6


def follow(person: Sitter, step: str) -> None:
    page = person.page
    if found := re.fullmatch(OPEN, step):
        page.goto(f"{person.url}{found[1]}")
    elif found := re.fullmatch(READ, step):
        expect(page.locator('.hero [data-figure="house_edge"]')).to_have_text(
            found[1], timeout=READY
        )
    elif found := re.fullmatch(TYPE, step):
        page.get_by_label(found[2], exact=True).fill(found[1])
    else:
        raise AssertionError(f"nobody can follow {step!r}")
