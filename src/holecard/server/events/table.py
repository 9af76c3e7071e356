"""Events of a table itself: opened, sat down at, its shoes committed, mixed, opened, revealed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Self

from holecard.server.events.kept import Body, Kept


class PostedLimit(NamedTuple):
    """What a table takes on a wager, in cents."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(Kept):
    kind = "table/opened"
    game: str
    rules_line: str
    definition: str
    name: str
    private: bool
    limits: Mapping[str, PostedLimit]  # by wager
    decision_seconds: int
    betting_seconds: int
    player: str

    def body(self) -> Body:
        limits = {wager: one._asdict() for wager, one in self.limits.items()}
        return {**Kept.body(self), "limits": limits}

    @classmethod
    def read(cls, body: Body) -> Self:
        limits = {wager: PostedLimit(**one) for wager, one in body["limits"].items()}
        return cls(**{**body, "limits": limits})


@dataclass(frozen=True, slots=True)
class PayTablesPosted(Kept):
    """Whoever opened the table has chosen its pay tables: every bet is paid by them. Without this
    event each player may choose."""

    kind = "table/paytables"
    paytables: Mapping[str, str]  # by wager, for each that has several

    def body(self) -> Body:
        return {"paytables": dict(self.paytables)}


@dataclass(frozen=True, slots=True)
class SeatTaken(Kept):
    kind = "seat/taken"
    seat: int
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatLeft(Kept):
    kind = "seat/left"
    seat: int
    player: str
    why: str  # "left", or where the clock gave the seat up "away" or "withheld"


@dataclass(frozen=True, slots=True)
class ShoeCommitted(Kept):
    kind = "shoe/committed"
    shoe: int
    decks: int
    commitment: str


@dataclass(frozen=True, slots=True)
class EntropyCommitted(Kept):
    kind = "entropy/committed"
    shoe: int
    player: str
    commitment: str


@dataclass(frozen=True, slots=True)
class EntropyRevealed(Kept):
    kind = "entropy/revealed"
    shoe: int
    player: str
    entropy: str


@dataclass(frozen=True, slots=True)
class EntropyEnded(Kept):
    """A promise that ended before any entropy was shown: its player got up."""

    kind = "entropy/ended"
    shoe: int
    player: str


@dataclass(frozen=True, slots=True)
class ShoeOpened(Kept):
    kind = "shoe/opened"
    shoe: int
    entropies: tuple[str, ...]
    withheld: tuple[str, ...]  # players who promised and gave nothing: none since such are voided

    def body(self) -> Body:
        return {
            "shoe": self.shoe,
            "entropies": list(self.entropies),
            "withheld": list(self.withheld),
        }

    @classmethod
    def read(cls, body: Body) -> Self:
        return cls(body["shoe"], tuple(body["entropies"]), tuple(body["withheld"]))


@dataclass(frozen=True, slots=True)
class ShoeRevealed(Kept):
    kind = "shoe/revealed"
    shoe: int
    seed: str


@dataclass(frozen=True, slots=True)
class ShoeVoided(Kept):
    """A shoe that is never dealt from, or never again, with its seed, and who is the cause."""

    kind = "shoe/voided"
    shoe: int
    seed: str
    why: str  # "withheld", or "restored" where the database came back from a backup
    withheld: tuple[str, ...]

    def body(self) -> Body:
        return {**Kept.body(self), "withheld": list(self.withheld)}

    @classmethod
    def read(cls, body: Body) -> Self:
        return cls(body["shoe"], body["seed"], body["why"], tuple(body["withheld"]))
