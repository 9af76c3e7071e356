"""Events of a meter: the house puts up its seed, and rounds of any table move what is on it."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.server.events.kept import Kept


@dataclass(frozen=True, slots=True)
class MeterOpened(Kept):
    kind = "meter/opened"
    game: str
    wager: str
    seed: int


@dataclass(frozen=True, slots=True)
class MeterMoved(Kept):
    """The money moves with the table's own event of that round, `round/metered`."""

    kind = "meter/moved"
    table: str
    round: int
    before: int
    after: int
