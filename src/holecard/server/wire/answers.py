"""What the server tells browsers. Money in cents, times in ms since 1970 (UTC)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from holecard.server.wire.requests import Limits


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


class SessionInfo(Said):
    player: str
    name: str
    purse: int
    may_refill: bool
    tables: list[str] = []  # where this player sits


class PayLine(Said):
    outcome: str
    pays: str  # "3:2", "6:1"
    tip: int = 0


class PayTableInfo(Said):
    name: str
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
    payee: Literal["player", "dealer"]
    share: str  # a fee's share of the main wager, "1/5"
    table_of: str
    stays: str
    natural_pays: str  # a blackjack, whatever the house rules say; empty if they decide
    paytables: list[PayTableInfo]


class OptionInfo(Said):
    key: str
    says: str
    value: bool | int | str
    allowed: list[bool | int | str]


class GameInfo(Said):
    id: str
    name: str
    pitch: str
    facts: list[str]
    rules_line: str
    rulings: list[str]
    options: list[OptionInfo]
    wagers: list[WagerInfo]


class WagerEdge(Said):
    id: str
    paytable: str
    house_edge: float
    hit_frequency: float
    method: str


class GameEdges(Said):
    game: str
    rules_line: str
    wagers: list[WagerEdge]


class HandSeen(Said):
    cards: str  # "Ah 5d"
    says: str
    why: str
    stake: int
    doubled: bool
    result: str
    active: bool


class BetSeen(Said):
    wager: str
    stake: int
    paytable: str = ""
    riding: bool = False


class SeatSeen(Said):
    """A seat of the round that lies on the felt."""

    seat: int
    hands: list[HandSeen]
    burned: str
    button: int
    bets: list[BetSeen]


class EventSeen(Said):
    kind: str
    says: str
    seat: int
    hand: int
    card: str  # empty for none, "??" for one that lies face down
    wager: str
    amount: int | None
    tip: int


class PaidSeen(Said):
    seat: int
    wager: str
    paytable: str
    stake: int
    outcome: str
    pays: str
    net: int
    tip: int
    payee: str
    streak: int | None


class RoundSeen(Said):
    """The round on the felt: being played, or the last one finished."""

    number: int
    step: int
    dealer: str  # "7h ??" until the hole card is turned
    dealer_says: str
    seats: list[SeatSeen]
    events: list[EventSeen]  # only grows while a round lasts
    asked_seat: int  # 0 when nobody is asked
    asked_hand: int
    legal: list[str]
    done: bool
    called_off: bool
    paid: list[PaidSeen]


class Chair(Said):
    """One of the seven places, taken or not, as it stands between and during rounds."""

    seat: int
    player: str  # public id, empty if free
    name: str
    bets: list[BetSeen]  # placed for the coming round, and riding ones
    button: int
    confirmed: bool
    last_bets: list[BetSeen]  # for "same again"


class ShoeSeen(Said):
    """The shoe in use, or the next one while `opened` is false."""

    number: int
    commitment: str
    opened: bool  # its order is fixed; its first round has been dealt
    dealt: int
    cards: int
    contributors: list[str]  # players whose entropy is committed
    revealed: list[str]  # players whose entropy is in


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
    limits: dict[str, Limits]


class TableSeen(TableHead):
    version: int
    phase: Literal["betting", "playing"]
    next_round: int  # the number to bet on and to deal
    chairs: list[Chair]
    round: RoundSeen | None
    shoe: ShoeSeen
    next_shoe: ShoeSeen
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


class ChoiceWorth(Said):
    choice: str
    value: float  # per initial wager, in units of it


class HintSeen(Said):
    round: int
    step: int
    seat: int
    best: str
    worth: list[ChoiceWorth]  # best first
    method: str
    rules_line: str


class MistakeSeen(Said):
    step: int
    seat: int
    hand: int
    made: str
    best: str
    cost: int  # cents, expected


class RoundMistakes(Said):
    round: int
    decisions: int
    mistakes: list[MistakeSeen]


class RoundListed(Said):
    number: int
    shoe: int
    at: int
    line: str
    net: dict[str, int]  # by seat
    called_off: bool


class RoundList(Said):
    rounds: list[RoundListed]


class PurseMove(Said):
    player: str
    before: int
    after: int


class RoundReplay(Said):
    number: int
    shoe: int
    at: int
    line: str
    definition: str  # hash of rules, wagers and pay tables
    view: RoundSeen
    views: list[RoundSeen]  # as it stood before each choice, then at the end
    purses: list[PurseMove]


class ShoeListed(Said):
    number: int
    commitment: str
    committed_at: int
    opened_at: int | None
    revealed_at: int | None


class ShoeList(Said):
    shoes: list[ShoeListed]


class Health(Said):
    status: Literal["ok"]
    version: str
    database: str
    tables: int


# The socket. Clients say Ping and SocketCommand, in requests.py, and hear frames: lists of what
# follows here, to be taken in order.


class TableMessage(Said):
    """The same bytes for everyone at the table."""

    type: Literal["table"] = "table"
    version: int
    now: int
    table: TableSeen


class YouMessage(Said):
    type: Literal["you"] = "you"
    version: int
    you: You


class PongMessage(Said):
    type: Literal["pong"] = "pong"
    now: int


class RefusedMessage(Said):
    type: Literal["refused"] = "refused"
    code: str
    message: str


class AnswerMessage(Said):
    """What the command of this key was answered, as by POST."""

    type: Literal["answer"] = "answer"
    key: str
    status: int
    body: Done | Refused


SocketMessage = Annotated[
    TableMessage | YouMessage | PongMessage | RefusedMessage | AnswerMessage,
    Field(discriminator="type"),
]
SocketFrame = list[SocketMessage]
