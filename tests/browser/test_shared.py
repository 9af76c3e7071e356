"""A shared round: watched by a stranger, and inside a page that is not ours.

Meant to catch: with the frame forbidden as on every other page; with a session begun in the frame.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewSitter
from tests.browser.test_axe import findings
from tests.people.profile import WAIT

OtherSite = Callable[[str], str]


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[OtherSite]:
    """A page on another origin: `other_site(html)` is its address."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *words: object) -> None:
            pass

    handler = partial(Quiet, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def put(body: str) -> str:
        (tmp_path / "index.html").write_text(body, encoding="utf-8")
        return f"http://127.0.0.1:{server.server_port}/"

    yield put
    server.shutdown()
    server.server_close()


def test_a_round_is_shared(sitter: NewSitter, browser: Browser, other_site: OtherSite) -> None:
    ann = sitter(fresh=True)
    ann.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ann.open("face-up").bet("main").deal().play()
    ann.page.goto(f"{ann.page.url.partition('?')[0]}?drawer=history&round=1")
    copied = "navigator.clipboard.readText()"
    ann.page.get_by_text("Copy a link to this replay").click()
    expect(ann.page.get_by_text("The link is copied")).to_be_visible()
    link = ann.page.evaluate(copied)
    ann.page.get_by_text("Copy code to embed it").click()
    expect(ann.page.get_by_text("The code is copied")).to_be_visible()
    code = ann.page.evaluate(copied)
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/replay/[a-z2-7]+/1", link)
    ann.page.goto(link)
    expect(ann.page.locator("h1")).to_contain_text("round 1")
    ann.page.get_by_role("button", name=re.compile("Next")).click()
    expect(ann.page.locator("[data-felt] svg.card").first).to_be_visible()
    assert findings(ann) == []
    ann.page.set_viewport_size({"width": 360, "height": 740})
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    elsewhere = browser.new_context(reduced_motion="reduce", service_workers="block")
    try:
        page = elsewhere.new_page()
        page.set_default_timeout(WAIT)
        page.goto(other_site(f"<h1>A page of somebody's own</h1>{code}"))
        frame = page.frame_locator("iframe")
        expect(frame.locator("[data-felt]")).to_be_visible()
        frame.get_by_role("button", name=re.compile("Next")).click()
        expect(frame.locator("[data-felt]")).to_have_attribute("data-at", "1")
        expect(frame.locator("svg.card").first).to_be_visible()
        expect(frame.get_by_role("link", name="Holecard")).to_have_attribute("target", "_blank")
        assert elsewhere.cookies() == [], "nobody sat down"
    finally:
        elsewhere.close()
