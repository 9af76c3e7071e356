"""The lab and the strategy pages as a person uses them, and their figures read back."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, expect

from holecard.lab.setup import odds_text
from holecard.odds.result import WagerOdds
from tests.people.sitter import MINUS, Sitter

READY = 60_000  # the first question starts the workers


class LabPage:
    def __init__(self, person: Sitter, path: str) -> None:
        self.person, self.page = person, person.page
        self.go(path)

    def go(self, path: str) -> LabPage:
        self.page.goto(f"{self.person.url}{path}")
        return self

    def settled(self) -> LabPage:
        """The figures on the bench are those of the set-up."""
        self.page.wait_for_selector('.hero[aria-busy="false"]', timeout=READY)
        return self

    def figure(self, name: str, within: str = ".hero") -> float:
        return value(self.page.locator(f'{within} [data-figure="{name}"]').first)

    def payout(self, outcome: str) -> Locator:
        return self.page.locator(f'tr[data-outcome="{outcome}"] input')

    def rules(self, key: str, text: str) -> LabPage:
        """Choose a house rule, and wait for the figures under it."""
        before = self.page.locator(".hero output").get_attribute("data-value")
        box = self.page.locator(f'[data-option="{key}"] input[value="{text}"]')
        box.check(force=True)
        changed = f'.hero[aria-busy="false"] output:not([data-value="{before}"])'
        self.page.wait_for_selector(changed, timeout=READY)
        return self

    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.page.url).query)

    def wait_query(self, words: str) -> LabPage:
        self.page.wait_for_url(re.compile(words))
        return self

    def check(self, odds: WagerOdds, exact: float = 1e-12) -> None:
        """Every figure and every row, as shown and as they are."""
        for name in (
            "house_edge", "rtp", "hit_frequency", "push_frequency", "std_dev", "element_of_risk",
        ):  # fmt: skip
            assert abs(self.figure(name) - getattr(odds, name)) < exact, name
        shown = {
            "house_edge": f"{odds.house_edge:.3%}",
            "rtp": f"{odds.rtp:.2%}",
            "hit_frequency": f"{odds.hit_frequency:.2%}",
            "std_dev": f"{odds.std_dev:.3f}",
        }
        for name, text in shown.items():
            box = self.page.locator(f'.hero [data-figure="{name}"]')
            assert box.inner_text().replace(MINUS, "-") == text, name
        top = self.page.locator('.hero [data-figure="max_win"]')
        assert top.get_attribute("data-value") == odds_text(odds.top_prize)
        back = sum(one.probability * (1 + float(one.pays)) for one in odds.outcomes)
        for row in odds.outcomes:
            if row.probability == 0:
                continue
            line = self.page.locator(f'tr[data-outcome="{row.id}"]')
            share = row.probability * (1 + float(row.pays)) / back
            assert float(attribute(line, "data-probability")) == row.probability
            assert abs(float(attribute(line, "data-returns")) - row.returns) < exact
            assert abs(float(attribute(line, "data-share")) - share) < exact
            assert f"{row.probability:.7f}" in line.inner_text()

    def fits(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def attribute(of: Locator, name: str) -> str:
    found = of.get_attribute(name)
    assert found is not None, name
    return found


def value(of: Locator) -> float:
    expect(of).to_be_visible()
    return float(attribute(of, "data-value"))


def values(of: Locator) -> list[float]:
    return [value(one) for one in of.all()]
