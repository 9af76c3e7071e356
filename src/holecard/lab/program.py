"""A pay table as a mixed integer program: one yes-or-no variable for each outcome and number."""

from __future__ import annotations

from typing import Any

import numpy as np

from holecard.errors import BadDefinition, MissingExtra
from holecard.lab.distribution import Floats
from holecard.lab.targets import LADDER, MOST_ANY, Range, Targets, Task

LOSES = -1
POINTS = 100.0
SECONDS = 5.0
TIGHT = 1e-7  # inside the targets by more than the solver's tolerance
Answer = tuple[dict[str, int], bool]  # odds by outcome, and whether proved best


def choices_for(task: Task, targets: Targets) -> tuple[tuple[int, ...], ...]:
    """The numbers each outcome may pay, rarest first; -1 where a hit target may unpay it."""
    if not task.paid:
        raise BadDefinition(f"{task.wager.id} has no outcome that a pay table could pay")
    most = int(targets.top.high) if targets.top else LADDER[-1]
    if targets.any_odds:
        if most > MOST_ANY:
            raise BadDefinition(
                f"every whole number up to {most} is too many to choose from: a top prize of at "
                f"most {MOST_ANY}, or the printed ladder"
            )
        numbers: tuple[int, ...] = tuple(range(1, most + 1))
    else:
        exact = {most} if targets.top and targets.top.low == targets.top.high else set()
        numbers = tuple(sorted({n for n in LADDER if n <= most} | exact))
    if targets.hit is None:
        return (numbers,) * len(task.paid)
    return (numbers, *(((LOSES, *numbers),) * (len(task.paid) - 1)))


class Program:
    """Variables: chosen[outcome, number], then the highest and the lowest edge."""

    def __init__(
        self, task: Task, targets: Targets, choices: tuple[tuple[int, ...], ...], top: int
    ) -> None:
        self.task, self.targets, self.top = task, targets, top
        self.numbers = [
            (top,) if at == 0 else tuple(n for n in of if n <= top) for at, of in enumerate(choices)
        ]
        self.starts = np.cumsum([0, *(len(of) for of in self.numbers)])
        self.chosen = int(self.starts[-1])
        self.size = self.chosen + 2
        self.rows: list[tuple[Floats, float, float]] = []
        self.pick_one()
        if targets.monotone:
            self.rise_with_rarity()
        self.edges = [self.edge_row(one) for one in range(len(task.settings))]
        self.bound_edges()
        self.bound_hits()

    def spread_over(self, setting: int, power: int) -> Floats:
        """Chance times what the player gets to a power, for every variable."""
        row = np.zeros(self.size)
        for at, name in enumerate(self.task.paid):
            chance = self.task.chance(self.task.settings[setting], name)
            off = self.task.tip_off(name)
            row[self.starts[at] : self.starts[at + 1]] = [
                chance * (number - off) ** power for number in self.numbers[at]
            ]
        return row

    def edge_row(self, setting: int) -> tuple[Floats, float]:
        """The house edge in points is row @ x + constant."""
        fixed, _ = self.task.fixed(self.task.settings[setting])
        return -POINTS * self.spread_over(setting, 1), -POINTS * fixed

    def pick_one(self) -> None:
        for at in range(len(self.numbers)):
            row = np.zeros(self.size)
            row[self.starts[at] : self.starts[at + 1]] = 1
            self.rows.append((row, 1.0, 1.0))

    def rise_with_rarity(self) -> None:
        """A rarer outcome pays at least as much: at each number, as a sum over those above it."""
        levels = sorted({number for of in self.numbers for number in of})
        for at in range(len(self.numbers) - 1):
            for level in levels:
                row = np.zeros(self.size)
                for place, sign in ((at, 1.0), (at + 1, -1.0)):
                    more = level + int(self.targets.strict and place == at and level > 0)
                    for k, number in enumerate(self.numbers[place]):
                        if number >= more:
                            row[self.starts[place] + k] += sign
                self.rows.append((row, 0.0, np.inf))

    def bound_edges(self) -> None:
        low, high = self.targets.edge.low, self.targets.edge.high
        for row, constant in self.edges:
            self.rows.append((row, low - constant + TIGHT, high - constant - TIGHT))
            below, above = row.copy(), row.copy()
            below[self.chosen] = -1  # the highest edge
            above[self.chosen + 1] = -1  # the lowest
            self.rows.append((below, -np.inf, -constant))
            self.rows.append((above, -constant, np.inf))

    def bound_hits(self) -> None:
        if self.targets.hit is None:
            return
        for setting in self.task.settings:
            row = np.zeros(self.size)
            for at, name in enumerate(self.task.paid):
                for k, number in enumerate(self.numbers[at]):
                    wins = number > self.task.tip_off(name)
                    paid = POINTS * self.task.chance(setting, name) * wins
                    row[self.starts[at] + k] = paid
            self.rows.append((row, self.targets.hit.low, self.targets.hit.high))

    def square_row(self, band: Range | None) -> list[tuple[Floats, float, float]]:
        """Bands of deviation, as bounds on the mean square under the first rule set. The square of
        the mean moves with the edge, so the bounds are as wide as the edge may be, and the table
        found is checked again."""
        rows = []
        edges = (self.targets.edge.low / POINTS, self.targets.edge.high / POINTS)
        widest = min(max(edge**2 for edge in edges), 1.0)
        fixed = self.task.fixed(self.task.settings[0])[1]
        for one in (band, self.targets.deviation):
            if one is not None:
                low, high = one.low**2 - fixed, one.high**2 + widest - fixed
                rows.append((self.spread_over(0, 2), low - 1e-9, high + 1e-9))
        return rows

    def goal(self, aim: str) -> Floats:
        goal = np.zeros(self.size)
        if aim in ("steady", "near"):
            goal[self.chosen], goal[self.chosen + 1] = 1.0, -1.0
            return goal
        squares = self.spread_over(0, 2) * (1.0 if aim == "calm" else -1.0)
        return np.asarray(squares / max(float(np.abs(squares).max()), 1.0))

    def solve(self, aim: str, band: Range | None = None, near: float = 0.0) -> Answer | None:
        """The best table for an aim: `steady` least spread, `calm` and `wild` least and most
        deviation, `near` all edges as near to one as can be."""
        milp, bounds, constraint = solver()
        rows = [*self.rows, *self.square_row(band)]
        if aim == "near":
            rows += self.near_rows(near)
        matrix = np.array([row for row, _, _ in rows])
        limits = constraint(matrix, [low for _, low, _ in rows], [high for _, _, high in rows])
        free = np.array([0.0] * self.chosen + [-1e6, -1e6])
        most = np.array([1.0] * self.chosen + [1e6, 1e6])
        answer = milp(
            self.goal(aim),
            constraints=limits,
            integrality=np.array([1] * self.chosen + [0, 0]),
            bounds=bounds(free, most),
            options={"time_limit": SECONDS, "mip_rel_gap": 1e-4},
        )
        if answer.x is None:
            return None
        return self.read(answer.x), bool(answer.status == 0)

    def near_rows(self, near: float) -> list[tuple[Floats, float, float]]:
        """The highest edge is at or above the middle, the lowest at or below."""
        high, low = np.zeros(self.size), np.zeros(self.size)
        high[self.chosen] = low[self.chosen + 1] = 1.0
        return [(high, POINTS * near, np.inf), (low, -np.inf, POINTS * near)]

    def read(self, solved: Any) -> dict[str, int]:
        return {
            name: self.numbers[at][int(np.argmax(solved[self.starts[at] : self.starts[at + 1]]))]
            for at, name in enumerate(self.task.paid)
        }


def solver() -> tuple[Any, Any, Any]:
    try:
        from scipy.optimize import Bounds, LinearConstraint, milp
    except ImportError as missing:
        raise MissingExtra("the design search", "lab") from missing
    return milp, Bounds, LinearConstraint
