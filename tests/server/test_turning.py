"""Threads that go on, and time that does not jump.

Seen to fail: with `Turning.once` letting go of the thread (the turn after the fault never comes);
with a beat for turns that fail; with `SteadyClock` returning the machine's time.
"""

from __future__ import annotations

import logging
import time

import pytest

from holecard.server.base import turning
from holecard.server.base.steady_clock import DRIFT, SteadyClock
from holecard.server.base.turning import Turning


class Machine:
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.passed, self.ahead = 100.0, 0.0

    def wall(self) -> float:
        return 1_700_000_000 + self.passed + self.ahead

    def passing(self) -> float:
        return self.passed


def test_a_thread_outlives_whatever_goes_wrong_in_a_turn(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(turning, "LATE_SECONDS", 0.05)
    turns = 0
    faults = [TimeoutError(), MemoryError(), OSError(), ValueError()] * 3

    def turn() -> None:
        nonlocal turns
        turns += 1
        if faults:
            raise faults.pop()

    with caplog.at_level(logging.WARNING):
        one = Turning("test", turn, 0.01)
        one.start()
        ends = time.monotonic() + 20
        while turns < 14 and time.monotonic() < ends:
            time.sleep(0.01)
        one.stop()
    assert turns >= 14 and not faults
    assert caplog.messages[-1] == "test: well again"


def test_a_turn_that_failed_is_soon_taken_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: a disk that stalled while the head of the minute was written left the house
    not ready for the whole minute after it."""
    monkeypatch.setattr(turning, "AGAIN_SECONDS", 0.01, raising=False)
    faults = [TimeoutError(), OSError()]

    def turn() -> None:
        if faults:
            raise faults.pop()

    one = Turning("test", turn, 60.0)
    began = one.pulse._at
    one.start()
    ends = time.monotonic() + 10
    while (faults or one.failed) and time.monotonic() < ends:
        time.sleep(0.01)
    one.stop()
    assert not faults and one.failed == "" and one.pulse._at > began


def test_a_turn_that_fails_is_no_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    fail = True

    def turn() -> None:
        if fail:
            raise OSError

    one = Turning("test", turn, 0.0)
    monkeypatch.setattr(turning, "LATE_SECONDS", 0.01)
    time.sleep(0.03)
    one.once()
    assert one.pulse.is_late and one.failed == "OSError"
    fail = False
    one.once()
    assert one.pulse.seconds < one.pulse.every + 0.01 or not one.failed


@pytest.mark.parametrize("jump", [3600.0, -3600.0, 7 * 86400.0, -7 * 86400.0])
def test_a_jump_of_the_clock_is_followed_slowly(jump: float) -> None:
    machine = Machine()
    clock = SteadyClock(0, machine.wall, machine.passing)
    before = clock()
    machine.ahead = jump
    assert clock() == before
    machine.passed += 20
    assert 20_000 * (1 - DRIFT) - 1 <= clock() - before <= 20_000 * (1 + DRIFT) + 1
    for _ in range(100):
        machine.passed += abs(jump) / DRIFT / 90
        clock()
    assert abs(clock() - 1000 * machine.wall()) < 2


def test_time_never_goes_back_behind_the_log() -> None:
    machine = Machine()
    last = int(1000 * machine.wall()) + 3_600_000
    clock = SteadyClock(last, machine.wall, machine.passing)
    seen = [clock()]
    for _ in range(50):
        machine.passed += 1
        seen.append(clock())
    assert seen[0] >= last and seen == sorted(seen)
    assert seen[-1] - seen[0] == pytest.approx(50_000 * (1 - DRIFT), abs=5)
