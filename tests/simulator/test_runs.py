"""The same bytes whoever computes: any number of processes, killed and resumed, on a cluster."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import holecard
from holecard.experiment.simulation import Simulation
from holecard.games import BURNOUT, CLASSIC
from holecard.simulator.checkpoint import CheckpointError
from holecard.simulator.engine.blocks import OtherVersion, run_block
from holecard.simulator.engine.job import BLOCK
from holecard.simulator.processes import compute_with
from holecard.simulator.run import Run, read_rounds
from holecard.simulator.totals import State
from tests.lab.commands import holecard as holecard_command
from tests.processes import started

ROUNDS = 3_000_000
PLAY = ("--play", "mimic")  # needs no solving


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "holecard", "simulate", *words]


def run(*words: str, code: int = 0) -> str:
    done = subprocess.run(command(*words), capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def asked(**more: object) -> Simulation:
    given = {"game": BURNOUT, "rounds": ROUNDS, "seed": 7, "play": "mimic"}
    return Simulation(**{**given, **more})  # type: ignore[arg-type]


def digest(jobs: int, **more: object) -> str:
    return asked(**more).start(compute_with(jobs)).finish().digest()


@pytest.fixture(scope="module")
def expected() -> str:
    return digest(1)


@pytest.mark.parametrize("jobs", [2, 7])
def test_any_number_of_processes_counts_the_same(jobs: int, expected: str) -> None:
    assert digest(jobs) == expected


@pytest.mark.nightly
def test_output_is_the_same_bytes_for_any_jobs() -> None:
    words = ("simulate", "lucky-break", "--rounds", "6e5", "--seed", "3", *PLAY, "--json")
    alone = holecard_command(*words)
    assert alone.code == 0 and alone == holecard_command(*words, "--jobs", "2")


def test_seats_and_shoes_count_the_same_in_any_process() -> None:
    from fractions import Fraction

    more = {"players": 3, "penetration": Fraction(3, 4), "rounds": 60_000}
    assert digest(1, **more) == digest(2, **more)


def test_a_killed_run_resumes_to_the_same_counts(tmp_path: Path, expected: str) -> None:
    kill_and_resume(tmp_path, expected, seconds=[1.5, 2.5])


@pytest.mark.nightly
def test_twenty_kills_change_nothing(tmp_path: Path, expected: str) -> None:
    kill_and_resume(tmp_path, expected, [0.5 + 0.25 * n for n in range(20)])


def kill_and_resume(folder: Path, expected: str, seconds: list[float]) -> None:
    file = folder / "run.json"
    words = ("burnout", "--rounds", str(ROUNDS), "--seed", "7", *PLAY, "--json")
    keep = ("--checkpoint", str(file), "--resume", "--jobs", "2")
    for wait in seconds:
        with started(
            command(*words, *keep), stdout=subprocess.DEVNULL, start_new_session=True
        ) as process:
            time.sleep(wait)
            os.killpg(process.pid, signal.SIGKILL)
    assert json.loads(run(*words, *keep))["digest"] == expected


def test_a_pool_that_loses_a_process_goes_on(expected: str) -> None:
    assert counted_with_a_kill(after=1, wait=0) == expected


@pytest.mark.nightly
def test_processes_lost_at_any_moment_change_nothing(expected: str) -> None:
    chance = random.Random(4)
    for _ in range(40):
        after = chance.randrange(1, ROUNDS // BLOCK + 2)
        assert counted_with_a_kill(after, chance.random() / 50) == expected


def counted_with_a_kill(after: int, wait: float) -> str:
    """The digest of a run of two processes, one of them killed when `after` blocks are counted."""
    going = asked().start(compute_with(2))
    killed: list[int] = []

    def kill_one(state: State) -> None:
        if state.blocks >= after and not killed:
            pid = multiprocessing.active_children()[-1].pid
            assert pid is not None
            killed.append(pid)
            time.sleep(wait)
            os.kill(pid, signal.SIGKILL)

    going.told = kill_one
    found = going.finish().digest()
    assert killed
    return found


@pytest.mark.nightly
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    words = ("classic", "--rounds", "1e12", *PLAY, "--checkpoint", str(file), "--jobs", "2")
    with started(command(*words), stdout=subprocess.DEVNULL, start_new_session=True) as process:
        while not counted_blocks(file):
            assert process.poll() is None
            time.sleep(0.1)
    deadline = time.monotonic() + 20
    while subprocess.run(["pgrep", "-g", str(process.pid)], capture_output=True).stdout:
        assert time.monotonic() < deadline, "worker processes were left behind"
        time.sleep(0.1)


def counted_blocks(file: Path) -> int:
    """What a checkpoint says; it is replaced whole, so it can be read at any time."""
    return int(json.loads(file.read_text())["state"]["blocks"]) if file.exists() else 0


def test_ctrl_c_prints_what_was_counted_and_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    kept = ("--checkpoint", str(file))
    words = ("classic", "--rounds", "1e12", *PLAY, "--json", *kept, "--jobs", "2")
    with started(
        command(*words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while not counted_blocks(file):
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        out, told = process.communicate(timeout=60)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["complete"] is False and found["rounds"] > 0
    assert "--resume" in told


def test_a_run_stops_at_a_standard_error() -> None:
    going = asked(game=CLASSIC, rounds=10**12, until_se=8e-4)
    state = going.start().finish()
    assert going.watched(state).stderr <= 8e-4
    assert (
        state.digest()
        == asked(game=CLASSIC, rounds=10**12, until_se=8e-4)
        .start(compute_with(2))
        .finish()
        .digest()
    )


def test_a_local_cluster_survives_a_lost_worker(expected: str) -> None:
    pytest.importorskip("distributed")
    code = f"""
import os, signal
from holecard.experiment.simulation import Simulation
from holecard.games import BURNOUT
from holecard.simulator.cluster import Cluster, open_client

if __name__ == "__main__":
    with open_client("local:2") as client:
        asked = Simulation(game=BURNOUT, rounds={ROUNDS}, seed=7, play="mimic")
        going = asked.start(Cluster(client))
        victims = list(client.run(os.getpid).values())
        going.told = lambda state: victims and os.kill(victims.pop(), signal.SIGKILL) if (
            state.blocks == 2 and len(victims) == 2) else None
        print(going.finish().digest())
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split()[-1] == expected


# What must be refused, in words, and with which exit code.
REFUSED = [
    (("classic", "--rounds", "-5"), 2, "rounds cannot be dealt"),
    (("classic", "--rounds", "0"), 2, "rounds cannot be dealt"),
    (("classic", "--rounds", "1.5"), 2, "rounds cannot be dealt"),
    (("classic", "--rounds", "1e30"), 2, "rounds cannot be dealt"),
    (("classic", "--rounds", "many"), 2, "as rounds"),
    (("classic", "--rounds", "nan"), 2, "rounds cannot be dealt"),
    (("classic", "--seed", "-1"), 2, "--seed"),
    (("classic", "--jobs", "-7"), 2, "--jobs"),
    (("classic", "--wager", "sweet-71"), 2, "no classic wager"),
    (("classic", "--play", "bset"), 2, "no chart called"),
    (("classic", "--penetration", "1.5"), 2, "--penetration"),
    (("classic", "--count", "hi-lo"), 2, "--penetration"),
    (("classic", "--penetration", "0.75", "--count", "X:1"), 2, "tag"),
    (("classic", "--until-se", "-1"), 2, "--until-se"),
    (("classic", "--resume"), 2, "--checkpoint"),
    (("classic", "--cluster", "tcp://127.0.0.1:9"), 1, "no Dask scheduler"),
    (("classic", "--cluster", "nowhere"), 2, "--cluster"),
    (("classic", "--set", "decks=99"), 3, "decks"),
    (("classic", "--checkpoint", "/nowhere/at/all.json"), 1, "cannot write the checkpoint"),
    (("classic", "--dump", "/nowhere/at/all.jsonl"), 1, "cannot write"),
]


@pytest.mark.parametrize(("words", "code", "said"), REFUSED, ids=lambda one: str(one)[:40])
def test_bad_input_is_refused_in_words(
    words: tuple[str, ...], code: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("holecard.simulator.cluster.SECONDS", 1)  # nobody is there to wait for
    given = words if "--play" in words else (*words, *PLAY)
    done = holecard_command("simulate", *given)
    assert done.code == code
    assert said in done.stderr


@pytest.mark.parametrize("damage", ["", "{", '{"sha256": "0", "state": {}}', "\x00\x01"])
def test_a_damaged_checkpoint_is_left_alone(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "run.json"
    file.write_text(damage)
    with pytest.raises(CheckpointError, match="damaged"):
        asked().start(checkpoint=file, resume=True)
    assert file.read_text() == damage


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    asked(rounds=10_000).start(checkpoint=file).finish()
    with pytest.raises(CheckpointError, match="another run"):
        asked(rounds=10_000, seed=8).start(checkpoint=file, resume=True)
    with pytest.raises(CheckpointError, match="add --resume"):
        asked(rounds=10_000).start(checkpoint=file)
    with pytest.raises(CheckpointError, match="finished run"):
        asked(rounds=20_000).start(checkpoint=file, resume=True)
    changed = file.read_text().replace('"blocks": 1', '"blocks": 2')
    file.write_text(changed)
    with pytest.raises(CheckpointError, match="checksum"):
        asked(rounds=10_000).start(checkpoint=file, resume=True)


def test_a_checkpoint_lost_on_the_way_costs_no_counts(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    going = asked(rounds=10_000).start(checkpoint=folder / "run.json")
    (folder / "run.json").unlink()
    folder.rmdir()
    assert going.finish().rounds == 10_000
    assert "cannot write" in going.unsaved


def test_a_worker_with_other_code_refuses() -> None:
    from dataclasses import replace

    with pytest.raises(OtherVersion, match="same version"):
        run_block(replace(asked().job, made_by="0.0.1-else"), 0, 10)


def test_rounds_are_read_as_people_write_them() -> None:
    assert read_rounds("1e9") == 10**9
    assert read_rounds("2_000_000") == read_rounds("2,000,000") == 2_000_000


def test_the_front_door() -> None:
    result = holecard.simulate("classic", rounds=50_000, seed=3, play="mimic")
    assert result.rows[0]["rounds"] == 50_000
    assert "<table>" in result._repr_html_() and "mimic" in str(result)
    again = holecard.simulate(CLASSIC, rounds=50_000, seed=3, play="mimic", check=True)
    assert again.digest == result.digest and again.checks
    assert issubclass(Run, object)
