"""Training in a browser: a drill by keyboard alone, each drill and mode, and no serious finding of
axe on any of its pages.

Seen to fail: with the wager that is lit not known among those asked (the answer was refused).
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from holecard.games import find_game
from holecard.train.drills import make_item
from holecard.train.item import Item, Setting
from holecard.train.result import verify_exam
from tests.browser.conftest import NewSitter
from tests.browser.test_axe import findings
from tests.night import by_day, night
from tests.people.sitter import Sitter

GAME = find_game("breakout")
LETTERS = {"take": "t", "push": "p", "leave": "l", "pay": "y"}


def item_of(drill: str, number: int = 0) -> Item:
    return make_item(Setting(GAME, 7), drill, number)


def go(ann: Sitter, query: str, wait: str) -> None:
    ann.page.goto(f"{ann.url}/train/breakout?{query}")
    ann.page.wait_for_selector(wait)


def press(ann: Sitter, *keys: str) -> None:
    for key in keys:
        ann.page.keyboard.press(key)


def settle_by_keys(ann: Sitter, item: Item) -> None:
    """Every wager as it is due, with letters, chips and Enter."""
    chips = item.question["chips"]
    for row in (row for row in item.answer["wagers"] if row["asked"]):
        at = f"{row['seat']} {row['wager']} {row['hand']}"
        ann.page.wait_for_selector(f'[data-ask="{at}"]')
        press(ann, LETTERS[row["verdict"]])
        if row["verdict"] == "pay":
            press(ann, *(str(chips.index(chip) + 1) for chip in row["chips"]))
            if row.get("tip"):
                press(ann, "i", *(str(chips.index(chip) + 1) for chip in row["tip_chips"]))
        press(ann, "Enter")


def test_a_table_is_settled_by_keyboard_alone(sitter: NewSitter) -> None:
    ann = sitter()
    go(ann, "drill=settle&mode=learn&seed=7&n=1", "[data-ask]")
    settle_by_keys(ann, item_of("settle"))
    result = ann.page.locator("article")
    expect(result).to_contain_text("100.0%")
    expect(ann.page.locator("main")).to_contain_text("Nothing missed")
    expect(result).to_contain_text("seed 7")


def test_a_miss_is_answered_by_the_sheet(sitter: NewSitter) -> None:
    ann = sitter()
    item = item_of("settle", 0)
    row = next(row for row in item.answer["wagers"] if row["asked"])
    go(ann, "drill=settle&mode=learn&seed=7&n=2", "[data-ask]")
    press(ann, "?")
    expect(ann.page.locator("dialog[open]")).to_contain_text("Pay table and limits")
    press(ann, "Escape")
    press(ann, "l" if row["verdict"] != "leave" else "t", "Enter")
    paper = ann.page.locator("section.paper")
    expect(paper).to_contain_text(row["why"][:80])
    expect(ann.page.locator(".result.due")).to_be_visible()
    press(ann, "r")
    expect(ann.page.locator("dialog[open] [data-felt]")).to_be_visible()
    press(ann, "Escape")
    press(ann, " ")
    expect(paper).to_have_count(0)
    ann.page.reload()
    expect(ann.page.locator("[data-ask]")).not_to_have_attribute(
        "data-ask", f"{row['seat']} {row['wager']} {row['hand']}"
    )


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 900)])
def test_the_whole_sentence_is_read(sitter: NewSitter, width: int, height: int) -> None:
    """Without scrolling. Seen to fail: with a fifth of the screen for it on a phone, and with 190
    pixels in a narrow column elsewhere."""
    ann = sitter(width=width, height=height)
    go(ann, "drill=settle&mode=learn&seed=7&n=5", "[data-ask]")
    press(ann, "p", "Enter")
    paper = ann.page.locator("section.paper")
    expect(paper).to_be_visible()
    hidden = paper.evaluate("(one) => one.scrollHeight - one.clientHeight")
    quote = paper.locator("blockquote")
    cut = quote.evaluate("(one) => one.scrollHeight - one.clientHeight")
    assert (hidden, cut) == (0, 0)
    for part in (quote, paper.locator(".do")):
        box = part.bounding_box()
        assert box is not None and box["y"] + box["height"] <= height


def test_a_key_just_after_a_drawer_is_the_pages(sitter: NewSitter) -> None:
    """Until the next frame the closed drawer's cross is still focused: its Enter is the page's."""
    ann = sitter()
    go(ann, "drill=settle&mode=learn&seed=7&n=2", "[data-ask]")
    press(ann, "?")
    expect(ann.page.locator("dialog[open] .cross")).to_be_focused()
    ann.page.evaluate("""() => {
      document.querySelector("dialog[open]").close();
      for (const key of ["l", "Enter"])
        document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }""")
    expect(ann.page.locator("section.paper")).to_be_visible()


def test_an_exam_of_every_drill(sitter: NewSitter, tmp_path: Path) -> None:
    """Five questions from a seed, all answered as they are due but the last; the file is checked by
    the engine."""
    ann = sitter()
    go(ann, "drill=all&mode=exam&seed=7&n=5", "[data-ask]")
    rows = [row for row in item_of("settle").answer["wagers"] if row["asked"]]
    for row in rows:
        spot = f'[data-seat="{row["seat"]}"] [data-wager="{row["wager"]}"] button'
        ann.page.locator(spot).click()
        press(ann, LETTERS[row["verdict"]])
        if row["verdict"] == "pay":
            if row.get("tip"):
                chips = item_of("settle").question["chips"]
                press(ann, "i", *(str(chips.index(chip) + 1) for chip in row["tip_chips"]), "i")
            press(ann, "$")
            ann.page.keyboard.type(f"{row['cents'] / 100:.2f}")
        press(ann, "Enter")
    item = item_of("next")
    ann.page.click(f'[data-step="{item.answer["step"]}"]')
    for seat in item.answer["seats"]:
        ann.page.click(f'[data-seat="{seat}"] .plate')
    press(ann, "Enter")
    item = item_of("pay")
    ann.page.wait_for_selector("[data-ask]")
    (row,) = item.answer["wagers"]
    chips = item.question["chips"]
    press(ann, *(str(chips.index(chip) + 1) for chip in row["chips"]))
    if row.get("tip"):
        press(ann, "i", *(str(chips.index(chip) + 1) for chip in row["tip_chips"]))
    press(ann, "Enter")
    item = item_of("error")
    ann.page.wait_for_selector("text=The round is clean")
    if item.answer["clean"]:
        press(ann, "c")
    else:
        ann.page.locator("aside ol button").nth(item.answer["step"]).click()
        ann.page.click(f'[data-kind="{item.answer["kind"]}"]')
        press(ann, "Enter")
    item = item_of("know")
    wrong = (item.answer["option"] + 1) % len(item.question["options"])
    ann.page.click(f'[data-option="{wrong}"]')
    press(ann, "Enter")
    expect(ann.page.locator("article h1")).to_have_text("Not yet")
    expect(ann.page.locator("main")).to_contain_text(item.why)
    with ann.page.expect_download() as saved:
        ann.page.click("text=Result file")
    saved.value.save_as(tmp_path / "exam.json")
    again = verify_exam(json.loads((tmp_path / "exam.json").read_text("utf-8")), GAME)
    assert [one.right for one in again.given] == [True, True, True, True, False]


AXED = (
    ("settle", "[data-ask]"), ("pay", "[data-ask]"), ("next", "[data-step]"),
    ("error", "text=The round is clean"), ("know", "[data-option]"),
)  # fmt: skip


@pytest.mark.parametrize(("theme", "width"), by_day([("dark", 390), ("light", 1280)], 0))
def test_axe_finds_nothing(
    sitter: NewSitter, theme: str, width: int, request: pytest.FixtureRequest
) -> None:
    """By day the drill with the most on its page."""
    ann = sitter(theme=theme, width=width, height=900)
    if not night(request):
        go(ann, "drill=settle&mode=learn&seed=7&n=2", "[data-ask]")
        assert findings(ann) == [], "settle"
        return
    ann.page.goto(f"{ann.url}/train")
    ann.page.wait_for_selector("main ul a")
    assert findings(ann) == [], "games"
    for drill, wait in AXED:
        go(ann, f"drill={drill}&mode=learn&seed=7&n=2", wait)
        assert findings(ann) == [], drill
        wide = "document.documentElement.scrollWidth <= innerWidth"
        assert ann.page.evaluate(wide), f"{drill} is wider than the page"
        if drill == "settle":
            ann.page.set_viewport_size({"width": 1670 - width, "height": 900})  # 1280 for 390
            assert findings(ann) == [], f"{drill}, the other width"
            ann.page.set_viewport_size({"width": width, "height": 900})
    press(ann, str((item_of("know").answer["option"] + 1) % 4 + 1), "Enter")
    ann.page.wait_for_selector("section.paper")
    assert findings(ann) == [], "paper"
    go(ann, "", "[data-drill]")
    ann.page.wait_for_selector(".hero h2")
    assert findings(ann) == [], "hub"
    go(ann, "drill=know&mode=exam&seed=7&n=1", "[data-option]")
    press(ann, "1", "Enter")
    ann.page.wait_for_selector("article")
    assert findings(ann) == [], "result"


@pytest.mark.nightly
@pytest.mark.parametrize("drill", ["next", "pay", "error", "know", "play"])
def test_each_drill_is_answered_by_keyboard_alone(sitter: NewSitter, drill: str) -> None:
    """Two right answers, no mouse. Seen to fail: with seats that could only be tapped."""
    ann = sitter()
    go(ann, f"drill={drill}&mode=learn&seed=7&n=2", "main.stage")
    for number in range(2):
        item = item_of(drill, number)
        expect(ann.page.locator(".where")).to_contain_text(f"{number + 1} of 2", timeout=120_000)
        press(ann, *keys_of(item))
        if drill == "play":
            ann.page.wait_for_selector(".values li")  # it is read, whether right or not
            press(ann, "Space")
    expect(ann.page.locator("article")).to_contain_text("100.0%")


def keys_of(item: Item) -> list[str]:
    due, asked = item.answer, item.question
    if item.drill == "pay":
        (row,) = due["wagers"]
        chips = [str(asked["chips"].index(chip) + 1) for chip in row["chips"]]
        tips = [str(asked["chips"].index(chip) + 1) for chip in row.get("tip_chips", ())]
        return [*chips, *(["i", *tips] if tips else []), "Enter"]
    if item.drill == "next":
        step = [one["step"] for one in asked["options"]].index(due["step"])
        seats = ["Enter", *map(str, due["seats"])] if due["seats"] else []
        return [str(step + 1), *seats, "Enter"]
    if item.drill == "error":
        if due["clean"]:
            return ["c"]
        kind = [one["kind"] for one in asked["kinds"]].index(due["kind"])
        back = ["ArrowLeft"] * (len(asked["events"]) - due["step"] - 1)
        return [*back, "Enter", "123456789abdefghijklm"[kind], "Enter"]
    if item.drill == "play":
        keys = {"hit": "h", "stand": "s", "double": "d", "split": "p"}
        return [keys[due["action"]]]
    if "facts" in due:
        return ["Enter", *(str(one + 1) for one in due["facts"]), "Enter"]
    return [str(due["option"] + 1), "Enter"]


@pytest.mark.nightly
def test_an_address_that_asks_for_nothing_is_refused_with_what_would_be_right(
    sitter: NewSitter,
) -> None:
    """Seen to fail: with a random exam begun for `seed=abc`, and twenty questions for `n=0`."""
    ann = sitter()
    for query, says in (
        ("drill=nope", "no drill called 'nope'"),
        ("drill=pay&seed=abc", "seed"),
        ("drill=pay&seed=-3", "seed"),
        ("drill=pay&n=0", "items"),
        ("drill=play&stake=0", "stake"),
        ("drill=play&pick=hard.99", "did you mean 'hard.9'"),
        ("drill=pay&mode=loud", "learn"),
    ):
        go(ann, query, "[role=alert]")
        expect(ann.page.get_by_role("alert")).to_contain_text(says)
        assert not ann.page.locator("[data-felt]").count(), query


@pytest.mark.nightly
def test_a_storm_runs_on_a_clock(sitter: NewSitter) -> None:
    ann = sitter()
    go(ann, "drill=know&mode=storm&seed=7", "[data-option]")
    press(ann, str(item_of("know").answer["option"] + 1), "Enter")
    expect(ann.page.locator(".clock")).to_contain_text("1 point · 1 in a row")
    expect(ann.page.locator(".clock")).to_contain_text("scores 1; a miss takes 5 s")
    press(ann, "Escape")
    expect(ann.page.locator("article")).to_contain_text("1 point")


@pytest.mark.nightly
def test_the_coach_prices_a_choice(sitter: NewSitter) -> None:
    """Every choice with its worth, the edge that comes of it, and the cell of the hand framed."""
    ann = sitter()
    item = make_item(Setting(find_game("classic"), 7, stake=2500), "play", 0)
    worst = list(item.answer["values"])[-1]
    ann.page.goto(f"{ann.url}/train/classic?drill=play&mode=learn&seed=7&n=2&stake=2500")
    ann.page.wait_for_selector(f'[data-action="{worst}"]', timeout=120_000)
    ann.page.click(f'[data-action="{worst}"]')
    values = ann.page.locator(".values li")
    expect(values).to_have_count(len(item.answer["values"]))
    shown = [float(str(one.get_attribute("data-value"))) for one in values.all()]
    assert shown == list(item.answer["values"].values())
    cell = ann.page.locator(f'[data-cell="{item.answer["cell"]}"]')
    expect(cell).to_have_class(re.compile("here"), timeout=120_000)
    expect(cell).to_contain_text("0 of 1 right")
    assert findings(ann) == []
    expect(ann.page.locator("aside")).to_contain_text("Hard 9 against 9: stand, not hit")
    cell.locator("a").click()
    expect(ann.page.locator("h2")).to_contain_text("9 against 9. What do you do?", timeout=120_000)


@pytest.mark.nightly
def test_the_coach_plays_for_a_bet_alone(sitter: NewSitter) -> None:
    """Chosen on the game's page, the coach asks for Bad Beat and prices that bet; the hand's own
    edge is not beside it. Seen to fail: with the hand's edge shown beside it."""
    ann = sitter()
    ann.page.goto(f"{ann.url}/train/bad-beat")
    played_for = ann.page.get_by_label("Played for")
    expect(played_for.locator("option")).to_have_count(11, timeout=120_000)
    played_for.select_option(label="Bad Beat, P3 alone")
    assert findings(ann) == []
    ann.page.get_by_role("link", name="Ask me").click()
    asked = ann.page.locator("h2")
    says = "What do you do for Bad Beat alone, pay table P3?"
    expect(asked).to_contain_text(says, timeout=120_000)
    ann.page.click('[data-action="hit"]')
    expect(ann.page.get_by_text("For Bad Beat alone, pay table P3: ")).to_be_visible()
    aside = ann.page.locator("aside")
    expect(aside).to_contain_text("not in the edge you play your hand at")
    expect(aside).not_to_contain_text("You play it at")
    assert findings(ann) == []


@pytest.mark.nightly
def test_a_bonus_is_chosen_with_what_is_not_asked_and_its_prices_add_up(sitter: NewSitter) -> None:
    """The bets lie in their circles, and whoever subtracts two worths comes to the cost that stands
    beside. Seen to fail: with worths and costs rounded to a cent each for itself."""
    ann = sitter()
    ann.page.goto(f"{ann.url}/train/burnout")
    played_for = ann.page.get_by_label("Played for")
    expect(played_for.locator("option")).to_have_count(5, timeout=120_000)
    played_for.select_option(label="3 wins alone")
    expect(ann.page.get_by_text("the hands of a split, which settle the round")).to_be_visible()
    ann.page.goto(f"{ann.url}/train/burnout?drill=play&seed=3&n=9&mode=learn&pick=for+bonus-3")
    for _ in range(9):
        ann.page.wait_for_selector("[data-action]", timeout=120_000)
        assert ann.page.locator(".bets li").count() >= 2
        ann.page.locator("[data-action]").last.click()
        ann.page.wait_for_selector(".values li")
        assert ann.page.locator(".values li.best").count() == 1
        best = shown_worth(ann.page.locator(".values li.best .figures").first.inner_text())
        for row in ann.page.locator(".values li:not(.best)").all():
            worth, cost = row.locator(".figures").all_inner_texts()
            if "costs $" in cost:
                assert best - shown_worth(worth) == shown_worth(cost.split(" ")[1].rstrip(","))
        ann.page.keyboard.press("Space")


def shown_worth(text: str) -> int:
    """Tenths of a cent."""
    found = re.fullmatch(r"([+−]?)\$([\d,]+)\.(\d{3})", text)
    assert found, text
    return int(f"{found[2]}{found[3]}".replace(",", "")) * (-1 if found[1] == "−" else 1)


@pytest.mark.nightly
def test_mistakes_at_a_table_are_drilled_with_one_click(sitter: NewSitter) -> None:
    """Whoever hits everything makes mistakes soon; the coach asks them as they stood."""
    ann = sitter()
    ann.open("classic")
    for _ in range(6):
        ann.bet("main").deal()
        ann.page.wait_for_selector("footer.acting, footer.result")
        while ann.page.locator("footer.acting").count():
            ann.choose()
            ann.page.wait_for_selector("footer.acting, footer.result")
        ann.page.click("text=New bets")
    ann.page.goto(f"{ann.page.url.split('?')[0]}?drawer=play")
    drill = ann.page.locator("dialog a:has-text('Drill these decisions')")
    expect(drill).to_be_visible(timeout=120_000)
    drill.click()
    hit = ann.page.locator('[data-action="hit"]')
    expect(hit).to_be_visible(timeout=120_000)
    expect(ann.page.locator(".where")).to_contain_text(re.compile(r"1 of \d"))
    hit.click()
    expect(ann.page.locator(".values li.yours")).to_contain_text("you")


def test_a_drill_on_its_side_has_the_felt_beside_what_is_answered(sitter: NewSitter) -> None:
    """On a phone that lies, the way out can be pressed and the felt is not under the question. Seen
    to fail: the bar lay over three quarters of the felt, the purse over its words, and no End."""
    ann = sitter(width=844, height=390)
    ann.page.goto(f"{ann.url}/train/breakout?drill=pay&seed=7&n=3&mode=learn")
    ann.page.wait_for_selector("main.stage h2")
    felt = ann.page.locator("main.stage > .felt").bounding_box()
    bar = ann.page.locator("main.stage > .bar").bounding_box()
    assert felt and bar and felt["x"] + felt["width"] <= bar["x"] + 1
    assert felt["y"] < 60 and bar["y"] < 60 and felt["height"] > 300
    end = ann.page.get_by_role("button", name="End")
    end.click(timeout=5_000)
    expect(ann.page.locator("h1")).to_contain_text("by Friday")
