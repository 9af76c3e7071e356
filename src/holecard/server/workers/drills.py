"""Questions and grades, as a worker makes them: a round is dealt for each, and a rare one is
searched for, so that no table waits. Everything is the engine's (holecard.train); here it is put
into the words of the wire."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from functools import lru_cache

from holecard.errors import NotAllowed, Unreadable
from holecard.server.wire.games import read_game
from holecard.server.workers.drill_felt import QUESTIONS, laid, shown_round, skill_name, spotted
from holecard.train.drills import DRILLS, grade
from holecard.train.item import Grade, Item, Json
from holecard.train.kept import profile_in
from holecard.train.profile import check_profile
from holecard.train.questions.aim import aims_of, not_asked
from holecard.train.questions.know import card_ids
from holecard.train.result import RIGHT_LINE, SECONDS, certificate, exam_file
from holecard.train.schedule import Review, due_plan
from holecard.train.session import (
    EXAM,
    LEARN,
    MISS_SECONDS,
    STORM_SECONDS,
    Asked,
    Given,
    Session,
    item_for,
    new_session,
    next_asked,
    note,
    weak_spots,
)
from holecard.wagers.game import Game

Rows = tuple[tuple[int, str, int, bool, int], ...]  # seed, drill, item, right, ms
KEPT_ITEMS = 2000


def drill_list(game: str, rules_line: str) -> str:
    """The drills by name, the definition they ask about, and the lines to pass."""
    ruled = read_game(game, rules_line)
    drills = [{"id": one.id, "name": one.name, "says": one.says} for one in DRILLS.values()]
    lines = {
        "right": RIGHT_LINE._asdict(),
        "seconds": {name: one._asdict() for name, one in SECONDS.items()},
    }
    cards = len(card_ids(ruled))
    return json.dumps({
        "drills": drills, "definition": ruled.definition_hash, "lines": lines, "cards": cards,
    })  # fmt: skip


@lru_cache(maxsize=256)
def session_of(setting: str) -> tuple[Session, Game]:
    """A run as the engine begins it, and its game."""
    found = json.loads(setting)
    game = read_game(found["game"], found["rules"])
    weak = tuple(Asked(*one) for one in found["weak"])
    plan = tuple(Asked(*one) for one in found["plan"])
    more = {name: found[name] for name in ("items", "stake", "pick")} | {"weak": weak, "plan": plan}
    house = profile_in(found.get("house", ""))
    check_profile(house, game)
    made = new_session(game, house, found["drills"], found["mode"], found["seed"], **more)
    return made, game


def with_rows(session: Session, rows: Rows) -> Session:
    given = tuple(
        Given(Asked(seed, drill, item), {}, ms, int(right), 1)
        for seed, drill, item, right, ms in rows
    )
    return replace(session, given=given)


def asked_at(setting: str, rows: Rows) -> Asked | None:
    """The question after these; none when the run is over."""
    return next_asked(with_rows(session_of(setting)[0], rows))


@lru_cache(maxsize=KEPT_ITEMS)
def item_of(setting: str, asked: Asked) -> Item:
    session, game = session_of(setting)
    return item_for(session, game, asked)


def item_in(setting: str, asked: Asked) -> Item:
    """The question of a run: made once for all runs that ask it."""
    found = json.loads(setting)
    same = ("game", "rules", "stake", "pick", "house")
    bare = {"drills": [asked.drill], "mode": LEARN, "seed": 0, "items": 1, "weak": (), "plan": ()}
    return item_of(json.dumps(bare | {name: found.get(name, "") for name in same}), asked)


def item_at(setting: str, rows: Rows) -> tuple[Item, Asked, Game]:
    _, game = session_of(setting)
    asked = asked_at(setting, rows)
    if asked is None:
        raise NotAllowed("the run is over: begin a new one")
    return item_in(setting, asked), asked, game


def drill_question(setting: str, rows: Rows) -> str:
    """The question after these, without its answer. But for an exam, which asks for the order of
    the house, its wagers stand in that order."""
    session, _ = session_of(setting)
    item, asked, game = item_at(setting, rows)
    found = laid(game, item, guided=session.mode != EXAM)
    question = QUESTIONS[asked.drill].model_validate(found).model_dump()
    missed = any(row[:3] == (asked.seed, asked.drill, asked.item) for row in rows)
    again = missed or asked in session.weak
    return json.dumps({"drill": asked.drill, "again": again, "question": question})


def drill_grade(
    setting: str, rows: Rows, step: int | None, answer: str, before: tuple[bool, int], ms: int
) -> str:
    """What an answer is worth, and what was due; of one wager alone where `step` names it. `before`
    is what the other wagers of its table came to."""
    item, asked, game = item_at(setting, rows)
    given: Json = json.loads(answer)
    found = grade(item, given) if step is None else grade_step(item, step, given)
    right, spent = before
    after = (*rows, (asked.seed, asked.drill, asked.item, right and found.right, spent + ms))
    over = asked_at(setting, after) is None
    return json.dumps(told(game, item, found, step) | {"asked": list_of(asked), "over": over})


def list_of(asked: Asked) -> list[int | str]:
    return [asked.seed, asked.drill, asked.item]


def steps_of(item: Item) -> list[Json]:
    """The wagers that are asked, in the order of the house."""
    return [row for row in item.answer.get("wagers", ()) if row["asked"]]


def grade_step(item: Item, step: int, answer: Json) -> Grade:
    """One wager of a table, by the grade of a table where only that one is settled."""
    rows = steps_of(item) if item.drill == "settle" else []
    if step >= len(rows):
        raise Unreadable(f"{item.drill} has {len(rows)} wagers to settle one by one: no {step + 1}")
    whole = grade(item, answer)
    return Grade((whole.parts[step],), whole.remarks)


def told(game: Game, item: Item, given: Grade, step: int | None) -> Json:
    rows, answer = steps_of(item), item.answer
    due = rows if step is None else rows[step : step + 1]
    return {
        **given.as_json(),
        "parts": [
            one.as_json() | {"name": skill_name(game, item, one.skill)} for one in given.parts
        ],
        "due": [spotted(game, row) for row in due],
        "due_says": answer.get("says", ""),
        "seats": answer.get("seats", []),
        "at": answer.get("step") if item.drill == "error" else None,
        "option": answer.get("option"),
        "best": answer.get("action", "") if item.drill == "play" else "",
        "values": answer.get("values", {}),
        "cell": (cell := answer.get("cell", "")),
        "part": cell.partition(".")[0] if cell.count(".") == 2 else "",
        "method": answer.get("method", ""),
        "two": answer.get("two", False),
        "paid": item.question.get("paid", False),
        "why": due[0]["why"] if step is not None else item.why,
        "line": item.line,
        "card": item.question.get("card", ""),
        "steps": len(rows) if item.drill == "settle" else 1,
    }


def drill_replay(setting: str, rows: Rows) -> str:
    """The round of the question after these, as it was dealt, in the order of the house."""
    item, _, _ = item_at(setting, rows)
    if not item.line:
        raise Unreadable("this question has no round to show: it is told in words")
    session, _ = session_of(setting)
    return shown_round(item.line, session.profile).model_dump_json()


def drill_storm(setting: str, rows: Rows) -> str:
    """What a storm has come to, and its rules."""
    session = with_rows(session_of(setting)[0], rows)
    found = {
        "seconds_left": max(0.0, session.seconds_left),
        "points": session.score,
        "combo": session.combo,
        "seconds": STORM_SECONDS,
        "miss_seconds": MISS_SECONDS,
        "worth": session.worth,
        "over": session.over,
    }
    return json.dumps(found)


def drill_weak(setting: str, rows: Rows) -> str:
    """What of these was missed and is not yet right three times in a row, the worst first."""
    session, _ = session_of(setting)
    return json.dumps([list_of(one) for one in weak_spots(with_rows(session, rows))])


def drill_due(game: str, rules_line: str, seed: int, reviews: tuple[Review, ...], now: int) -> str:
    """The cards of Know the game to answer now, as questions of a seed: those due, then new ones.
    `reviews` are all that were answered: card, right, ms, when."""
    items, due = due_plan(read_game(game, rules_line), seed, reviews, now)
    plan = [[seed, "know", item] for item in items]
    return json.dumps({"plan": plan, "due": due, "new": len(items) - due})


def drill_edge(
    game: str, rules_line: str, answers: tuple[tuple[str, bool, str, bool], ...], paid: bool
) -> str:
    """The edge the answers come to: cell, whether on two cards, action and payment of each."""
    from holecard.train.edge import Answered, edge_played
    from holecard.train.questions.chart_cells import rows_to_pick

    ruled = read_game(game, rules_line)
    found = edge_played(ruled, (Answered(*one) for one in answers), paid)
    return json.dumps({**found.as_json(), "rows": rows_to_pick(ruled)})


def drill_aims(game: str, rules_line: str) -> str:
    """What the coach's decisions can be for beside the main wager."""
    ruled = read_game(game, rules_line)
    found = [
        {"pick": aim.pick, "says": says, "leaves": not_asked(ruled.wager(aim.wager))}
        for aim, says in aims_of(ruled)
    ]
    return json.dumps({"aims": found})


def drill_result(setting: str, answers: str) -> str:
    """The file of a run, every answer graded again, and what its certificate prints. `answers` are
    seed, drill, item, answer and ms of each place."""
    document, game = file_of(setting, answers)
    return json.dumps({"file": document, "certificate": certificate(document, game)})


def drill_certificate(setting: str, answers: str, name: str) -> str:
    """The same as a PDF, in base64."""
    from holecard.train.certificate import certificate_pdf

    return json.dumps(base64.b64encode(certificate_pdf(*file_of(setting, answers), name)).decode())


def file_of(setting: str, answers: str) -> tuple[Json, Game]:
    session, game = session_of(setting)
    given = []
    for seed, drill, number, answer, ms in json.loads(answers):
        asked = Asked(seed, drill, number)
        given.append(note(asked, answer, ms, grade(item_in(setting, asked), answer)))
    return exam_file(replace(session, given=tuple(given)), game), game
