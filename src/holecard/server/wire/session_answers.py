"""What a player's rounds came to, beside what they should have: a purse's walk, its price, its
luck. Money in cents; what is expected need not be whole ones."""

from __future__ import annotations

from holecard.server.wire.answers import Said
from holecard.server.wire.past_answers import RoundListed


class RuleSet(Said):
    game: str
    rules_line: str


class RoundPlayed(Said):
    """One round of the player's, all seats together."""

    table: str
    number: int
    game: str
    at: int
    net: int
    expected: float | None  # None until every wager of it has a figure
    spread: float  # at most one standard deviation of its result lies this far off


class WagerNet(Said):
    name: str
    net: int


class RoundTold(Said):
    """A round to be listed: its cards, and what each wager did."""

    table: str
    game_name: str
    seats: list[int]  # the player's
    wagers: list[WagerNet]
    round: RoundListed


class WagerPlayed(Said):
    """All bets on one wager, played one way under one rule set."""

    game: str
    game_name: str
    rules_line: str
    wager: str
    name: str
    paytable: str  # empty where there is one only
    bets: int
    staked: int  # initial stakes
    result: int
    edge: float | None  # house edge of the initial stake
    condition: str  # what the edge takes for granted, in words
    method: str
    given: int  # tokens and tips: presents, which are a price and no luck
    expected: float | None


class SessionPlayed(Said):
    says: list[str]  # the sum of it: a sentence in one part, or in two
    net: int
    expected: float | None
    deviation: float  # of `net`, at most
    rounds: list[RoundPlayed]  # oldest first
    wagers: list[WagerPlayed]
    listed: list[RoundTold]  # newest first
    unpriced: list[RuleSet]  # whose figures nobody has worked out yet
    cut: bool  # there are older rounds, which are not counted
