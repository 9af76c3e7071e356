"""On a home screen, without a connection, by keyboard, to a screen reader, with more contrast or
the system's colours, and without any colour at all.

Meant to catch: without the way past the bar (the first circle was 19 Tabs away); with no status for
what a round came to; with a worker that kept what the server said; with one path for two suits.
"""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewSitter
from tests.browser.test_axe import findings
from tests.people.profile import WAIT
from tests.server.spawned import Spawned

MOST_TABS = 8
CACHED = """async () => {
  const names = await caches.keys();
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return all.flat().map((request) => new URL(request.url).pathname).sort();
}"""
DRAWN = """() => Object.fromEntries(['s', 'h', 'd', 'c'].map((suit) => {
  const paths = document.querySelectorAll(`[data-suit="${suit}"] path[fill=currentColor]`);
  return [suit, [...new Set([...paths].map((path) => path.getAttribute('d')))]];
}))"""


@pytest.mark.nightly
def test_a_home_screen_can_have_it(served: Spawned) -> None:
    with httpx.Client(base_url=served.url) as web:
        page = web.get("/").text
        assert 'rel="manifest" href="/manifest.webmanifest"' in page
        found = web.get("/manifest.webmanifest")
        assert found.headers["content-type"].startswith("application/manifest+json")
        manifest = found.json()
        assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
        sizes = {(one["sizes"], one.get("purpose", "any")) for one in manifest["icons"]}
        assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
        for icon in (*manifest["icons"], {"src": "/icon-180.png", "sizes": "180x180"}):
            body = web.get(icon["src"]).content
            if icon["src"].endswith(".png"):
                assert body[:8] == b"\x89PNG\r\n\x1a\n"
                wide, high = (int.from_bytes(body[at : at + 4], "big") for at in (16, 20))
                assert f"{wide}x{high}" == icon["sizes"]
        assert all(web.get(one["url"]).status_code == 200 for one in manifest["shortcuts"])


def test_without_a_connection(served: Spawned, browser: Browser) -> None:
    """A page that says so; and nothing that the server ever said is kept."""
    context = browser.new_context()
    try:
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.goto(served.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        page.reload()
        page.wait_for_selector("article")
        assert page.evaluate(CACHED) == ["/icon.svg", "/offline.css", "/offline.html"]
        context.set_offline(True)
        page.goto(f"{served.url}/session")
        expect(page.locator("h1")).to_have_text("The table cannot be reached")
        assert page.locator("main").evaluate("(one) => getComputedStyle(one).textAlign") == "center"
        context.set_offline(False)
        page.get_by_text("Try again").click()
        expect(page.locator("h1")).to_contain_text("Play a few rounds")
        assert page.evaluate(CACHED) == ["/icon.svg", "/offline.css", "/offline.html"]
    finally:
        context.close()


def test_by_keyboard_and_by_ear(sitter: NewSitter) -> None:
    ann = sitter(fresh=True)
    ann.open("classic")
    ann.page.evaluate("document.activeElement?.blur()")
    tabs, on = 1, "document.activeElement?.matches('.ring')"
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    while tabs <= MOST_TABS and not ann.page.evaluate(on):
        ann.page.keyboard.press("Tab")
        tabs += 1
    assert tabs <= MOST_TABS
    ann.page.keyboard.press("Enter")
    ann.settled_down()
    expect(ann.spot("main").locator(".ring")).to_have_attribute("aria-label", re.compile("placed"))
    ann.deal().play()
    expect(ann.page.locator("footer .unseen[role=status]")).to_have_text(
        re.compile(r"^(You (win|lose) \$|Nothing won)")
    )
    log = ann.page.locator("[role=log]")
    expect(log).to_have_attribute("aria-live", "polite")
    assert "Dealer" in log.inner_text()


@pytest.mark.nightly
def test_more_contrast_and_the_systems_colours(sitter: NewSitter) -> None:
    ann = sitter(fresh=True)
    ann.open("classic")
    ann.page.emulate_media(contrast="more")
    assert findings(ann) == [], "more contrast"
    ann.page.emulate_media(contrast="null", forced_colors="active")
    assert findings(ann) == [], "the system's colours"
    edge = "(one) => getComputedStyle(one).borderTopStyle"
    assert ann.page.locator("footer .button").first.evaluate(edge) == "solid"
    primary = "(one) => getComputedStyle(one).outlineStyle"
    assert ann.page.locator("#primary").evaluate(primary) == "solid"


@pytest.mark.nightly
def test_four_suits_without_colour(sitter: NewSitter) -> None:
    """Each is a shape of its own, drawn on every card of it, and said in words."""
    ann = sitter()
    ann.page.goto(ann.url)
    ann.page.wait_for_selector("article svg.card")
    drawn = ann.page.evaluate(DRAWN)
    shapes = {suit: set(paths) for suit, paths in drawn.items()}
    assert all(shapes.values())
    own = {suit: paths - set().union(*(shapes[one] for one in shapes if one != suit))
           for suit, paths in shapes.items()}  # fmt: skip
    assert all(own.values()), own
    cards = ann.page.locator("article svg.card[data-suit]")
    names = [card.get_attribute("aria-label") or "" for card in cards.all()]
    assert all(re.search(r" of (spades|hearts|diamonds|clubs)$", name) for name in names)


def test_the_dealers_voice_opens_upwards(sitter: NewSitter) -> None:
    """Where there is room for a line of it: the last, and all of them for who asks."""
    ann = sitter(width=820, height=1180)
    ann.open("classic").bet("main").deal()
    ann.page.wait_for_selector("footer.acting, footer.result")
    lines = ann.page.locator("[role=log] li:visible")
    expect(lines).to_have_count(1)
    foot = ann.page.locator("footer").bounding_box()
    ann.page.get_by_role("button", name="this round").click()
    expect(lines).not_to_have_count(1)
    log = ann.page.locator("[role=log]").bounding_box()
    assert foot and log and log["y"] + log["height"] <= foot["y"] and log["height"] > 100
    assert ann.page.locator("footer").bounding_box() == foot, "nothing else has moved"
