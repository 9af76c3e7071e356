"""Chips in the hand: dragged to a circle, to another, off the felt; the most a spot takes; what was
bet before, again. And what is heard of it: nothing, until it is asked for.

Meant to catch: with the click that ends a drag counted as a press; with "max" putting down the
table's limit whatever the purse holds; with the sound on by default.
"""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewSitter
from tests.people.sitter import Sitter, cents

HEARD = """() => {
  window.heard = [];
  for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
    const { start } = kind.prototype;
    kind.prototype.start = function (...when) {
      window.heard.push(kind.name);
      return start.apply(this, when);
    };
  }
}"""


def drag(person: Sitter, what: Locator, to: Locator) -> None:
    """Pressed, moved in a few steps, and let go over the middle of another."""
    mouse = person.page.mouse
    for at, one in enumerate((what, to)):
        box = one.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse.move(x, y, steps=4 if at else 1)
        if not at:
            mouse.down()
    expect(person.page.locator("[data-dragged]")).to_be_visible()
    mouse.up()
    expect(person.page.locator("[data-dragged]")).to_have_count(0)


def stake(person: Sitter, wager: str) -> int:
    name = person.spot(wager).locator(".ring").get_attribute("aria-label") or ""
    placed = [part for part in name.split(". ") if part.endswith(" placed")]
    return cents(placed[0].removesuffix(" placed")) if placed else 0


def test_chips_are_dragged(sitter: NewSitter) -> None:
    ann = sitter()
    ann.open("breakout")
    chip = ann.page.get_by_role("radio", name="$25 chip")
    own, dealers = (ann.spot(one).locator(".ring") for one in ("player-hand", "dealer-hand"))
    drag(ann, chip, own)
    ann.settled_down()
    assert stake(ann, "player-hand") == 2_500
    expect(chip).to_have_attribute("aria-checked", "true")  # the chip in the hand is the chosen one
    own.click()
    ann.settled_down()
    assert stake(ann, "player-hand") == 5_000, "a click adds another"
    drag(ann, own, dealers)
    ann.settled_down()
    assert (stake(ann, "player-hand"), stake(ann, "dealer-hand")) == (0, 5_000)
    drag(ann, dealers, ann.page.locator("footer h2"))
    ann.settled_down()
    assert stake(ann, "dealer-hand") == 0, "off the felt"
    drag(ann, chip, ann.page.locator(".title"))
    assert stake(ann, "dealer-hand") == 0, "on no circle"


def test_the_most_and_again(sitter: NewSitter) -> None:
    ann = sitter()
    ann.open("classic")
    ann.page.keyboard.press("6")
    expect(ann.page.get_by_role("radio", name="The most")).to_have_attribute("aria-checked", "true")
    ann.bet("main")
    assert stake(ann, "main") == 50_000, "the table's limit"
    ann.bet("main")
    assert stake(ann, "main") == 50_000 and not ann.page.locator(".refusal").count()
    ann.deal().play()
    purse = ann.purse()
    ann.page.click("text=New bets")
    ann.page.wait_for_selector("footer.betting")
    ann.bet("main")
    assert stake(ann, "main") == min(50_000, purse // 100 * 100), "no more than there is"
    ann.page.get_by_role("button", name="½").click()
    ann.settled_down()
    ann.page.get_by_role("button", name="Repeat").click()
    ann.settled_down()
    if purse >= 50_000:
        assert stake(ann, "main") == 50_000, "as it was dealt"


def test_sound_is_off_until_asked_for(sitter: NewSitter) -> None:
    ann = sitter(moving=True, fresh=True)
    ann.page.add_init_script(f"({HEARD})()")
    ann.open("classic").bet("main").deal().play()
    assert ann.page.evaluate("window.heard") == []
    ann.page.get_by_role("button", name="Invite").click()
    ann.page.get_by_role("switch").check()
    heard = ann.page.evaluate("window.heard")
    assert set(heard) == {"OscillatorNode"}, "a chip, to hear what it is like"
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    ann.page.click("text=New bets")
    ann.page.wait_for_selector("footer.betting")
    ann.bet("main").deal()
    ann.page.wait_for_function("window.heard.includes('AudioBufferSourceNode')")
    assert len(ann.page.evaluate("window.heard")) > len(heard)
