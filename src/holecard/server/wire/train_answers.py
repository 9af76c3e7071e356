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
RunId = Annotated[str, Field(pattern=r"^[a-z2-7]{8,40}$")]
Place = Annotated[int, Field(ge=0, lt=MOST_PLACES, strict=True)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED, strict=True)]
AnyDrill = DrillName | Literal["all"]


# Asked


class BeginRun(Asked):
    """A run by its setting. With a seed it is the same for everybody; without one, earlier misses
    come back in it. One that is still open is gone on with, unless `again`."""

    drill: Annotated[str, Field(max_length=20)]
    mode: ModeName = "learn"
    seed: Seed | None = None
    places: Annotated[int, Field(ge=1, le=MOST_PLACES, strict=True)] = 20
    rules: Annotated[str, Field(max_length=400)] = ""
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
    step: Annotated[int, Field(ge=0, le=200, strict=True)]
    drill: DrillName
    seed: Seed
    item: Annotated[int, Field(ge=0, lt=10_000, strict=True)]
    last: bool
    ms: Annotated[int, Field(ge=0, le=MOST_MS, strict=True)]
    at: Annotated[int, Field(ge=0, lt=2**53, strict=True)]
    answer: dict[str, Any]
    whole: bool


class KeptRun(Asked):
    """A run as a file has it: answers, no grades. Those are made again when it is read."""

    run: RunId
    game: Annotated[str, Field(max_length=40)]
    rules: Annotated[str, Field(max_length=400)]
    drill: AnyDrill
    mode: ModeName
    seed: Seed
    places: Annotated[int, Field(ge=1, le=MOST_PLACES, strict=True)]
    mixed: bool
    begun_at: Annotated[int, Field(ge=0, lt=2**53, strict=True)]
    ended_at: Annotated[int, Field(ge=0, lt=2**53, strict=True)] | None
    answers: Annotated[list[KeptAnswer], Field(max_length=MOST_PLACES)]


# Told


class RunSeen(Said):
    run: str
    game: str
    game_name: str
    rules_line: str
    drill: AnyDrill
    mode: ModeName
    seed: int
    places: int
    mixed: bool
    begun_at: int
    ended_at: int | None
    answered: int  # places
    right: int  # answers that were; nothing is said of an exam before its end
    steps: int
    now: int  # the server's clock, for what is left of a storm
    storm: StormSeen | None


class StormSeen(Said):
    """What a storm has come to, and its rules."""

    ends_at: int
    points: int
    combo: int
    seconds: int
    miss_seconds: int
    combo_from: int


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
    tip: int = 0


class Graded(Said):
    """What an answer was worth. In an exam only that it was noted, until the end."""

    place: int
    step: int
    counted: bool  # false if another tab was quicker: what it said counts
    noted: bool
    right: bool | None = None
    parts: list[PartGraded] = Field(default_factory=list)
    remarks: list[str] = Field(default_factory=list)
    due: list[DueRow] = Field(default_factory=list)  # what was due, in the order of the house
    due_says: str = ""
    seats: list[int] = Field(default_factory=list)
    at: int | None = None  # the step of a round that was wrong
    why: str = ""
    line: str = ""
    run: RunSeen


class LineSeen(Said):
    """A pass line: what it is, where it comes from."""

    percent: float | None = None
    seconds: float | None = None
    cite: str = ""


class SkillSeen(Said):
    id: str
    name: str
    tries: int
    right: int
    percent: float | None
    ms: int | None  # the middle time
    slowest: int | None
    line: LineSeen
    passes: bool | None  # none while there is nothing to go by
    passes_time: bool | None


class MissSeen(Said):
    place: int
    name: str  # the skill in words
    step: int
    drill: DrillName
    seed: int
    item: int
    ms: int
    says: str
    why: str
    line: str


class RunResult(Said):
    run: RunSeen
    definition: str
    right: int
    of: int
    percent: float | None
    ms: int | None
    line: LineSeen
    passes: bool | None
    skills: list[SkillSeen]
    misses: list[MissSeen]
    times: list[int]
    answers: str  # SHA-256 of what was answered


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


class DrillSeen(Said):
    id: DrillName
    name: str
    says: str
    done: SkillSeen


class Progress(Said):
    game: str
    game_name: str
    rules_line: str
    answers: int
    passed: int
    drills: list[DrillSeen]
    weak: list[WeakSpot]
    days: list[DayDone]
    best_storm: int
    worst: PlaceWorst | None


class PlaceWorst(Said):
    """Where the question is that was missed most: what the page opens on."""

    drill: DrillName


class KeptProgress(Said):
    format: Literal["holecard-training-1"] = "holecard-training-1"
    runs: list[KeptRun]


class BroughtBack(Said):
    answers: int  # new ones
    known: int


for _model in (RunSeen, Progress, Graded, RunResult):
    _model.model_rebuild()
