"""Design search: pay tables with whole-number odds that meet targets under several rule sets.

Each outcome takes one number of a ladder, so the edge, the mean square and the order of the odds
are all linear in yes-or-no variables: a mixed integer program, solved by HiGHS (scipy). For each
top prize and each band of deviation the solver finds the table whose house edge differs least
between the rule sets. What it finds is priced again before it is shown: from the same chances, or,
where the seat plays for the wager, under best play for the table that was found.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from holecard import __version__
from holecard.errors import BadDefinition
from holecard.lab.program import Program, choices_for
from holecard.lab.targets import Range, Setting, Targets, Task
from holecard.odds.result import WagerOdds
from holecard.rows import Rows
from holecard.wagers.paytable import PayTable

SCHEMA = "holecard.design/1"
BANDS = 3  # of deviation, between the calmest and the wildest table
MOST_TOPS = 5
METHOD = (
    "mixed integer program (HiGHS): for each top prize and band of deviation the table whose "
    "house edge differs least between the rule sets; priced again before it is shown"
)
POINTS = 100.0
FEW_OUTCOMES = 8  # up to here every top prize is tried when a target cannot be met


@dataclass(frozen=True)
class Design:
    """A pay table and what it comes to under each rule set."""

    table: PayTable
    odds: tuple[WagerOdds, ...]
    best: bool = False  # no other found has less spread, less deviation and a higher top at once
    proved: bool = True

    @property
    def edges(self) -> tuple[float, ...]:
        return tuple(float(one.house_edge) for one in self.odds)

    @property
    def spread(self) -> float:
        return max(self.edges) - min(self.edges)

    @property
    def deviation(self) -> float:
        return float(self.odds[0].std_dev)

    @property
    def hit(self) -> float:
        return float(self.odds[0].hit_frequency)

    @property
    def top(self) -> Fraction:
        return self.odds[0].top_prize


@dataclass(frozen=True)
class Designs(Rows):
    task: Task
    targets: Targets
    found: tuple[Design, ...]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each pay table: what each outcome pays, the edge under each rule set."""
        names = [one.name for one in self.task.settings]
        return [
            {
                "design": number,
                **{f"pays {name}": float(one.table.pays(name)) for name in one.table.odds},
                **{f"edge {name}": edge for name, edge in zip(names, one.edges, strict=True)},
                "spread": one.spread,
                "std_dev": one.deviation,
                "hit_frequency": one.hit,
                "top": float(one.top),
                "front": one.best,
            }
            for number, one in enumerate(self.found, start=1)
        ]

    @property
    def definition_hash(self) -> str:
        return self.task.settings[0].odds.hash_in(self.task.game)

    def as_json(self) -> dict[str, Any]:
        task = self.task
        return {
            **task.game.json_head(SCHEMA, __version__),
            "definition_hash": self.definition_hash,
            "wager": task.wager.id,
            "method": METHOD,
            "chances": task.method,
            "per": task.settings[0].odds.per,
            **condition_json(task.settings[0]),
            "settings": {one.name: one.line for one in task.settings},
            "designs": [design_json(one, task) for one in self.found],
        }


def condition_json(setting: Setting) -> dict[str, str]:
    """What the seat plays for and pays, and how that was chosen."""
    said = {"play": setting.odds.play, "with": setting.odds.beside, "chosen": setting.chosen}
    return {name: word for name, word in said.items() if word}


def design_json(one: Design, task: Task) -> dict[str, Any]:
    return {
        "odds": {name: str(one.table.pays(name)) for name in one.table.odds},
        "house_edges": dict(zip([s.name for s in task.settings], one.edges, strict=True)),
        "spread": one.spread,
        "std_dev": one.deviation,
        "hit_frequency": one.hit,
        "top": str(one.top),
        "front": one.best,
        "proved_best_of_its_kind": one.proved,
    }


def design(task: Task, targets: Targets) -> Designs:
    """The tables that meet the targets, least spread first; refused in words if there are none."""
    choices = choices_for(task, targets)
    tops = some_tops(task, choices[0], targets)
    found: dict[tuple[str, ...], Design] = {}
    for top in tops:
        for one in for_top(Program(task, targets, choices, top)):
            if meets(one, targets):
                found.setdefault(tuple(str(p) for p in one.table.odds.values()), one)
    if not found:
        raise BadDefinition(why_not(task, targets))
    marked = mark_front(list(found.values()))
    return Designs(task, targets, tuple(sorted(marked, key=lambda d: (d.spread, d.deviation))))


def some_tops(task: Task, choices: tuple[int, ...], targets: Targets) -> list[int]:
    """Top prizes to try: those in range that could do, or a few spread over them."""
    inside = [n for n in choices if targets.top is None or targets.top.holds(n)]
    if not inside:
        raise BadDefinition(
            f"no whole-number top prize lies in {targets.top}: give a range that holds one"
        )
    could = [top for top in inside if all(within(task, targets, one, top) for one in task.settings)]
    if len(could) <= MOST_TOPS:
        return could or inside[:1]
    step = (len(could) - 1) / (MOST_TOPS - 1)
    return sorted({could[round(at * step)] for at in range(MOST_TOPS)})


def within(task: Task, targets: Targets, setting: Setting, top: int) -> bool:
    """Whether an edge in range lies between the meanest and the kindest table with that top."""
    rarest, *others = (task.chance(setting, name) for name in task.paid)
    fixed, _ = task.fixed(setting)
    fixed -= sum(task.chance(setting, name) * task.tip_off(name) for name in task.paid)
    least = -1 if targets.hit else 1
    meanest = -(fixed + rarest * top + least * sum(others))
    kindest = -(fixed + top * (rarest + sum(others)))
    return POINTS * meanest >= targets.edge.low and POINTS * kindest <= targets.edge.high


def for_top(program: Program) -> list[Design]:
    """The calmest and the wildest table of a top prize, and the steadiest in each band between."""
    calm, wild = program.solve("calm"), program.solve("wild")
    if calm is None or wild is None:
        return []
    ends = [priced_design(program.task, one) for one in (calm, wild)]
    low, high = (one.deviation for one in ends)
    width = (high - low) / BANDS
    found = []
    for at in range(BANDS if width > 0 else 1):
        band = Range(low + at * width, low + (at + 1) * width)
        steady = program.solve("steady", band)
        if steady is not None:
            found.append(priced_design(program.task, steady))
    return found or ends[:1]


def priced_design(task: Task, answer: tuple[dict[str, int], bool]) -> Design:
    """A table with its figures: the chances are those counted, the arithmetic is the library's."""
    odds, proved = answer
    pays = {name: Fraction(task.base.pays(name)) for name in task.base.odds}
    table = PayTable("design", {**pays, **odds}, dict(task.base.tips), ours=True)
    priced = tuple(one.under(task.wager, table) for one in task.settings)
    return Design(table, priced, proved=proved)


def meets(one: Design, targets: Targets) -> bool:
    """Every target, checked on the priced table and not on the solver's word."""
    return (
        all(targets.edge.holds(POINTS * edge) for edge in one.edges)
        and (targets.hit is None or all(targets.hit.holds(hit_of(odds)) for odds in one.odds))
        and (targets.deviation is None or targets.deviation.holds(one.deviation, 1e-9))
        and (targets.top is None or targets.top.holds(float(one.top)))
    )


def hit_of(odds: WagerOdds) -> float:
    return POINTS * float(odds.hit_frequency)


def mark_front(found: list[Design]) -> list[Design]:
    def beaten(one: Design) -> bool:
        return any(
            other.spread <= one.spread
            and other.deviation <= one.deviation
            and other.top >= one.top
            and (other.spread, other.deviation, other.top) != (one.spread, one.deviation, one.top)
            for other in found
        )

    return [replace(one, best=not beaten(one)) for one in found]


def why_not(task: Task, targets: Targets) -> str:
    """Which target stands in the way: each is dropped in turn, and what would do is said."""
    words = []
    loose = {
        "hit": ("the hit frequency", replace(targets, hit=None)),
        "deviation": ("the standard deviation", replace(targets, deviation=None)),
        "top": ("the top prize", replace(targets, top=None)),
        "strict": ("odds that differ everywhere", replace(targets, strict=False)),
        "monotone": ("odds that rise with rarity", replace(targets, monotone=False, strict=False)),
    }
    for key, (name, fewer) in loose.items():
        if getattr(targets, key) and any_table(task, fewer):
            words.append(f"without {name} there are some")
    words.append(reachable(task, targets))
    names = ", ".join(one.name for one in task.settings)
    chosen = task.settings[0].chosen
    played = f" (play: {chosen})" if chosen else ""
    return (
        f"no pay table of {task.wager.id} meets the targets under {names}{played}: "
        f"{'; '.join(words)}"
    )


def any_table(task: Task, targets: Targets) -> bool:
    try:
        choices = choices_for(task, targets)
        tops = some_tops(task, choices[0], targets)
    except BadDefinition:
        return False
    return any(Program(task, targets, choices, top).solve("steady") is not None for top in tops)


def reachable(task: Task, targets: Targets) -> str:
    """How near the edges can come: the middle of the range with the least spread there is."""
    wide = replace(targets, edge=Range(-10_000.0, POINTS))
    middle = (targets.edge.low + targets.edge.high) / 2 / POINTS
    best: Design | None = None
    try:
        choices = choices_for(task, wide)
        few = len(task.paid) <= FEW_OUTCOMES
        tops = [
            top for top in choices[0] if few and (wide.top is None or wide.top.holds(top))
        ] or some_tops(task, choices[0], wide)
    except BadDefinition as wrong:
        return str(wrong)
    for top in tops:
        answer = Program(task, wide, choices, top).solve("near", near=middle)
        if answer is not None:
            one = priced_design(task, answer)
            if best is None or off(one, middle) < off(best, middle):
                best = one
    if best is None:
        return "the other targets already exclude each other"
    return (
        f"the nearest edges are {POINTS * min(best.edges):.3f}% to {POINTS * max(best.edges):.3f}%"
    )


def off(one: Design, middle: float) -> float:
    return max(abs(edge - middle) for edge in one.edges)
