"""A run as a file has it: what was asked for and answered, and no grade."""

from __future__ import annotations

from collections.abc import Sequence

from holecard.server.academy.runs import Given, Run
from holecard.server.wire.train_answers import KeptAnswer, KeptRun
from holecard.wagers.game import Game


def kept_run(run: Run, given: Sequence[Given]) -> KeptRun:
    return KeptRun.model_validate(
        {
            "run": run.run,
            "game": run.game,
            "rules": run.rules_line,
            "drills": list(run.drills),
            "mode": run.mode,
            "seed": run.seed,
            "own_seed": run.own_seed,
            "items": run.items,
            "stake": run.stake,
            "pick": run.pick,
            "weak": run.weak,
            "plan": run.plan,
            "begun_at": run.begun_at,
            "ended_at": run.ended_at,
            "house": run.house,
            "answers": [kept_answer(one) for one in given],
        }
    )


def kept_answer(one: Given) -> KeptAnswer:
    step = None if one.whole else one.step
    return KeptAnswer(
        place=one.place, step=step, last=one.last, ms=one.ms, at=one.at, answer=one.answer
    )


def read_run(player: str, kept: KeptRun, game: Game) -> Run:
    """The run of a file; the game is asked for its own words of the rules."""
    return Run(
        player=player,
        run=kept.run,
        game=game.id,
        rules_line=game.line,
        drills=tuple(kept.drills),
        mode=kept.mode,
        seed=kept.seed,
        own_seed=kept.own_seed,
        items=kept.items,
        stake=kept.stake,
        pick=kept.pick,
        weak=tuple(kept.weak),
        plan=tuple(kept.plan),
        begun_at=kept.begun_at,
        ended_at=kept.ended_at,
        house=kept.house,
    )
