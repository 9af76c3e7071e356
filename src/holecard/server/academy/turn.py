"""Which question stands at a place of a run, and when a run is over."""

from __future__ import annotations

import random
from collections.abc import Sequence

from holecard.server.academy.runs import ALL, EXAM, Given, Run
from holecard.server.wire.train_questions import DrillName

DRILL_ORDER: tuple[DrillName, ...] = ("settle", "next", "pay", "error", "know")
WEAK_SHARE = 0.4  # of the questions of a run in which misses come back
RETIRED_AFTER = 3  # right in a row
REST = 3  # places before the same question comes again
Question = tuple[str, int, int]  # drill, seed, item


def question_at(run: Run, place: int, earlier: Sequence[Given]) -> tuple[Question, bool]:
    """The question of a place, and whether it was missed before. `earlier` is all that was answered
    to this game before the place was reached: the same for every tab that asks."""
    if not run.mixed:
        return fixed_question(run, place), False
    weak = weak_questions([one for one in earlier if one.drill == run.drill])
    recent = [one.question for one in earlier if one.run == run.run and one.place >= place - REST]
    weak = [one for one in weak if one not in recent]
    draw = random.Random(f"{run.run} {place}")
    if weak and (place == 0 or draw.random() < WEAK_SHARE):
        return weak[0] if place == 0 else draw.choice(weak), True
    asked = {one.item for one in earlier if one.run == run.run and one.seed == run.seed}
    fresh = next(number for number in range(len(asked) + 1) if number not in asked)
    return (run.drill, run.seed, fresh), False


def fixed_question(run: Run, place: int) -> Question:
    """The same for everybody: the drill's own numbers, or every drill in its turn."""
    if run.drill != ALL:
        return run.drill, run.seed, place
    item, at = divmod(place, len(DRILL_ORDER))
    return DRILL_ORDER[at], run.seed, item


def weak_questions(given: Sequence[Given]) -> list[Question]:
    """Questions that were missed and not yet right three times in a row, the most missed first."""
    tries: dict[Question, dict[tuple[str, int], bool]] = {}
    for one in given:
        at = tries.setdefault(one.question, {})
        at[one.run, one.place] = at.get((one.run, one.place), True) and one.right
    found = {question: list(many.values()) for question, many in tries.items()}
    weak = [one for one, many in found.items() if not all(many) and not retired(many)]
    return sorted(weak, key=lambda one: (-found[one].count(False), one))


def retired(tries: Sequence[bool]) -> bool:
    return len(tries) >= RETIRED_AFTER and all(tries[-RETIRED_AFTER:])


def places_done(given: Sequence[Given]) -> int:
    """How many places are answered; they are answered one after another."""
    return len({one.place for one in given if one.last})


def is_guided(run: Run) -> bool:
    """In an exam the order of the house is asked; elsewhere one is led along it."""
    return run.mode != EXAM
