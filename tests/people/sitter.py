"""A person at the page: what the tests do with a mouse, a finger or a keyboard."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any

from playwright.sync_api import Error, Locator, Route, expect

from tests.people.profile import WAIT, Profile

expect.set_options(timeout=WAIT)  # a shared machine may be slow; a right page is not
MINUS = "\N{MINUS SIGN}"
# A choice the tests make when it is legal, the first of these.
CHOICES = ("no-insurance", "hit", "burn", "stand", "keep", "even-money")


def cents(text: str) -> int:
    """`+$15`, `$1,000.00`, `push` as cents; the page writes a real minus."""
    if text == "push":
        return 0
    found = re.fullmatch(rf"([+{MINUS}]?)\$([\d,]+)(?:\.(\d\d))?", text.strip())
    assert found, f"{text!r} is not an amount"
    value = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -value if found[1] == MINUS else value


class Sitter:
    """One person with a browser profile. Errors of the page's script are collected."""

    def __init__(self, profile: Profile, url: str, edges: str = "none") -> None:
        self.url = url
        self.errors: list[str] = []
        self.profile = profile
        self.context, self.page = profile.context, profile.page
        self.edges = edges
        self.context.route("**/edges?*", self.answer_edges)
        self.page.on("pageerror", self.fail)
        self.page.on("console", self.listen)

    def go_home(self) -> Profile:
        """Leave the profile as it was found."""
        self.page.remove_listener("pageerror", self.fail)
        self.page.remove_listener("console", self.listen)
        self.profile.wipe(self.url)
        return self.profile

    def fail(self, wrong: Error) -> None:
        self.errors.append(str(wrong))

    def listen(self, message: Any) -> None:
        # Chromium logs what was refused and a lost server; anything else is ours to mend.
        known = (
            "400",
            "404",
            "409",
            "422",
            "ERR_CONNECTION",
            "ERR_EMPTY_RESPONSE",
            "WebSocket connection",
            "Service Worker registration blocked",  # by the profile, on purpose
        )
        if message.type in ("error", "warning") and not any(one in message.text for one in known):
            self.errors.append(message.text)

    def answer_edges(self, route: Route) -> None:
        """Seconds of work for each game: only for the games a test looks at."""
        if self.edges == "all" or f"/{self.edges}/" in route.request.url:
            route.continue_()
        else:
            route.fulfill(json={"game": "", "rules_line": "", "wagers": []})

    def open(self, game: str) -> Sitter:
        """A table of one's own and its middle seat: what the lobby's button asks for, without the
        lobby's six felts (tests/browser/test_lobby.py presses it)."""
        self.ask("/api/session", {})
        table = self.ask("/api/tables", {"game": game, "private": True})["table"]
        self.ask(f"/api/tables/{table}/seats", {"seats": [4], "commitment": None})
        self.page.goto(f"{self.url}/table/{table}")
        self.page.wait_for_selector("footer.betting")
        return self

    def ask(self, path: str, body: dict[str, Any]) -> Any:
        """A command in this profile's name."""
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        answer = self.context.request.post(f"{self.url}{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json()

    def join(self, address: str) -> Sitter:
        self.page.goto(address)
        return self.sit()

    def sit(self) -> Sitter:
        self.page.wait_for_selector("footer.watching")
        self.page.click("#primary")
        self.page.wait_for_selector("footer.betting")
        return self

    def spot(self, wager: str) -> Locator:
        return self.page.locator(f'.spot[data-wager="{wager}"]')

    def bet(self, *wagers: str) -> Sitter:
        """A chip on each spot, as the server then holds it."""
        for wager in wagers:
            self.spot(wager).locator(".ring").click()
        self.settled_down()
        return self

    def settled_down(self) -> None:
        """The server has answered to what was put down."""
        self.page.wait_for_selector(".felt[data-held=yes], .refusal")

    def deal(self) -> Sitter:
        self.page.click("#primary")
        self.page.wait_for_selector("footer.acting, footer.result, footer.others, footer.dealing")
        return self

    def deal_ready(self) -> Sitter:
        """Ready, with others still betting."""
        self.page.click("#primary")
        self.page.wait_for_selector("footer.waiting")
        return self

    def legal(self) -> list[str]:
        buttons = self.page.locator("button[data-action]:not([disabled])")
        return [str(one.get_attribute("data-action")) for one in buttons.all()]

    def choose(self) -> str:
        """One legal choice, made with the mouse; what it was."""
        self.page.wait_for_selector("button[data-action]:not([disabled])")
        legal = self.legal()
        choice = next(one for one in CHOICES if one in legal)
        before = self.page.locator(".felt").get_attribute("data-step")
        self.page.click(f'button[data-action="{choice}"]')
        self.page.wait_for_selector(f'.felt:not([data-step="{before}"])')
        return choice

    def play(self) -> Sitter:
        """Choose until the round is over."""
        ends = time.monotonic() + WAIT / 1000
        while time.monotonic() < ends:
            if self.page.locator("footer.result, footer.betting").count():
                return self
            if self.page.locator("footer.acting").count() and self.legal():
                self.choose()
            else:
                self.page.wait_for_timeout(50)
        raise AssertionError(f"the round does not end: {self.says()}")

    def says(self) -> str:
        return self.page.locator("footer h2").inner_text()

    def purse(self) -> int:
        return cents(self.page.locator("header .purse").inner_text())

    def result(self, wager: str) -> str:
        shown = self.spot(wager).locator(".result")
        expect(shown).to_be_visible()
        return shown.inner_text()
