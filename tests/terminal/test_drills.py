"""Each drill on the terminal's screen, by keys alone: right answers are right, a miss is told, an
exam says nothing and leaves the order to the trainee."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from holecard.games import CATALOGUE
from holecard.money import plain_money
from holecard.terminal.asking import LETTERS, VERDICTS
from holecard.terminal.drill_screen import DrillApp, DrillScreen
from holecard.train.item import Item, Json, Setting
from holecard.train.progress_file import ProgressFile
from holecard.train.questions.know import PITCH, card_at
from holecard.train.session import STORM_SECONDS
from holecard.train.terminal_run import TerminalRun, begin
from tests.night import by_day

GAME = CATALOGUE["breakout"]
KEYS = {verdict: key for key, verdict in VERDICTS.items()}
SIGNS = {" ": "space", ".": "full_stop"}


@asynccontextmanager
async def drilled(
    drill: str, mode: str = "learn", file: Path | None = None, items: int = 2
) -> AsyncIterator[tuple[Pilot[None], TerminalRun]]:
    kept = None if file is None else ProgressFile(file)
    run = begin(Setting(GAME, 7), (drill,), mode, items, False, kept)
    async with DrillApp(run, GAME).run_test(size=(120, 44)) as pilot:
        await pilot.pause()
        yield pilot, run


def screen(pilot: Pilot[None]) -> DrillScreen:
    assert isinstance(pilot.app.screen, DrillScreen)
    return pilot.app.screen


def shown(pilot: Pilot[None]) -> str:
    return "\n".join(screen(pilot).query_one(f"#{name}").text.plain  # type: ignore[attr-defined]
                     for name in ("head", "drill", "bar"))  # fmt: skip


def amount(row: Json) -> list[str]:
    words = plain_money(row["cents"]) + (f" {plain_money(row['tip'])}" if row.get("tip") else "")
    return [SIGNS.get(sign, sign) for sign in words]


def keys_for(item: Item) -> list[str]:
    """The right answer as it is pressed."""
    due = item.answer
    if item.drill == "pay":
        return [*amount(due["wagers"][0]), "enter"]
    if item.drill == "settle":
        rows = [row for row in due["wagers"] if row["asked"]]
        pressed = [[KEYS[row["verdict"]], *(amount(row) if row["verdict"] == "pay" else ()),
                    "enter"] for row in rows]  # fmt: skip
        return [key for keys in pressed for key in keys]
    if item.drill == "next":
        option = [one["step"] for one in item.question["options"]].index(due["step"])
        whom = ["enter", *map(str, due["seats"])] if item.question["options"][option]["for"] else []
        return [LETTERS[option], *whom, "enter"]
    if item.drill == "error":
        if due["clean"]:
            return ["c"]
        kind = [one["kind"] for one in item.question["kinds"]].index(due["kind"])
        return [*["down"] * due["step"], "enter", LETTERS[kind], "enter"]
    if "facts" in due:
        return ["enter", *(LETTERS[one] for one in due["facts"]), "enter"]
    return [LETTERS[due["option"]], "enter"]


@pytest.mark.parametrize("drill", by_day(["settle", "next", "pay", "error", "know"], 0, 4))
async def test_a_drill_is_answered_by_keys(drill: str, tmp_path: Path) -> None:
    file = tmp_path / "training.json"
    async with drilled(drill, file=file) as (pilot, run):
        for _ in range(2):
            item = screen(pilot).item
            asking = screen(pilot).asking
            assert item is not None and asking is not None and asking.says in shown(pilot)
            await pilot.press(*keys_for(item))
        assert [one.right for one in run.session.given] == [True, True]
        assert "2 of 2 right" in shown(pilot) and "seed 7" in shown(pilot)
        (kept,) = ProgressFile(file).runs()
        assert [one.right for one in kept.answers] == [True, True] and kept.ended_at
        await pilot.press("space")
    assert pilot.app.return_code == 0


async def test_the_pitch_is_said_aloud_while_a_clock_runs() -> None:
    """No fact is shown before it begins. Seen to fail: with the facts there from the first, and
    no clock."""
    seed = next(one for one in range(200) if card_at(Setting(GAME, one), 0) == PITCH)
    run = begin(Setting(GAME, seed), ("know",), "learn", 1, False, None)
    async with DrillApp(run, GAME).run_test(size=(120, 44)) as pilot:
        await pilot.pause()
        assert "Enter starts the clock" in shown(pilot) and GAME.facts[0] not in shown(pilot)
        await pilot.press("1", "enter")
        assert "30 s to say it in" in shown(pilot) and GAME.facts[0] in shown(pilot)
        screen(pilot).began -= 12
        await pilot.pause(0.6)
        assert re.search(r" 1[5-8] s to say it in", shown(pilot))
        await pilot.press(*LETTERS[: len(GAME.facts)], "enter")
        assert [one.right for one in run.session.given] == [True]


async def test_an_exam_tells_every_miss_at_its_end_and_asks_it_again(tmp_path: Path) -> None:
    """Seen to fail: with nothing told of the misses, and with a review that overwrote the exam."""
    file = tmp_path / "training.json"
    async with drilled("know", "exam", file) as (pilot, run):
        first = screen(pilot).item
        assert first is not None
        await pilot.press(LETTERS[(first.answer["option"] + 1) % 4], "enter")
        assert first.why[:30] not in shown(pilot)
        await pilot.press(*keys_for(screen(pilot).item))  # type: ignore[arg-type]
        told = " ".join(shown(pilot).split())
        assert "not yet" in told and "1 of 2 right" in told and "Missed, question 1" in told
        assert " ".join(first.why.split()) in told
        await pilot.press("m")
        again = screen(pilot).item
        assert again is not None and again.question == first.question
        await pilot.press(*keys_for(again))
        assert "1 of 1 right" in shown(pilot) and "Missed" not in shown(pilot)
        await pilot.press("space")
    assert [one.right for one in run.session.given] == [False, True]
    assert [len(one.answers) for one in ProgressFile(file).runs()] == [2, 1]


async def test_a_storm_ends_when_its_clock_has_run_out() -> None:
    """Seen to fail: with the clock looked at only when an answer came, which then counted."""
    async with drilled("know", "storm") as (pilot, run):
        await pilot.press(*keys_for(screen(pilot).item))  # type: ignore[arg-type]
        assert "next worth 1 · a miss takes 5 s" in shown(pilot)
        late = keys_for(screen(pilot).item)  # type: ignore[arg-type]
        screen(pilot).began -= STORM_SECONDS
        await pilot.press(*late)
        await pilot.pause(1)
        assert len(run.session.given) == 1 and screen(pilot).item is None
        assert "1 point" in shown(pilot) and "1 of 1 right" in shown(pilot)


async def test_a_miss_is_answered_by_the_sheet() -> None:
    async with drilled("know") as (pilot, run):
        item = screen(pilot).item
        assert item is not None
        await pilot.press("enter")
        assert not run.session.given, "nothing is picked yet"
        await pilot.press(LETTERS[(item.answer["option"] + 1) % 4], "enter")
        assert item.why[:30] in shown(pilot) and "Go on" in shown(pilot)
        assert not run.session.given[0].right
        await pilot.press("x")
        assert item.why[:30] in shown(pilot), "the paper stays until it is read"
        await pilot.press("space")
        assert screen(pilot).missed is None


async def test_money_that_cannot_be_read_is_refused() -> None:
    async with drilled("pay") as (pilot, run):
        await pilot.press("1", "full_stop", "full_stop", "enter")
        assert "✗" in shown(pilot) and not run.session.given
        await pilot.press("backspace", "backspace", "backspace", "enter")
        assert "✗" in shown(pilot) and not run.session.given


async def test_an_exam_leaves_the_order_and_says_nothing() -> None:
    async with drilled("settle", "exam") as (pilot, run):
        item = screen(pilot).item
        assert item is not None
        rows = [row for row in item.answer["wagers"] if row["asked"]]
        asking = screen(pilot).asking
        for row in rows:
            at = [(one["seat"], one["wager"], one["hand"]) for one in asking.open].index(  # type: ignore[union-attr]
                (row["seat"], row["wager"], row["hand"])
            )
            paid = amount(row) if row["verdict"] == "pay" else []
            await pilot.press(*["down"] * at, KEYS[row["verdict"]], *paid, "enter")
        assert run.session.given[0].right, "in the order of the house"
        assert "right" not in shown(pilot).splitlines()[0]
        await pilot.press("escape")
    assert len(run.session.given) == 1
