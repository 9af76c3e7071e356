"""What a trainee asks for and is told: runs, grades, results, progress. Times in ms, money in
cents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from holecard.server.wire.answers import Said
from holecard.server.wire.requests import Asked
from holecard.server.wire.train_questions import DrillName, ModeName, QuestionAsked, ToSettle

LARGEST_SEED = 2**53 - 1
MOST_PLACES = 500
MOST_MS = 3_600_000
MOST_ROUNDS = 60
MOST_HOUSE = 8000
RunId = Annotated[str, Field(pattern=r"^[a-z2-7]{8,40}$")]
Place = Annotated[int, Field(ge=0, lt=MOST_PLACES, strict=True)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED, strict=True)]
Moment = Annotated[int, Field(ge=0, lt=2**53, strict=True)]
KeptAsked = tuple[Seed, DrillName, Place]


# Asked


class Missed(Asked):
    """A decision of a finished round at a table, by the number of choices before it."""

    round: Annotated[int, Field(ge=1, lt=2**31, strict=True)]
    step: Annotated[int, Field(ge=0, le=500, strict=True)]


class BeginRun(Asked):
    """A run by its setting. With a seed it is the same for everybody; without one, what was missed
    before comes back in it. One that is still open is gone on with, unless `again`."""

    drill: Annotated[str, Field(max_length=20)]  # by its name, or `all`
    mode: ModeName = "learn"
    seed: Seed | None = None
    items: Annotated[int, Field(ge=1, le=MOST_PLACES, strict=True)] = 20
    rules: Annotated[str, Field(max_length=400)] = ""
    stake: Annotated[int, Field(ge=100, le=1_000_000, strict=True)] = 1000
    pick: Annotated[str, Field(max_length=80)] = ""
    misses: RunId | None = None  # only what was missed in that run
    table: Annotated[str, Field(max_length=40)] = ""  # the coach's: decisions made there
    decisions: Annotated[tuple[Missed, ...], Field(max_length=MOST_ROUNDS)] = ()
    again: bool = False


class GiveAnswer(Asked):
    """An answer at a place of a run. `step` says which wager of a table it is for; none for the
    whole of it."""

    place: Place
    step: Annotated[int, Field(ge=0, le=200, strict=True)] | None = None
    ms: Annotated[int, Field(ge=0, le=MOST_MS, strict=True)]
    answer: dict[str, Any]


class EndRun(Asked):
    """No more answers: whatever is left counts as not asked."""


class KeptAnswer(Asked):
    place: Place
    step: Annotated[int, Field(ge=0, le=200, strict=True)] | None
    last: bool
    ms: Annotated[int, Field(ge=0, le=MOST_MS, strict=True)]
    at: Moment
    answer: dict[str, Any]


class KeptRun(Asked):
    """A run as a file has it: answers, no grades. Those are made again when it is read."""

    run: RunId
    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=400)]
    drills: Annotated[list[DrillName], Field(min_length=1, max_length=6)]
    mode: ModeName
    seed: Seed
    own_seed: bool
    items: Annotated[int, Field(ge=1, le=MOST_PLACES, strict=True)]
    stake: Annotated[int, Field(ge=100, le=1_000_000, strict=True)]
    pick: Annotated[str, Field(max_length=30_000)]
    weak: Annotated[list[KeptAsked], Field(max_length=2000)]
    plan: Annotated[list[KeptAsked], Field(max_length=MOST_PLACES)]
    begun_at: Moment
    ended_at: Moment | None
    house: Annotated[str, Field(max_length=MOST_HOUSE)] = ""
    answers: Annotated[list[KeptAnswer], Field(max_length=2000)]


class BringBack(KeptRun):
    """A run of a file, or some answers of it. It is laid aside until the whole file is there."""

    first: bool = False  # of a file: what an earlier one left lying aside goes


class KeepBrought(Asked):
    """The whole file was sent, and nothing in it was wrong."""


# Told


class RunSeen(Said):
    run: str
    game: str
    game_name: str
    rules_line: str
    drills: list[DrillName]
    mode: ModeName
    seed: int
    own_seed: bool
    items: int
    stake: int
    pick: str
    begun_at: int
    ended_at: int | None
    answered: int  # places
    steps: int  # answers
    right: int  # of them; nothing is said of an exam before its end


class StormSeen(Said):
    """What a storm has come to, and its rules."""

    seconds_left: float
    points: int
    combo: int
    seconds: int
    miss_seconds: int
    worth: int  # what the next right answer scores
    over: bool


class PlaceAsked(Said):
    """A question at its place."""

    place: int
    drill: DrillName
    again: bool  # it was missed before
    done: list[int]  # steps that are answered already
    question: QuestionAsked


class PartGraded(Said):
    skill: str
    name: str  # the skill in words
    right: bool
    wager: str
    says: str
    why: str


class DueRow(ToSettle):
    verdict: str
    cents: int
    chips: list[int]
    tip: int
    envy: int


class Graded(Said):
    """What an answer was worth. In an exam only that it was noted, until the end."""

    place: int
    step: int
    counted: bool  # false if another tab was quicker: what it said counts
    noted: bool
    over: bool
    run: RunSeen
    right: bool | None
    parts: list[PartGraded]
    remarks: list[str]
    due: list[DueRow]  # in the order of the house
    due_says: str
    seats: list[int]
    at: int | None  # the step of a round that was wrong
    option: int | None  # of a card, the right one
    best: str  # the coach's: the best choice, and what each is worth in cents, expected
    values: dict[str, float]
    cost: float
    cell: str
    part: str  # of the chart the cell is in; none for an offer, a burn, a split hand
    method: str
    why: str
    line: str


class LineSeen(Said):
    """A pass line: what it is, where it comes from."""

    says: str
    value: float
    cites: str


class DrillSeen(Said):
    """How a trainee stands in a drill: accuracy and time apart, of the latest answers."""

    id: DrillName
    name: str
    says: str
    tries: int
    right: int
    percent: float | None
    ms: int | None  # the middle time a wager, a step, a card
    passes: bool | None  # none while there is too little to go by
    seconds: LineSeen | None
    passes_time: bool | None


class WeakSpot(Said):
    skill: str
    drill: DrillName
    says: str
    missed: int
    tries: int


class DayDone(Said):
    day: str
    tries: int
    percent: float
    ms: int


class HouseSeen(Said):
    """The house profile a trainee is drilled by."""

    name: str
    order: str  # of taking and paying, in a sentence
    chips: list[int]
    calls: dict[str, str]
    minimums: dict[str, int]  # by the name of the wager, where the house has its own
    cites: list[str]


class Progress(Said):
    game: str
    game_name: str
    rules_line: str
    answers: int
    enough: int  # answers before a drill is said to pass
    line: LineSeen  # of right answers, a share
    drills: list[DrillSeen]
    weak: list[WeakSpot]
    days: list[DayDone]
    best_storm: int
    worst: DrillName | None  # the drill of the question missed most
    due: int | None  # cards; none without the schedule
    cards: int
    house: HouseSeen


class HabitSeen(Said):
    """A cell played otherwise than the chart, and what that alone costs."""

    cell: str
    row: str  # the row it is in, for the coach to ask
    says: str
    cost: float  # per initial wager


class CellMet(Said):
    cell: str
    tries: int
    right: int


class EdgeSeen(Said):
    """The edge that the answers given to the coach come to, per initial wager."""

    played: float
    chart: float
    best: float
    met: int
    cells: int
    habits: list[HabitSeen]
    rows: list[str]  # of the chart, that the coach can be asked for
    paid: bool
    says: str
    heat: list[CellMet]


class AimSeen(Said):
    """A wager that the coach can play for, as `pick` names it, and what it does not ask then."""

    pick: str
    says: str
    leaves: str


class AimsSeen(Said):
    aims: list[AimSeen]


class MissSeen(Said):
    place: int
    drill: DrillName
    name: str  # the skill in words
    ms: int
    says: str
    why: str
    line: str


class TallySeen(Said):
    name: str
    says: str
    right: int
    of: int
    accuracy: float
    seconds: float | None
    line_right: float
    line_seconds: float | None
    cites: str
    passes: bool


class RunResult(Said):
    """A run put together. `file` can be checked by `holecard train --verify`."""

    run: RunSeen
    kind: str  # whose it is: `dealer's exam`
    passed: bool
    over: bool
    right: int
    of: int
    accuracy: float | None
    seconds: float | None
    line: LineSeen
    drills: list[TallySeen]
    wagers: list[TallySeen]
    lines: list[TallySeen]
    misses: list[MissSeen]
    times: list[int]
    score: int
    cost: float
    definition_hash: str
    answers_hash: str
    house: str
    rounds_an_hour: dict[str, float]
    published: list[int]
    published_cites: str
    file: dict[str, Any]


class KeptProgress(Said):
    format: Literal["holecard-training-1"] = "holecard-training-1"
    runs: list[KeptRun]


class BroughtBack(Said):
    answers: int  # new ones
    known: int
