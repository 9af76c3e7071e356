"""What the pages are told of a game: options, wagers, pay tables, edges. Money in cents."""

from __future__ import annotations

from typing import Literal

from holecard.server.wire.answers import Said


class PayLine(Said):
    outcome: str
    says: str  # the outcome in words
    pays: str  # "3:2", "6:1"
    pays_says: str  # "3 to 2", "push", "loses", "stays"
    odds: str  # as the lab writes and reads them: "3:2", "6", "push", "loses"
    tip: int = 0


class PayTableInfo(Said):
    name: str
    says: str  # the range of pays
    ours: bool  # no sheet prints it
    pays: list[PayLine]


class WagerInfo(Said):
    id: str
    name: str
    says: str
    kind: Literal["main", "side", "fee", "offer", "riding"]
    backs: Literal["own", "dealer"]
    least: int
    most: int
    with_main: list[str]
    beside: str  # the same in words, "with dealer's"; empty if any main wager will do
    payee: Literal["player", "dealer"]
    share: str  # a fee's share of the main wager, "1/5"
    table_of: str
    stays: str
    late: bool  # bet when the dealer's card is up, not before the deal
    natural_pays: str  # a blackjack, whatever the house rules say; empty if they decide
    spot: list[str]  # what is printed under the spot, under the first pay table
    paytables: list[PayTableInfo]


class ActionInfo(Said):
    """A choice this table can ask for."""

    id: str
    says: str
    key: str
    usual: bool  # its button is there on every turn, to press or not


class OptionInfo(Said):
    key: str
    says: str
    value: bool | int | str
    allowed: list[bool | int | str]


class OwnRuleInfo(Said):
    """A question of the round that the game answers itself, and the answer in sentences."""

    question: str
    says: str


class ClockOffer(Said):
    """The seconds a table may be opened with, and those it has unless told."""

    least: int
    most: int
    decision: int
    betting: int


class GameInfo(Said):
    id: str
    name: str
    short: str  # the name where there is little room
    pitch: str
    facts: list[str]
    rules_line: str
    rulings: list[str]
    options: list[OptionInfo]
    wagers: list[WagerInfo]
    actions: list[ActionInfo]
    clock: ClockOffer
    own_rules: list[OwnRuleInfo]
    gallery: bool  # one of the gallery's: the lobby has it in a list below


class WagerEdge(Said):
    """A wager's figure under one condition. Figures of different `play` or `beside` belong to
    different ways of playing: one seat has those that share both, or need neither."""

    id: str
    name: str
    wager: str  # the wager that is staked
    beside: str  # the payment made beside it, empty for none
    play: Literal["", "main", "wager"]  # what the seat plays for; empty where no play matters
    played: str  # that wager: its id, or the main wager's; empty where no play matters
    condition: str  # both in words: "played for the streak, Burnout payment made"
    main_edge: float | None  # the main wager's when played so, where that is for another wager
    paytable: str
    house_edge: float
    hit_frequency: float
    std_dev: float  # of one wager, in units of it
    method: str


class GameEdges(Said):
    game: str
    rules_line: str
    wagers: list[WagerEdge]
