"""What a running server counts of itself, and how that is written for Prometheus."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
Labels = Mapping[str, str]
Sample = tuple[Labels, float]


class Histogram:
    """How many waits were no longer than each step."""

    def __init__(self, steps: tuple[float, ...] = STEPS) -> None:
        self.steps = steps
        self.counts = [0] * (len(steps) + 1)
        self.sum = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(self.steps, seconds)] += 1
        self.sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        total = 0
        for step, count in zip((*map(str, self.steps), "+Inf"), self.counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{step}"}} {total}'
        yield f"{name}_sum {self.sum!r}"
        yield f"{name}_count {total}"


class Meters:
    """Counted where it happens; nothing here names a player or a table."""

    def __init__(self) -> None:
        self.began = time.time()
        self.waits = Histogram()  # of commands, until they are on disk
        self.waiting = 0
        self.endings: Counter[str] = Counter()  # of commands
        self.events: Counter[str] = Counter()  # committed here, by kind


def escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def sample(name: str, labels: Labels, value: float) -> str:
    inside = ",".join(f'{key}="{escaped(one)}"' for key, one in labels.items())
    return f"{name}{{{inside}}} {value!r}" if inside else f"{name} {value!r}"


def family(name: str, kind: str, says: str, samples: Iterable[Sample] | float) -> Iterator[str]:
    """One metric with its help; a number alone is one sample without labels."""
    yield f"# HELP {name} {says}"
    yield f"# TYPE {name} {kind}"
    many = [({}, samples)] if isinstance(samples, (int, float)) else samples
    yield from (sample(name, labels, value) for labels, value in many)


def counted(counts: Mapping[str, int], label: str) -> list[Sample]:
    return [({label: name}, counts[name]) for name in sorted(counts)]
