"""A table as everybody sees it, and what is the viewer's own. Money in cents, times in ms since
1970 (UTC)."""

from __future__ import annotations

from typing import Literal

from holecard.server.wire.answers import Said
from holecard.server.wire.requests import Limits


class Bounds(Said):
    least: int
    most: int


class HandSeen(Said):
    cards: str  # "Ah 5d"
    says: str  # in a sentence: "26, busted"
    hand_says: str  # beside the hand: "26 · busted"
    total: int
    why: str
    stake: int
    house: int = 0  # what of it the house has put up: a free double or split
    doubled: bool
    result: str
    active: bool


class BetSeen(Said):
    wager: str
    stake: int
    paytable: str = ""
    riding: bool = False
    late: bool = False  # bet when the dealer's card was up


class LateSeen(Said):
    """Bets are taken now that the dealer's card is up; nobody is asked before they are made."""

    wagers: list[str]
    waits: list[str]  # players who have not said what they bet


class SeatSeen(Said):
    """A seat of the round that lies on the felt."""

    seat: int
    hands: list[HandSeen]
    burned: str
    button: int
    main: str  # the wager its hands are played for
    bets: list[BetSeen]
    net: int  # what the finished round brought its purse


class EventSeen(Said):
    kind: str
    says: str
    parts: list[str]  # the sentence before its card, the card, what follows; empty without a card
    seat: int
    hand: int
    card: str  # empty for none, "??" for one that lies face down
    wager: str
    amount: int | None
    tip: int
    hand_says: str  # what its hand is then: "soft 18"; of the dealer "shows 7", "has 20"
    hand_why: str  # and why that matters, where a rule surprises
    total: int | None  # of what lies open of that hand; none where no hand's cards change


class PaidSeen(Said):
    seat: int
    wager: str
    paytable: str
    stake: int
    outcome: str
    says: str  # the outcome in words
    pays: str
    net: int
    tip: int
    payee: str
    streak: int | None
    rides: bool
    to_player: int
    to_dealer: int


class RoundSeen(Said):
    """The round on the felt: being played, or the last one finished."""

    number: int
    step: int
    dealer: str  # "7h ??" until the hole card is turned
    dealer_says: str
    dealer_does: str  # after "Dealer": "shows 7", "has 20"
    dealer_total: int  # of what lies open
    seats: list[SeatSeen]
    events: list[EventSeen]  # only grows while a round lasts
    asked_seat: int  # 0 when nobody is asked
    asked_hand: int
    legal: list[str]
    default: str  # what is chosen when time runs out; empty when nobody is asked
    amounts: dict[str, Bounds]  # for the legal choices that take an amount
    notes: dict[str, str]  # what a legal choice costs or brings, in a word or two: "$25", "$10 now"
    names: dict[str, str]  # legal choices called otherwise now: "raise", "rescue"
    question: str  # what is asked, where it is no usual turn of a hand
    done: bool
    called_off: bool
    paid: list[PaidSeen]
    late: LateSeen | None = None


class Chair(Said):
    """One of the seven places, taken or not, as it stands between and during rounds."""

    seat: int
    player: str  # public id, empty if free
    name: str
    bets: list[BetSeen]  # placed for the coming round, and riding ones
    button: int
    confirmed: bool
    last_bets: list[BetSeen]  # for "same again"
    fees: dict[str, int]  # what each payment costs beside the main wager that lies there


class ShoeSeen(Said):
    """The shoe in use, or the next one while `opened` is false."""

    number: int
    commitment: str
    opened: bool  # its order is fixed; its first round has been dealt
    dealt: int
    cards: int
    contributors: list[str]  # players whose entropy is committed
    revealed: list[str]  # players whose entropy is in
    promises: dict[str, str]  # by player: the hash of the entropy it committed to
    entropies: dict[str, str]  # by player: the entropy it has shown


class ClockSeen(Said):
    decision_seconds: int
    betting_seconds: int
    default: str  # what is chosen when time runs out, in words
    deadline: int | None  # ms since 1970; none: the table waits


class TableHead(Said):
    """What never changes at a table."""

    id: str
    name: str
    game: str
    game_name: str
    rules_line: str
    rules: dict[str, bool | int | str]
    private: bool
    limits: dict[str, Limits]  # posted at this table, where they are narrower than the game's
    stakes: dict[str, Bounds]  # what each wager takes here
    paytables: dict[str, str]  # posted here by wager; empty where each player may choose
    players_choose: bool
    parties: list[list[int]]  # the seats that are taken and bet on as one; no other can be taken


class TableSeen(TableHead):
    version: int
    phase: Literal["betting", "playing"]
    next_round: int  # the number to bet on and to deal
    chairs: list[Chair]
    round: RoundSeen | None
    shoe: ShoeSeen
    next_shoe: ShoeSeen
    voids: int  # shoes of this table that were never dealt from, or not to their end
    clock: ClockSeen


class You(Said):
    player: str
    name: str
    purse: int
    seats: list[int]
    asked: bool  # the table waits for a choice of yours
    needs_commitment: list[int]  # shoe numbers that want the hash of your entropy
    needs_entropy: list[int]  # shoe numbers that want the entropy itself


class TableAndYou(Said):
    table: TableSeen
    you: You
    meters: dict[str, int]  # what is on the progressive meters of its game, by wager
