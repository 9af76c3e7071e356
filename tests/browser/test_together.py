"""Two browsers at one table, a reload in mid-round, a server that goes away."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewSitter
from tests.people.profile import WAIT
from tests.people.sitter import Sitter
from tests.server.spawned import Spawned


def take_turns(*people: Sitter) -> None:
    ends = time.monotonic() + WAIT / 1000
    while time.monotonic() < ends:
        for person in people:
            if person.page.locator("footer.acting").count() and person.legal():
                person.choose()
        if all(one.page.locator("footer.result").count() for one in people):
            return
        people[0].page.wait_for_timeout(40)
    raise AssertionError([person.says() for person in people])


def test_two_browsers_at_one_table(sitter: NewSitter) -> None:
    ann = sitter().open("burnout")
    bob = sitter(width=390, height=844).join(ann.page.url)
    ann.bet("main", "bonus-2")
    bob.bet("main", "burnout")
    ann.deal_ready()
    expect(ann.page.locator("footer h2")).to_have_text("Ready")
    expect(ann.page.locator(".clock")).to_contain_text("until bets close")
    bob.deal()
    ann.page.wait_for_selector("footer.acting, footer.others, footer.result")
    take_turns(ann, bob)
    logs = [
        [line.strip() for line in person.page.locator("ol.log li span").all_text_contents()]
        for person in (ann, bob)
    ]
    assert logs[0] == logs[1]
    seats = {
        person.page.locator("section.own").get_attribute("aria-label") for person in (ann, bob)
    }
    assert len(seats) == 2


def test_a_spectator_sees_and_cannot_act(sitter: NewSitter) -> None:
    ann = sitter().open("classic").bet("main").deal()
    eve = sitter()
    eve.page.goto(ann.page.url)
    eve.page.wait_for_selector("footer.watching")
    mine = ann.page.locator("section.own svg.card").count()
    assert eve.page.locator("section.own svg.card").count() == mine
    assert eve.legal() == []


@pytest.mark.nightly
def test_several_seats_and_getting_up(sitter: NewSitter) -> None:
    ann = sitter().open("classic")
    ann.page.click(".p1 button")
    expect(ann.page.locator(".p1")).to_contain_text("you")
    ann.bet("main")
    expect(ann.page.locator(".p1")).to_contain_text("you · seat 5")
    ann.page.click(".p1 button")
    expect(ann.page.locator("section.own")).to_have_attribute("aria-label", "Your seat 5")
    expect(ann.page.locator(".p6")).to_contain_text("you · seat 4")
    ann.bet("main").deal().play()
    ann.page.click("text=leave seat")
    expect(ann.page.locator("section.own")).to_have_attribute("aria-label", "Your seat 4")
    expect(ann.page.locator(".p1")).to_contain_text("sit here")


def test_reload_in_mid_round(sitter: NewSitter) -> None:
    ann = sitter().open("classic")
    for _ in range(20):  # until a round leaves something to decide
        ann.bet("main").deal()
        ann.page.wait_for_selector("footer.acting, footer.result")
        if ann.page.locator("footer.acting").count():
            break
        ann.page.click("text=New bets")
    cards = "section.own svg.card, section.dealer svg.card"
    before = [one.get_attribute("aria-label") for one in ann.page.locator(cards).all()]
    purse, legal = ann.purse(), ann.legal()
    ann.page.reload()
    ann.page.wait_for_selector("footer.acting")
    after = [one.get_attribute("aria-label") for one in ann.page.locator(cards).all()]
    assert (before, purse, legal) == (after, ann.purse(), ann.legal())
    ann.play()


@pytest.mark.nightly
def test_a_server_that_dies_and_comes_back(sitter: NewSitter, tmp_path: Path) -> None:
    house = Spawned(str(tmp_path / "own.db")).start()
    try:
        ann = sitter(house.url).open("classic").bet("main").deal()
        ann.page.wait_for_selector("footer.acting, footer.result")
        cards = ann.page.locator("section.own svg.card").count()
        house.kill()
        expect(ann.page.locator(".veil")).to_contain_text("Reconnecting, your hand is safe")
        expect(ann.page.locator("footer h2")).to_have_text("Reconnecting")
        assert ann.legal() == [], "what cannot be done is not offered"
        house.start()
        expect(ann.page.locator(".veil")).to_have_count(0, timeout=15_000)
        assert ann.page.locator("section.own svg.card").count() == cards
        ann.play()
    finally:
        house.close()
