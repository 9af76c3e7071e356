"""What the server tells every page. Money in cents, times in ms since 1970 (UTC)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Said(BaseModel):
    """An answer: built field by field."""

    model_config = ConfigDict(frozen=True)


class Refused(Said):
    code: str
    message: str


class Done(Said):
    """A command was carried out and stored. The table itself comes over the socket."""

    version: int
    purse: int
    round: int = 0
    step: int = 0


class Opened(Said):
    table: str
    version: int


class HandOpen(Said):
    table: str
    game: str
    game_name: str
    name: str  # of the table
    seat: int
    stake: int  # on the hand
    cards: str  # of the hand
    dealer: str  # "7h ??" until the hole card is turned
    says: str  # "you have 13, the dealer shows 6"


class SessionInfo(Said):
    player: str
    name: str
    purse: int
    may_refill: bool
    broke: int  # a purse of less buys no hand where this player sits, or anywhere
    refill: int  # what a new purse holds
    tables: list[str] = []  # where this player sits
    hands: list[HandOpen] = []  # where a round with a hand of this player's is being dealt


class TableListed(Said):
    id: str
    name: str
    game: str
    rules_line: str
    seats_taken: int
    players: int
    phase: str


class Lobby(Said):
    tables: list[TableListed]


class Ready(Said):
    """What is wrong, in words; nothing, if the tables can be played at."""

    ready: bool
    wrong: list[str]


class Health(Said):
    status: Literal["ok"]
    version: str
    database: str
    tables: int


class HeadSeen(Said):
    """A hash over everything the house has written until then; docs/fairness.md has the bytes."""

    kind: Literal["holecard.head/1"] = Field(alias="schema")
    number: int
    at: int
    chains: int
    hash: str
