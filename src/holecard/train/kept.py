"""Runs as a file of training progress has them: what was asked for and answered, and no grade.

The file is the same on the web and in a terminal. When one is brought back, every answer is graded
again; a file with anything wrong in it is refused whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import groupby
from typing import Any

from holecard.errors import HolecardError, UnknownName, Unreadable
from holecard.games import find_game
from holecard.train.drills import MOST_ITEMS, drill_named, grade
from holecard.train.item import LARGEST_SEED, Json
from holecard.train.profile import Profile, default_profile, profile_of, read_json
from holecard.train.session import (
    LONGEST_MS,
    MODES,
    Asked,
    Given,
    Session,
    item_for,
    new_session,
    next_asked,
    note,
    whole,
)
from holecard.wagers.game import Game

FORMAT = "holecard-training-1"
LATEST = 2**53  # a moment, in ms
MOST_STEPS, MOST_STAKE = 200, 1_000_000
RIGHT = "a file of training progress, as Save progress or --save-progress writes it"


@dataclass(frozen=True)
class KeptAnswer:
    """An answer at a place; `step` where one wager of a table was answered by itself."""

    place: int
    step: int | None
    last: bool
    ms: int
    at: int
    answer: Json
    right: bool | None = None  # of the whole place, at its last step; only where it is kept


@dataclass(frozen=True)
class KeptRun:
    """A run by its setting, with its answers."""

    run: str
    game: str
    rules: str
    drills: tuple[str, ...]
    mode: str
    seed: int
    own_seed: bool
    items: int
    stake: int
    pick: str
    weak: tuple[Asked, ...]
    plan: tuple[Asked, ...]
    begun_at: int
    ended_at: int | None
    house: str = ""
    answers: tuple[KeptAnswer, ...] = ()

    @property
    def setting(self) -> KeptRun:
        """What it was asked for, without what was answered."""
        return replace(self, answers=(), ended_at=None)

    def as_json(self, grades: bool = False) -> Json:
        answers = [asdict(one) for one in self.answers]
        if not grades:
            for one in answers:
                del one["right"]
        lists = {name: [[one.seed, one.drill, one.item] for one in getattr(self, name)]
                 for name in ("weak", "plan")}  # fmt: skip
        return asdict(replace(self, answers=())) | lists | {"answers": answers}


def profile_in(house: str) -> Profile:
    """The profile a run was begun by; the shipped one where it names none."""
    if not house:
        return default_profile()
    return profile_of(read_json(house, "the house profile"), "the house profile")


def game_of(run: KeptRun) -> Game:
    return find_game(run.game).read(run.rules)


def session_for(run: KeptRun, game: Game) -> Session:
    """The engine's sitting of a run, nothing answered yet."""
    return new_session(
        game, profile_in(run.house), run.drills, run.mode, run.seed, items=run.items,
        stake=run.stake, pick=run.pick, weak=run.weak, plan=run.plan,
    )  # fmt: skip


def graded(run: KeptRun) -> Session:
    """Every answer of a run graded again, its places one after another."""
    game = game_of(run)
    session = session_for(run, game)
    for place, steps in by_place(run.answers):
        if place != len(session.given):
            raise Unreadable(f"place {place + 1} is answered before place {len(session.given) + 1}")
        asked = next_asked(session)
        if asked is None:
            raise Unreadable(f"place {place + 1} is answered after its end")
        answer = whole_answer(steps)
        found = grade(item_for(session, game, asked), answer)
        if steps[-1].last:
            spent = min(LONGEST_MS, sum(one.ms for one in steps))
            session = replace(session, given=(*session.given, note(asked, answer, spent, found)))
    return session


def by_place(answers: Iterable[KeptAnswer]) -> Iterator[tuple[int, list[KeptAnswer]]]:
    for place, steps in groupby(answers, key=lambda one: one.place):
        yield place, list(steps)


def whole_answer(steps: Sequence[KeptAnswer]) -> Json:
    """Wagers of a table that were settled one by one are one answer, in that order."""
    if steps[0].step is None:
        return steps[0].answer
    return {"wagers": [row for one in steps for row in one.answer.get("wagers", ())]}


def rows(run: KeptRun, game: Game) -> Session:
    """The run with its answers as they were graded when they were given: no question is made."""
    session = session_for(run, game)
    for _, steps in by_place(run.answers):
        asked = next_asked(session)
        if asked is not None and steps[-1].last:
            right, spent = int(bool(steps[-1].right)), sum(one.ms for one in steps)
            session = replace(session, given=(*session.given, Given(asked, {}, spent, right, 1)))
    return session


def with_grades(run: KeptRun) -> KeptRun:
    """The run with what each place came to, graded again."""
    right = [one.right for one in graded(run).given]
    marked = (
        replace(one, right=right[one.place]) if one.last else one for one in run.answers
    )  # fmt: skip
    return replace(run, answers=tuple(marked))


def progress_json(runs: Iterable[KeptRun], grades: bool = False) -> Json:
    return {"format": FORMAT, "runs": [one.as_json(grades) for one in runs]}


def read_progress(document: Any, check: bool = True) -> tuple[KeptRun, ...]:
    """The runs of a file; with `check` every answer is graded again. Refused whole, with the run
    and what is wrong with it."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise Unreadable(f"that is no file of training progress: it would be {RIGHT}")
    if not isinstance(document.get("runs"), list):
        raise Unreadable(f"that file has no list of runs: it would be {RIGHT}")
    found: dict[str, KeptRun] = {}
    for at, one in enumerate(document["runs"], start=1):
        run = read_run(one, at)
        if run.run in found:
            raise Unreadable(f"run {at} of the file: {run.run} stands there twice")
        if check:
            try:
                run = with_grades(run)
            except HolecardError as wrong:
                raise Unreadable(f"run {at} of the file, {run.run}: {wrong}") from wrong
        found[run.run] = run
    return tuple(found.values())


def read_run(one: Any, at: int) -> KeptRun:
    try:
        return KeptRun(
            run=text(one["run"], 40),
            game=text(one["game"], 40),
            rules=text(one["rules"], 400),
            drills=tuple(drill_named(text(name, 20)).id for name in one["drills"]),
            mode=mode_of(one["mode"]),
            seed=whole(one["seed"], LARGEST_SEED),
            own_seed=bool(one["own_seed"]),
            items=whole(one["items"], MOST_ITEMS),
            stake=whole(one["stake"], MOST_STAKE),
            pick=text(one["pick"], 30_000),
            weak=tuple(map(read_asked, one["weak"])),
            plan=tuple(map(read_asked, one["plan"])),
            begun_at=whole(one["begun_at"], LATEST),
            ended_at=None if one["ended_at"] is None else whole(one["ended_at"], LATEST),
            house=text(one.get("house", ""), 8000),
            answers=tuple(map(read_answer, one["answers"])),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        said = str(wrong) if isinstance(wrong, HolecardError) else f"{type(wrong).__name__} {wrong}"
        raise Unreadable(f"run {at} of the file: {said}; it would be {RIGHT}") from wrong


def mode_of(found: Any) -> str:
    if found not in MODES:
        raise UnknownName("mode", str(found)[:40], MODES)
    return str(found)


def text(found: Any, most: int) -> str:
    if not isinstance(found, str) or len(found) > most:
        raise Unreadable(f"{str(found)[:40]!r} is no text of at most {most} characters")
    return found


def read_asked(one: Any) -> Asked:
    seed, drill, item = one
    return Asked(
        whole(seed, LARGEST_SEED), drill_named(text(drill, 20)).id, whole(item, MOST_ITEMS)
    )


def read_answer(one: Any) -> KeptAnswer:
    if not isinstance(one["answer"], dict):
        raise Unreadable(f"{str(one['answer'])[:40]!r} is no answer: a JSON object")
    return KeptAnswer(
        place=whole(one["place"], MOST_ITEMS),
        step=None if one["step"] is None else whole(one["step"], MOST_STEPS),
        last=bool(one["last"]),
        ms=whole(one["ms"], LONGEST_MS),
        at=whole(one["at"], LATEST),
        answer=one["answer"],
        right=None if one.get("right") is None else bool(one["right"]),
    )
