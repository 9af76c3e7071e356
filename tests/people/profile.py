"""Browser profiles that are used again: a new one takes longer than all else a short test does."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Literal

from playwright.sync_api import Browser

WAIT = 45_000


@dataclass(frozen=True)
class Look:
    """What a page is shown on, and to whom."""

    width: int = 1280
    height: int = 900
    theme: Literal["dark", "light"] = "dark"
    moving: bool = False
    touch: bool = False


class Profile:
    """A profile of a browser with one page."""

    def __init__(self, browser: Browser, look: Look) -> None:
        self.look = look
        self.context = browser.new_context(
            viewport={"width": look.width, "height": look.height},
            color_scheme=look.theme,
            reduced_motion="no-preference" if look.moving else "reduce",
            has_touch=look.touch,
            service_workers="block",  # it would stand between a test and what it routes
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(WAIT)

    def wipe(self, url: str) -> None:
        """Nothing of whoever had it is left: no cookie, nothing kept, no page."""
        self.page.unroute_all()
        self.context.unroute_all()
        self.page.goto(f"{url}/healthz")  # the house's, where no script runs
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.context.clear_cookies()
        self.page.goto("about:blank")
        self.page.emulate_media(media="null")
        self.page.set_viewport_size({"width": self.look.width, "height": self.look.height})


@dataclass
class Wardrobe:
    """The profiles nobody has on, by look."""

    browser: Browser
    hangs: dict[Look, list[Profile]] = field(default_factory=lambda: defaultdict(list))

    def take(self, look: Look) -> Profile:
        return self.hangs[look].pop() if self.hangs[look] else Profile(self.browser, look)

    def put(self, profile: Profile) -> None:
        self.hangs[profile.look].append(profile)
