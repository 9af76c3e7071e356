"""Pictures of the training pages for docs/images: `python -m tests.browser.train_pictures URL`.

A trainee first answers some questions of each drill, most of them right, so that the pages have
something to show.
"""

from __future__ import annotations

import secrets
import shutil
import sys

from playwright.sync_api import Browser, sync_playwright

from holecard.games import find_game
from holecard.train.drills import make_item
from holecard.train.item import Item, Json, Setting
from tests.browser.pictures import FOLDER, SOLVED
from tests.people.profile import Look, Profile
from tests.people.sitter import Sitter

GAME, SEED = "breakout", 7
DRILLS = ("settle", "next", "pay", "error", "know")
NAMES = ("step", "seats", "clean", "kind", "option", "facts")
EACH = 6


def item_of(drill: str, number: int) -> Item:
    return make_item(Setting(find_game(GAME), SEED), drill, number)


def right(item: Item) -> Json:
    if "wagers" in item.answer:
        return {"wagers": [row for row in item.answer["wagers"] if row["asked"]]}
    return {name: item.answer[name] for name in NAMES if name in item.answer}


def missed(item: Item) -> Json:
    if "wagers" in item.answer:
        first, *rest = right(item)["wagers"]
        return {"wagers": [first | {"verdict": "leave"}, *rest]}
    return {"clean": True} if item.drill == "error" else right(item)


def post(ann: Sitter, path: str, body: Json) -> Json:
    key = {"Idempotency-Key": secrets.token_urlsafe(24)}
    answer = ann.page.request.post(f"{ann.url}{path}", data=body, headers=key)
    assert answer.ok, answer.text()
    found: Json = answer.json()
    return found


def exam(ann: Sitter, items: int) -> str:
    """An exam of every drill with a miss in it; its run."""
    asked = {"drill": "all", "mode": "exam", "seed": SEED, "items": items}
    run = post(ann, f"/api/train/games/{GAME}/runs", asked)["run"]
    for place in range(items):
        item = item_of(DRILLS[place % len(DRILLS)], place // len(DRILLS))
        said = missed(item) if place in (2, 8) else right(item)
        ms = 4200 + 900 * (place * 7 % 5)
        body = {"place": place, "step": None, "ms": ms, "answer": said}
        post(ann, f"/api/train/runs/{run}/answers", body)
    return str(run)


def shot(ann: Sitter, name: str) -> None:
    ann.page.mouse.move(2, 2)
    ann.page.wait_for_timeout(500)
    ann.page.screenshot(path=FOLDER / name)
    print(name)


def take(browser: Browser, url: str, width: int, height: int, end: str) -> None:
    ann = Sitter(Profile(browser, Look(width, height, "dark")), url, edges="all")
    ann.page.goto(f"{url}/train")
    ann.page.wait_for_selector("main ul a")
    run = exam(ann, EACH * len(DRILLS))
    ann.page.goto(f"{url}/train/{GAME}?result={run}")
    ann.page.wait_for_selector("article")
    shot(ann, f"train-result{end}.png")
    ann.page.goto(f"{url}/train/{GAME}")
    ann.page.wait_for_selector(".hero h2")
    shot(ann, f"train-hub{end}.png")
    for drill, there in (("next", "[data-step]"), ("error", "text=The round is clean")):
        ann.page.goto(f"{url}/train/{GAME}?drill={drill}&mode=learn&seed=3&n=5")
        ann.page.wait_for_selector(there)
        shot(ann, f"train-{drill}{end}.png")
    ann.page.goto(f"{url}/train/{GAME}?drill=settle&mode=learn&seed={SEED}&n=5")
    ann.page.wait_for_selector("[data-ask]")
    if end:
        shot(ann, f"train-settle{end}.png")
    ann.page.keyboard.press("p")
    ann.page.keyboard.press("Enter")
    ann.page.wait_for_selector("section.paper")
    shot(ann, f"train-settle-miss{end}.png")
    ann.page.goto(f"{url}/train/classic?drill=play&mode=learn&seed={SEED}&n=5&stake=2500")
    ann.page.wait_for_selector("[data-action]", timeout=SOLVED)
    ann.page.locator("[data-action]").first.click()
    ann.page.wait_for_selector(".values li")
    ann.page.wait_for_selector("[data-cell].here", timeout=SOLVED)
    shot(ann, f"train-coach{end}.png")
    ann.context.close()


def main(url: str) -> None:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        take(browser, url, 1280, 900, "")
        take(browser, url, 390, 844, "-390")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
