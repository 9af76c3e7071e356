"""Pictures of each game's table, the lobby, the lab and a chart for docs/images:
`python -m tests.browser.pictures URL`, with `pages` after it for all but the tables.

Plays against a running server until the felt shows what the game is about.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, expect, sync_playwright

from tests.people.profile import Look, Profile
from tests.people.sitter import Sitter

FOLDER = Path(__file__).parents[2] / "docs" / "images"
WIDTH = 1280  # its pictures have no number in their name
SIZES = {390: 844, 820: 1180, WIDTH: 900, 1920: 1080}  # heights by width
ROUNDS = 40
SOLVED = 150_000  # a server that was just started solves six games first
BETS = {
    "breakout": ("dealer-hand", "dealer-hand", "breakout-bonus", "super-tie", "pair-up"),
    "lucky-break": ("main", "main", "lucky-break", "lucky-break-token"),
    "burnout": ("main", "main", "burnout", "bonus-2", "bonus-3"),
    "bad-beat": ("main", "main", "bad-beat"),
    "face-up": ("main", "main", "two-card", "four-card"),
    "classic": ("main", "main"),
}
# What to wait for: the state of the bar, and something on the felt.
SCENES = {
    "breakout": ("result", ".own .pill:has-text('busted')"),
    "lucky-break": ("result", ".tucked"),
    "burnout": ("acting", ".burned"),
    "bad-beat": ("acting", ".own .pill:has-text('20'), .own .pill:has-text('19')"),
    "face-up": ("acting", ".own .result:has-text('+')"),
    "classic": ("acting", "button[data-action=split]:not([disabled])"),
}


def seen(ann: Sitter, game: str) -> bool:
    state, scene = SCENES[game]
    return bool(ann.page.locator(f"footer.{state}").count() and ann.page.locator(scene).count())


def rides(ann: Sitter, wager: str) -> bool:
    return bool(ann.spot(wager).locator(".result:has-text('rides')").count())


def stage(ann: Sitter, game: str) -> None:
    ann.open(game)
    for _ in range(ROUNDS):
        ann.bet(*(wager for wager in BETS[game] if not rides(ann, wager))).deal()
        ann.page.wait_for_selector("footer.acting, footer.result")
        while not seen(ann, game) and ann.page.locator("footer.acting").count():
            ann.choose()
        if seen(ann, game):
            return
        ann.page.click("text=New bets")
        if ann.purse() < 10_000:
            return


def take(browser: Browser, url: str, game: str, name: str, look: Look) -> None:
    ann = Sitter(Profile(browser, look), url, edges="all")
    stage(ann, game)
    ann.page.mouse.move(2, 2)
    ann.page.wait_for_timeout(400)
    ann.page.screenshot(path=FOLDER / name)
    ann.context.close()
    print(name)


PAGES = {
    "lobby.png": ("/", "article .edge b"),
    "lab.png": ("/lab/breakout?wager=breakout-bonus", "figure svg"),
    "strategy.png": ("/strategy/classic?cell=hard.16.T", "[data-panel] [data-letter]"),
}


def take_page(browser: Browser, url: str, name: str) -> None:
    """A page that shows figures, once all of them are there."""
    path, there = PAGES[name]
    ann = Sitter(Profile(browser, Look()), url, edges="all")
    ann.page.goto(f"{url}{path}")
    ann.page.wait_for_selector(there, timeout=SOLVED)
    expect(ann.page.locator(".dots, .solving")).to_have_count(0, timeout=SOLVED)
    ann.page.wait_for_timeout(400)
    ann.page.screenshot(path=FOLDER / name)
    ann.context.close()
    print(name)


def main(url: str, pages_only: bool = False) -> None:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        for name in PAGES:
            take_page(browser, url, name)
        if pages_only:
            return
        for game in BETS:
            for width, height in SIZES.items():
                name = f"table-{game}.png" if width == WIDTH else f"table-{game}-{width}.png"
                take(browser, url, game, name, Look(width, height))
        light = Look(WIDTH, SIZES[WIDTH], "light")
        take(browser, url, "breakout", "table-breakout-light.png", light)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), sys.argv[2:] == ["pages"])
