"""The site under /docs: its pages, a real 404, the headers of every page, and nothing beside it.

Seen to fail: with the 404 page sent as 200; with the stamp served; with `inside` left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from holecard.server.app import make_app
from holecard.server.base.settings import Settings
from holecard.server.http.gate import CSP

ORIGIN = "http://127.0.0.1:8021"


def client(tmp_path: Path, site: Path) -> TestClient:
    settings = Settings(database=str(tmp_path / "t.db"), site=site)
    return TestClient(make_app(settings), base_url=ORIGIN, follow_redirects=False)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    site = tmp_path / "site"
    (site / "tutorials").mkdir(parents=True)
    (site / "assets" / "inline").mkdir(parents=True)
    files = ("index.html", "404.html", "tutorials/one.html", "assets/inline/a.js", ".built-from")
    for name in files:
        (site / name).write_text(f"this is {name}", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    yield client(tmp_path, site)


def test_pages_are_served(web: TestClient) -> None:
    assert web.get("/docs").headers["location"] == "/docs/"
    assert web.get("/docs/").text == "this is index.html"
    assert web.get("/docs/tutorials/one.html").text == "this is tutorials/one.html"


def test_what_is_not_there_is_a_404_of_its_own(web: TestClient) -> None:
    for path in ("nothing.html", "tutorials", "tutorials/", ".built-from", "assets/b.js"):
        found = web.get(f"/docs/{path}")
        assert (found.status_code, found.text) == (404, "this is 404.html"), path


def test_nothing_beside_the_site_is_served(web: TestClient) -> None:
    for path in (
        "../secret.txt",
        "%2e%2e/secret.txt",
        "..%2fsecret.txt",
        "tutorials/../../secret.txt",
    ):
        assert "secret" not in web.get(httpx.URL(f"{ORIGIN}/docs/{path}")).text.replace(path, "")


def test_pages_have_the_headers_of_every_page(web: TestClient) -> None:
    for path in ("/docs/", "/docs/nothing.html"):
        found = web.get(path).headers
        assert found["content-security-policy"] == CSP and "unsafe" not in CSP
        assert found["cache-control"] == "no-store"
    assert "immutable" in web.get("/docs/assets/inline/a.js").headers["cache-control"]


def test_a_checkout_without_a_site_says_so(tmp_path: Path) -> None:
    found = client(tmp_path, tmp_path / "none").get("/docs/")
    assert found.status_code == 404 and found.json()["code"] == "docs/unbuilt"
    assert "make docs" in found.json()["message"]
