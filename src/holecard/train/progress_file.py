"""A terminal's training progress: one file, written whole beside itself and then put in its place,
so that a kill leaves the old one or the new one, never half of either."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from holecard.errors import Unreadable
from holecard.train.item import Json
from holecard.train.kept import KeptRun, progress_json, read_progress


def usual_file() -> Path:
    """Where it lies unless told otherwise; HOLECARD_TRAINING names another place."""
    return Path(os.environ.get("HOLECARD_TRAINING") or user_data_path("holecard") / "training.json")


class ProgressFile:
    """Runs by their ids. Each change reads the file, changes its own run and writes it, one after
    another: two terminals lose nothing of each other."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def runs(self) -> tuple[KeptRun, ...]:
        """What was done so far; nothing where there is no file yet."""
        return read_progress(self.document(), check=False)

    def document(self) -> Json:
        if not self.path.exists():
            return progress_json(())
        found: Json = read_json_file(self.path)
        return found

    def keep(self, run: KeptRun) -> None:
        """The file with this run as it is now."""
        with self.locked():
            self.write([one for one in self.runs() if one.run != run.run] + [run])

    def bring_back(self, document: Any) -> tuple[int, int]:
        """Runs of another file put in here, each answer graded again: how many answers are new, and
        how many were here. A file with anything wrong in it changes nothing."""
        brought = read_progress(document)
        with self.locked():
            here = {one.run: one for one in self.runs()}
            new = known = 0
            for run in brought:
                have = here.get(run.run)
                if have is not None and have.setting != run.setting:
                    raise Unreadable(
                        f"run {run.run} is here already, with another setting: the file was changed"
                    )
                many = 0 if have is None else len(have.answers)
                new += max(0, len(run.answers) - many)
                known += min(many, len(run.answers))
                if len(run.answers) >= many:
                    here[run.run] = run
            self.write(here.values())
        return new, known

    def write(self, runs: Iterable[KeptRun]) -> None:
        beside = self.path.with_name(f"{self.path.name}.new")
        text = json.dumps(progress_json(runs, grades=True), separators=(",", ":"))
        try:
            with beside.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as wrong:
            raise Unreadable(f"cannot write {self.path}: {wrong}") from wrong

    @contextmanager
    def locked(self) -> Iterator[None]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lock = self.path.with_name(f"{self.path.name}.lock").open("w")
        except OSError as wrong:
            raise Unreadable(f"cannot write {self.path}: {wrong}") from wrong
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def read_json_file(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise Unreadable(f"cannot read {path}: {wrong}") from wrong
