"""A checkpoint: how far a run has come, in one file that is whole or not there."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from holecard.errors import HolecardError
from holecard.simulator.engine.blocks import COUNTS, Tally
from holecard.simulator.engine.job import Job
from holecard.simulator.totals import State, start
from holecard.wagers.definition import check_definition

SCHEMA = "holecard.checkpoint/1"


class CheckpointError(HolecardError):
    """A checkpoint that cannot be written, read, or does not belong to this run."""

    code = "checkpoint/bad"
    exit_code = 1


class Mark(NamedTuple):
    """Whose counts a checkpoint holds: the definition they were made by, and everything else the
    result depends on."""

    definition: str
    run: str


NO_MARK = Mark("", "")


def save(path: Path, state: State, mark: Mark) -> None:
    """Write beside the old one, then take its place: a crash leaves one or the other."""
    body = {
        "schema": SCHEMA,
        "definition": mark.definition,
        "run": mark.run,
        "blocks": state.blocks,
        "squares": state.squares,
        "tallies": [tally_json(tally) for tally in state.tallies],
    }
    text = json.dumps(body)
    document = json.dumps({"sha256": hashlib.sha256(text.encode()).hexdigest(), "state": body})
    beside = path.with_name(path.name + ".new")
    try:
        with open(beside, "w", encoding="utf-8") as file:
            file.write(document)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as wrong:
        raise CheckpointError(f"cannot write the checkpoint {path}: {wrong.strerror}") from wrong


def load(path: Path, job: Job, mark: Mark) -> State:
    """The state a file holds; refuses one that is damaged or belongs to another run."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        body = document["state"]
        text = json.dumps(body)
        if hashlib.sha256(text.encode()).hexdigest() != document["sha256"]:
            raise ValueError("its checksum is wrong")
        if body["schema"] != SCHEMA:
            raise ValueError(f"it is {body['schema']}, not {SCHEMA}")
    except OSError as wrong:
        raise CheckpointError(f"cannot read the checkpoint {path}: {wrong.strerror}") from wrong
    except (ValueError, KeyError, TypeError) as wrong:
        raise CheckpointError(
            f"the checkpoint {path} is damaged ({wrong}): it is left as it is; "
            "use another file or remove it to start again"
        ) from wrong
    check_definition(f"the checkpoint {path}", body.get("definition"), mark.definition)
    if body["run"] != mark.run:
        raise CheckpointError(
            f"the checkpoint {path} belongs to another run: game, rules, play, seed, seats and "
            "version must be the same"
        )
    state = start(job)
    state.blocks = int(body["blocks"])
    state.squares = [[int(n) for n in row] for row in body["squares"]]
    for tally, found in zip(state.tallies, body["tallies"], strict=True):
        fill_tally(tally, found)
    return state


def tally_json(tally: Tally) -> dict[str, Any]:
    """The counts that are not zero, by place."""
    found: dict[str, Any] = {}
    for name in COUNTS:
        flat = getattr(tally, name).reshape(-1)
        found[name] = {str(at): int(flat[at]) for at in np.flatnonzero(flat)}
    found["wide"] = {
        str(wager): {str(record): count for record, count in sorted(seen.items())}
        for wager, seen in sorted(tally.wide.items())
    }
    return found


def fill_tally(tally: Tally, found: dict[str, Any]) -> None:
    for name in COUNTS:
        flat = getattr(tally, name).reshape(-1)
        for at, count in found[name].items():
            flat[int(at)] = count
    for wager, seen in found["wide"].items():
        tally.wide[int(wager)] = {int(record): count for record, count in seen.items()}
