"""A run in a terminal: begun from what was done before, and kept after every answer."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from holecard.errors import MissingExtra
from holecard.games import CATALOGUE, gallery_games
from holecard.train.item import ALL, DEALERS, KNOW, PLAY, Json, Setting
from holecard.train.kept import KeptAnswer, KeptRun, rows
from holecard.train.profile import default_profile
from holecard.train.progress_file import ProgressFile
from holecard.train.questions.know import card_at
from holecard.train.schedule import Review, due_plan
from holecard.train.session import LEARN, Asked, Session, new_session, weak_spots
from holecard.wagers.game import Game

MOST_WEAK = 40  # earlier misses that may come back in one run
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(16))


class TerminalRun:
    """A sitting and where it is kept; nowhere, for a game of a file, which no other machine has."""

    def __init__(
        self,
        session: Session,
        begun: KeptRun,
        file: ProgressFile | None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self.session = session
        self.kept = begun
        self.file = file
        self.clock = clock

    def answered(self, session: Session) -> None:
        """One answer more, on the disk before anything else is asked."""
        self.session = session
        given, at = session.given[-1], self.clock()
        answer = KeptAnswer(
            len(session.given) - 1, None, True, given.ms, at, given.answer, given.right
        )
        ended = at if session.over else None
        self.kept = replace(self.kept, answers=(*self.kept.answers, answer), ended_at=ended)
        if self.file is not None:
            self.file.keep(self.kept)


def misses_again(run: TerminalRun) -> TerminalRun | None:
    """A run of what was missed in this one, each question once; none if nothing was."""
    missed = [one.asked for one in run.session.given if not one.right]
    plan = tuple(dict.fromkeys(missed))
    if not plan:
        return None
    drills = tuple(dict.fromkeys(one.drill for one in plan))
    more: Json = {"drills": drills, "mode": LEARN, "items": len(plan), "weak": (), "plan": plan}
    session = replace(run.session, given=(), **more)
    begun_at, fresh = run.clock(), new_id()
    kept = replace(run.kept, run=fresh, begun_at=begun_at, ended_at=None, answers=(), **more)
    return TerminalRun(session, kept, run.file, run.clock)


def drills_of(name: str) -> tuple[str, ...]:
    """The drill of a name, or the dealer's five in turn."""
    return DEALERS if name == ALL else (name,)


def begin(
    setting: Setting, drills: tuple[str, ...], mode: str, items: int, own_seed: bool,
    file: ProgressFile | None, clock: Callable[[], int] = now_ms,
) -> TerminalRun:  # fmt: skip
    """A new run. Without a seed given, what was missed before comes back in Learn, and cards come
    by their schedule."""
    kept = file if in_catalogue(setting.game) else None
    house = "" if setting.profile == default_profile() else json.dumps(setting.profile.as_json())
    run = KeptRun(
        run=new_id(), game=setting.game.id, rules=setting.game.line, drills=drills, mode=mode,
        seed=setting.seed, own_seed=own_seed, items=items, stake=setting.stake, pick=setting.pick,
        weak=(), plan=(), begun_at=clock(), ended_at=None, house=house,
    )  # fmt: skip
    if mode == LEARN and own_seed and kept is not None:
        run = replace(run, **what_comes_back(run, setting, kept.runs()))
    session = new_session(
        setting.game, setting.profile, drills, mode, setting.seed, items=run.items,
        stake=setting.stake, pick=setting.pick, weak=run.weak, plan=run.plan,
    )  # fmt: skip
    return TerminalRun(session, run, kept, clock)


def in_catalogue(game: Game) -> bool:
    """Whether another machine has this game, so that answers to it can be graded there."""
    known = CATALOGUE.get(game.id) or gallery_games().get(game.id)
    return known is not None and known.read(game.line).definition_hash == game.definition_hash


def what_comes_back(run: KeptRun, setting: Setting, before: Iterable[KeptRun]) -> Json:
    """Of cards those that are due, in their order; of all else what was missed."""
    like = [one for one in before if same_questions(one, run)]
    if run.drills == (KNOW,):
        reviews = sorted(reviewed(like, setting), key=lambda one: one[3])
        try:
            plan, _ = due_plan(setting.game, run.seed, reviews, run.begun_at)
        except MissingExtra:
            return {}
        asked = tuple(Asked(run.seed, KNOW, one) for one in plan[: run.items])
        return {"plan": asked, "items": len(asked) or run.items}
    given = [one for each in like for one in rows(each, setting.game).given]
    past = new_session(setting.game, setting.profile, run.drills, LEARN, run.seed)
    mine = tuple(one for one in given if one.asked.drill in run.drills)
    return {"weak": tuple(weak_spots(replace(past, given=mine))[:MOST_WEAK])}


def same_questions(one: KeptRun, run: KeptRun) -> bool:
    """Whether a question of the one is the same in the other."""
    pick = one.pick if PLAY in one.drills else run.pick
    there = (one.game, one.rules, one.house, pick)
    return there == (run.game, run.rules, run.house, run.pick)


def reviewed(runs: Iterable[KeptRun], setting: Setting) -> Iterator[Review]:
    for run in runs:
        done = [one for one in run.answers if one.last]
        for given, one in zip(rows(run, setting.game).given, done, strict=False):
            if given.asked.drill == KNOW:
                card = card_at(Setting(setting.game, given.asked.seed), given.asked.item)
                yield card, given.right, one.ms, one.at
