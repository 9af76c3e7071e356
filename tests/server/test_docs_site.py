"""The site under /docs: its pages, a real 404, the headers of every page, and nothing beside it.

Seen to fail: with the 404 page sent as 200; with the stamp served; with `inside` left out.
"""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from holecard.server.app import make_app
from holecard.server.base.settings import Settings
from holecard.server.http.gate import CSP

ORIGIN = "http://127.0.0.1:8021"


def client(tmp_path: Path, site: Path) -> httpx.AsyncClient:
    app = make_app(Settings(database=str(tmp_path / "t.db"), site=site))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=ORIGIN)


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> httpx.AsyncClient:
    tmp_path = tmp_path_factory.mktemp("house")
    site = tmp_path / "site"
    (site / "tutorials").mkdir(parents=True)
    (site / "assets" / "inline").mkdir(parents=True)
    files = ("index.html", "404.html", "tutorials/one.html", "assets/inline/a.js", ".built-from")
    for name in files:
        (site / name).write_text(f"this is {name}", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    return client(tmp_path, site)


async def test_pages_are_served(web: httpx.AsyncClient) -> None:
    assert (await web.get("/docs")).headers["location"] == "/docs/"
    assert (await web.get("/docs/")).text == "this is index.html"
    assert (await web.get("/docs/tutorials/one.html")).text == "this is tutorials/one.html"


async def test_what_is_not_there_is_a_404_of_its_own(web: httpx.AsyncClient) -> None:
    for path in ("nothing.html", "tutorials", "tutorials/", ".built-from", "assets/b.js"):
        found = await web.get(f"/docs/{path}")
        assert (found.status_code, found.text) == (404, "this is 404.html"), path


async def test_nothing_beside_the_site_is_served(web: httpx.AsyncClient) -> None:
    for path in ("..%2fsecret.txt", "%2e%2e%2fsecret.txt", "tutorials%2f..%2f..%2fsecret.txt"):
        found = await web.get(httpx.URL(f"{ORIGIN}/docs/{path}"))
        assert (found.status_code, found.text) == (404, "this is 404.html"), path


async def test_pages_have_the_headers_of_every_page(web: httpx.AsyncClient) -> None:
    for path in ("/docs/", "/docs/nothing.html"):
        found = (await web.get(path)).headers
        assert found["content-security-policy"] == CSP and "unsafe" not in CSP
        assert found["cache-control"] == "no-store"
    assert "immutable" in (await web.get("/docs/assets/inline/a.js")).headers["cache-control"]


async def test_a_checkout_without_a_site_says_so(tmp_path: Path) -> None:
    found = await client(tmp_path, tmp_path / "none").get("/docs/")
    assert found.status_code == 404 and found.json()["code"] == "docs/unbuilt"
    assert "make docs" in found.json()["message"]
