"""A real server with the built page, and the system's Chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.people.profile import Look, Profile, Wardrobe
from tests.people.sitter import Sitter
from tests.server.spawned import Reborn, Spawned

BUILD = Path(__file__).parents[2] / "ui" / "build.py"
CHROMIUM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NewSitter = Callable[..., Sitter]


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Spawned]:
    """The house most tests play at."""
    subprocess.run([sys.executable, str(BUILD)], check=True)
    server = Reborn(str(tmp_path_factory.mktemp("house") / "tables.db")).start()
    yield server
    server.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all of this folder, and closed with it: while Playwright is open its event loop runs
    in this process, and a test of the terminal that the same worker takes up next could not run its
    own."""
    found = next((path for name in CHROMIUM if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail("the browser tests need Chromium: apt-get install -y chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def wardrobe(browser: Browser) -> Wardrobe:
    return Wardrobe(browser)


@pytest.fixture
def sitter(
    served: Spawned, browser: Browser, wardrobe: Wardrobe, request: pytest.FixtureRequest
) -> Iterator[NewSitter]:
    """`sitter(width=390)`: a person with a browser profile of their own. A script error fails the
    test. With a house of their own, or `fresh=True` (a socket stood between cannot be let go), it
    is a new profile and thrown away."""
    people: list[Sitter] = []
    away: list[Sitter] = []

    def new(url: str = "", edges: str = "none", fresh: bool = False, **look: Any) -> Sitter:
        new = fresh or bool(url)
        profile = Profile(browser, Look(**look)) if new else wardrobe.take(Look(**look))
        people.append(Sitter(profile, url or served.url, edges))
        away.extend(people[-1:] if new else ())
        return people[-1]

    failed = request.session.testsfailed
    yield new
    wrong = [one for person in people for one in person.errors]
    for person in people:
        if person in away or wrong or request.session.testsfailed > failed:
            person.context.close()
        else:
            wardrobe.put(person.go_home())
    assert not wrong
