"""Questions and grades, as a worker makes them: a round is dealt for each, and a rare one is
searched for, so that no table waits."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from holecard.dealing.settle import DEALER
from holecard.errors import Unreadable
from holecard.server.wire.games import read_game
from holecard.server.wire.train_questions import (
    ErrorAsked,
    KnowAsked,
    NextAsked,
    PayAsked,
    QuestionAsked,
    SettleAsked,
)
from holecard.text.words import outcome_words
from holecard.train.catch_error import BY_ID, CLEAN_WORDS
from holecard.train.drills import DRILLS, grade, make_item
from holecard.train.item import Grade, Item, Json, Setting
from holecard.train.step_words import step_says
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN

QUESTIONS: dict[str, type[QuestionAsked]] = {
    "settle": SettleAsked,
    "pay": PayAsked,
    "next": NextAsked,
    "error": ErrorAsked,
    "know": KnowAsked,
}
KEPT_ITEMS = 2000


def drill_list(game: str, rules_line: str) -> str:
    """The drills by name, and the definition they ask about."""
    ruled = read_game(game, rules_line)
    drills = [{"id": one.id, "name": one.name, "says": one.says} for one in DRILLS.values()]
    return json.dumps({"drills": drills, "definition": ruled.definition_hash})


@lru_cache(maxsize=KEPT_ITEMS)
def item_of(game: str, rules_line: str, drill: str, seed: int, number: int) -> Item:
    return make_item(Setting(read_game(game, rules_line), seed), drill, number)


def drill_item(game: str, rules_line: str, drill: str, seed: int, number: int, guided: bool) -> str:
    """A question without its answer. Guided, its wagers stand in the order of the house."""
    item = item_of(game, rules_line, drill, seed, number)
    found = laid(read_game(game, rules_line), item, guided)
    return QUESTIONS[drill].model_validate(found).model_dump_json()


def laid(game: Game, item: Item, guided: bool) -> Json:
    """The engine's question with what a page needs to draw it."""
    question: Json = dict(item.question) | {"drill": item.drill}
    if item.drill in ("settle", "pay"):
        question |= {"guided": guided, "asks": asks_of(game, item, guided)}
        question["settled"] = [spotted(game, row) for row in question.get("settled", ())]
        if question["felt"]:
            seats = [seat_laid(game, one) for one in question["felt"]["seats"]]
            question["felt"] = question["felt"] | {"seats": seats}
    elif item.drill in ("next", "error"):
        question["spots"] = [seat_laid(game, one) for one in question["spots"]]
    if item.drill == "next":
        options = question["options"]
        question["options"] = [one | {"whom": one["for"]} for one in options]
    return question


def asks_of(game: Game, item: Item, guided: bool) -> list[Json]:
    rows = steps_of(item)
    if not guided and "asks" in item.question:
        rows = item.question["asks"]
    return [spotted(game, row) for row in rows]


def steps_of(item: Item) -> list[Json]:
    """The wagers that are asked, in the order of the house."""
    return [row for row in item.answer["wagers"] if row["asked"]]


def spotted(game: Game, row: Json) -> Json:
    return row | {"spot": spot_name(game, row["wager"])}


def seat_laid(game: Game, seat: Json) -> Json:
    bets = [spotted(game, one) for one in seat["bets"]]
    mains = [one["wager"] for one in bets if game.wager(one["wager"]).kind == MAIN]
    return seat | {"bets": bets, "main": mains[0] if mains else ""}


def spot_name(game: Game, wager: str) -> str:
    """A wager as the dealer has it before the eyes: `your hand` is the player's word."""
    asked = game.wager(wager)
    if asked.kind != MAIN:
        return asked.name
    if len(game.mains) == 1:
        return "main wager"
    return "dealer's hand" if asked.backs == DEALER else "own hand"


def drill_grade(
    game: str, rules_line: str, drill: str, seed: int, number: int, step: int | None, answer: str
) -> str:
    """What an answer is worth, and what was due; of one wager alone where `step` names it."""
    item = item_of(game, rules_line, drill, seed, number)
    given: Json = json.loads(answer)
    ruled = read_game(game, rules_line)
    if step is None:
        return json.dumps(told(ruled, item, grade(item, given), None))
    return json.dumps(told(ruled, item, grade_step(item, step, given), step))


def grade_step(item: Item, step: int, answer: Json) -> Grade:
    """One wager of a table, by the grade of a table where only that one is settled."""
    rows = steps_of(item) if item.drill == "settle" else []
    if step >= len(rows):
        raise Unreadable(
            f"{item.drill} has {len(rows)} wagers to settle one by one: not {step + 1}"
        )
    whole = grade(item, answer)
    return Grade((whole.parts[step],), whole.remarks)


def told(game: Game, item: Item, given: Grade, step: int | None) -> Json:
    rows = steps_of(item) if "wagers" in item.answer else []
    due = rows if step is None else rows[step : step + 1]
    why = due[0]["why"] if step is not None else item.why
    return {
        **given.as_json(),
        "parts": [
            one.as_json() | {"name": skill_name(game, item, one.skill)} for one in given.parts
        ],
        "due": [spotted(game, row) for row in due],
        "due_says": item.answer.get("says", ""),
        "seats": item.answer.get("seats", []),
        "at": item.answer.get("step") if item.drill == "error" else None,
        "why": why,
        "line": item.line,
        "steps": len(rows) if item.drill == "settle" else 1,
    }


def skill_name(game: Game, item: Item, skill: str) -> str:
    """A skill in words: what a trainee is told to work on."""
    first, _, second = skill.partition("/")
    if item.drill in ("settle", "pay") and second:
        return f"{spot_name(game, first)}: {outcome_words(game.wager(first), second)}"
    if item.drill == "error":
        kind = BY_ID.get(second)
        return kind.says if kind else CLEAN_WORDS
    if item.drill == "next":
        return step_says(game, second)
    return str(item.question["says"]) if item.drill == "know" else str(item.question["order"])


def drill_many(questions: tuple[tuple[Any, ...], ...]) -> str:
    """Grades of several answers, for a file that is read back."""
    return json.dumps([json.loads(drill_grade(*one)) for one in questions])
