"""Where chips go when a round is settled: the house's to the tray, the player's to the player.

The server's message is altered on its way to the page, so that the trace says what the test is
about; the chips are then watched frame by frame.

Seen to fail: with every stack leaving to the tray, as it was (pushed and won chips go to the
house); with chips removed without a transition; with `still` not asked in `slide`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import NewSitter
from tests.night import at_night
from tests.people.sitter import Sitter

# Every frame: how far each stack is from its ring, as a share of the way to the dealer's tray;
# below nought is towards the player.
WATCH = """() => {
  window.seen = [];
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  const look = () => {
    const ring = document.querySelector('.spot[data-wager=main] .ring');
    const way = middle(ring) - middle(document.querySelector('.room [data-place=tray]'));
    for (const name of ['chips', 'knock', 'winnings'])
      for (const node of document.querySelectorAll(`.spot[data-wager=main] .${name}`))
        window.seen.push([name, (middle(ring) - middle(node)) / way]);
    requestAnimationFrame(look);
  };
  look();
}"""
SLOWER = 4  # a busy machine drops frames: slow motion leaves enough of them
MOVED = 400 * SLOWER
STAYS = 0.12  # a knock lifts a stack a little, and five chips are a few pixels high


def settle_as(outcome: str, person: Sitter) -> None:
    """The page is told that every wager came out like this, whatever the cards say."""
    net = {"pay": 500, "take": -500, "push": 0}[outcome]

    def alter(said: Any) -> Any:
        for event in ((said.get("table") or {}).get("round") or {}).get("events", []):
            if event["kind"] in ("pay", "take", "push"):
                event.update(kind=outcome, amount=net)
        return said

    def stand_between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(
            lambda text: socket.send(json.dumps([alter(one) for one in json.loads(text)]))
        )

    person.page.route_web_socket("**/api/tables/*/events", stand_between)


def frames(person: Sitter, name: str) -> list[float]:
    return [way for what, way in person.page.evaluate("window.seen") if what == name]


def settled(sitter: NewSitter, outcome: str, moving: bool = True) -> Sitter:
    ann = sitter(moving=moving, fresh=True)
    settle_as(outcome, ann)
    chromium = ann.context.new_cdp_session(ann.page)
    chromium.send("Animation.enable")
    chromium.send("Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER})
    ann.open("classic").bet("main").deal()
    ann.page.evaluate(WATCH)
    ann.play()
    ann.page.wait_for_timeout(MOVED if moving else 200)
    return ann


@pytest.mark.nightly
def test_taken_chips_go_to_the_tray(sitter: NewSitter) -> None:
    ann = settled(sitter, "take")
    assert ann.result("main").startswith("\N{MINUS SIGN}")
    ways = frames(ann, "chips")
    assert max(ways) > 0.6 and min(ways) > -STAYS
    expect(ann.spot("main").locator(".chips")).to_have_count(0)


def test_paid_chips_come_from_the_tray_and_go_to_the_player(sitter: NewSitter) -> None:
    ann = settled(sitter, "pay")
    ways = frames(ann, "winnings")
    assert ways[0] > 0.6 and abs(ways[-1]) < STAYS
    assert max(map(abs, frames(ann, "chips"))) < STAYS
    goes_to_the_player(ann, "chips")
    goes_to_the_player(ann, "winnings")


@pytest.mark.nightly
def test_pushed_chips_stay_and_go_back_to_the_player(sitter: NewSitter) -> None:
    ann = settled(sitter, "push")
    assert ann.result("main") == "push"
    ways = frames(ann, "chips")
    assert max(map(abs, ways)) < STAYS
    assert max(frames(ann, "knock")) > 0.005, "the dealer knocks"
    chips = ann.spot("main").locator(".chips")
    expect(chips).to_have_count(1)
    assert chips.evaluate("node => getComputedStyle(node).opacity") == "1"
    assert frames(ann, "winnings") == []
    goes_to_the_player(ann, "chips")


def goes_to_the_player(person: Sitter, name: str) -> None:
    if person.page.locator("footer.result").count():
        person.page.evaluate("window.seen = []")
        person.page.click("text=New bets")
        person.page.wait_for_timeout(MOVED)
    ways = frames(person, name)
    assert min(ways) < -STAYS and max(ways) < STAYS, ways
    expect(person.spot("main").locator(f".{name}")).to_have_count(0)


@pytest.mark.parametrize("outcome", ["pay", *at_night("take", "push")])
def test_nothing_moves_with_reduced_motion(sitter: NewSitter, outcome: str) -> None:
    ann = settled(sitter, outcome, moving=False)
    ann.page.click("text=New bets")
    ann.page.wait_for_timeout(200)
    for name in ("chips", "winnings"):
        assert all(abs(way) < STAYS for way in frames(ann, name))
