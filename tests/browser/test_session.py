"""Your session: the result, its price and its luck, as the purse and the felt had them.

Meant to catch: the chart's walk not marking the round in the list; with a row's price leading to
the round and not to the decision.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.browser.test_axe import findings
from tests.people.sitter import cents

ROUNDS = 3
FULL = 100_000


def money_in(words: str) -> list[int]:
    return [cents(one) for one in re.findall(r"\$[\d,]+(?:\.\d\d)?", words)]


def test_a_session(sitter: NewSitter) -> None:
    ann = sitter()
    ann.page.goto(f"{ann.url}/session")
    expect(ann.page.locator("h1")).to_have_text("Play a few rounds: your chart starts here.")
    ann.open("classic")
    for _ in range(ROUNDS):
        ann.bet("main").deal().play()
        ann.page.click("text=New bets")
        ann.page.wait_for_selector("footer.betting")
    ann.page.goto(f"{ann.url}/session")
    expect(ann.page.locator("tfoot")).to_be_visible()
    head = ann.page.locator("h1").inner_text()
    net = ann.purse() - FULL
    assert ("down" in head) == (net < 0) and ("up" in head) == (net > 0)
    price, luck = money_in(head)[-2:]
    if net:
        assert money_in(head)[0] == abs(net)
    # Three bets of $5 at 0.6154%: nine cents and a quarter.
    assert price == 9 and net == -price + (luck if "good" in head else -luck)
    row = ann.page.locator('tr[data-wager="main"]')
    told = row.locator("td").all_inner_texts()
    assert told[:3] == ["3", "$15.00", "0.62%"] and cents(told[5]) == net
    assert "played for the main wager" in row.inner_text()
    chart = ann.page.get_by_role("slider")
    expect(chart).to_have_attribute("aria-valuenow", str(ROUNDS))
    chart.press("Home")
    expect(chart).to_have_attribute("aria-valuetext", re.compile("^round 1 of 3: "))
    expect(ann.page.locator("li.picked")).to_have_attribute("data-round", re.compile(" 1$"))
    assert findings(ann) == []
    ann.page.set_viewport_size({"width": 360, "height": 740})
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert findings(ann) == [], "on a phone"
    ann.page.locator("li").first.get_by_text("replay").click()
    expect(ann.page.locator("dialog [data-felt]")).to_be_visible()
    assert f"round={ROUNDS}" in ann.page.url


@pytest.mark.nightly
def test_a_row_tells_what_a_choice_cost(sitter: NewSitter) -> None:
    """The solver's word is stood in for: that it is right is tested elsewhere."""
    ann = sitter()
    made = {"step": 0, "seat": 4, "hand": 0, "made": "stand", "made_says": "stand", "cost": 91}
    made |= {"best": "hit", "best_says": "hit", "cards": "", "hand_says": "", "dealer": ""}
    answer = {"round": 1, "decisions": 1, "mistakes": [made]}
    ann.page.route("**/mistakes", lambda route: route.fulfill(json=answer))
    ann.open("face-up").bet("main").deal().play()
    table = ann.page.url.rpartition("/")[2].partition("?")[0]
    ann.page.goto(f"{ann.url}/session")
    price = ann.page.locator("[data-mistake]")
    expect(price).to_have_text("hit was better by $0.91")
    expect(ann.page.get_by_role("button", name="Mistakes 1")).to_be_visible()
    price.click()
    expect(ann.page.locator("dialog [data-felt]")).to_be_visible()
    assert f"/table/{table}?" in ann.page.url and "decision=0" in ann.page.url
    ann.page.goto(f"{ann.url}/table/{table}?drawer=history")
    expect(ann.page.locator("dialog [data-mistake]")).to_have_text("hit was better by $0.91")
