"""What the lab and the strategy pages are told. Money in cents, chances and edges as shares."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from holecard.server.wire.answers import Said
from holecard.server.wire.game_answers import GameInfo
from holecard.server.wire.requests import Asked

Text = Annotated[str, Field(max_length=400)]


class LabOutcome(Said):
    id: str
    says: str
    probability: float
    pays: str  # "9", "3:2", "push", "loses"
    pays_says: str  # "9 to 1", "push", "loses", "stays"; empty where the outcome is its own net
    odds: float
    returns: float  # its part of the expected value
    share: float  # its part of what comes back
    tip: int  # to the dealer, in cents
    editable: bool


class OfferChoice(Said):
    says: str
    value: float  # in main wagers


class LabOffer(Said):
    """A wager that is offered in mid-round: how often, and what always taking it comes to."""

    chance: float  # per round
    when: str
    stake: float  # in main wagers, at most
    stake_says: str
    chances: list[float]  # of its outcomes, over the hands it is offered to
    per_round: float  # in main wagers
    choices: list[OfferChoice]


class LabWager(Said):
    """A priced wager. `given_ev` is the value where the rows do not hold it all: main wagers."""

    id: str
    name: str
    paytable: str
    edited: str  # the pay table whose pays were changed by hand, empty for one as printed
    play: str
    beside: str  # the payment made in every round, empty for none
    condition: str  # both in words
    main_edge: float | None  # the main wager's when played so, where that is for another wager
    method: str
    per: str
    ev: float
    house_edge: float
    rtp: float
    hit_frequency: float
    push_frequency: float
    std_dev: float
    element_of_risk: float
    max_win: str
    given_ev: float | None
    wagered: float
    tip: float
    tip_from_player: bool
    tip_stake: int
    edge_after_tips: float
    notes: list[str]
    offer: LabOffer | None
    outcomes: list[LabOutcome]


class LabRefused(Said):
    id: str
    says: str


class LabOdds(Said):
    game: str
    rules_line: str
    definition_hash: str
    version: str
    wagers: list[LabWager]
    waiting: list[str]  # for best play
    refused: list[LabRefused]


class LabEntry(Said):
    """A line of the list of wagers; its pay tables and plays by name."""

    id: str
    name: str
    says: str
    kind: str
    least: int
    most: int
    stake: int  # what a session of it is played at unless told
    paytables: list[str]
    editable: bool


class PayEdit(Said):
    wager: str
    table: str
    outcome: str
    odds: str


class LabSetup(Said):
    """An address of the lab as it was understood, and what of it was not."""

    game: GameInfo
    rules: str  # the rules line, empty for the game's own rules
    wager: str
    table: str
    play: str
    beside: str  # the payment made in every round, empty for none
    edits: list[PayEdit]
    entries: list[LabEntry]
    wrong: list[str]


class DeckCell(Said):
    decks: int
    h17: bool
    wager: LabWager | None
    says: str


class DeckCells(Said):
    cells: list[DeckCell]


class Copied(Said):
    text: str


class Drawn(Said):
    """A figure as SVG whose colours are the page's, and in words."""

    svg: str
    alt: str


class SidePercentile(Said):
    share: float
    player: int
    house: int


class SessionBin(Said):
    low: int
    high: int
    probability: float


class SessionSide(Said):
    """The player's result or the house's."""

    expected: float
    std_dev: float
    ahead: float
    even: float
    behind: float
    bins: list[SessionBin]
    figure: Drawn | None


class SessionBand(Said):
    rounds: int
    share: float
    low: float
    high: float


class SessionRuin(Said):
    bankroll: int
    within: float
    ever: float
    ever_method: str


class LabSession(Said):
    """Both sides under `condition`; the bands are those of the play worst for the house, which is
    `watched`."""

    rules_line: str
    method: str
    condition: str
    watched: str
    counted_in: str
    rounds: int
    stake: int
    player: SessionSide
    house: SessionSide
    percentiles: list[SidePercentile]
    bands: list[SessionBand]
    ruin: SessionRuin | None


class DesignFound(Said):
    pays: dict[str, str]
    edges: list[float]
    spread: float
    std_dev: float
    hit_frequency: float
    top: str
    front: bool


class LabDesigns(Said):
    rules_line: str
    wager: str
    table: str
    method: str
    condition: str  # the play the edges are for, in words: the worst for the house
    settings: list[str]
    paid: list[str]
    paid_says: list[str]  # those outcomes in words
    found: list[DesignFound]
    figure: Drawn | None


class CountRow(Said):
    card: str
    says: str
    cards: int
    effect: float
    tag: int | None


class LabCounting(Said):
    rules_line: str
    method: str
    condition: str  # the play and the payment counted for, in words
    ev: float
    rows: list[CountRow]
    correlation: float | None
    per_true_count: float | None
    trigger: float | None
    cut: float
    often: float | None
    when_bet: float | None
    per_100: float | None
    bound_often: float | None  # what no count can pass; none where the wager has decisions
    bound_per_100: float | None
    bound_stderr: float | None  # 0 where it is exact
    says: list[str]
    figure: Drawn | None


class SheetAsked(Asked):
    """A math sheet of a set-up; `decks` are those of its edge tables."""

    rules: Text = ""
    pay: list[Text] = Field(default=[], max_length=20)
    decks: list[Annotated[int, Field(ge=1, le=8)]] = Field(default=[], max_length=8)


class SheetSeen(Said):
    id: str
    state: Literal["waiting", "working", "ready", "failed"]
    says: str
    steps: int
    files: list[str]


class ColumnSeen(Said):
    column: str  # as a cell names it: "T", "s17"
    short: str  # at its head: "10", "s17"
    says: str  # "10", "soft 17"


class ChartRow(Said):
    row: str  # as a cell names it: "16", "88"
    label: str
    short: str  # at its head: "8 8"
    cells: list[str]
    asked: list[bool]  # whether anybody is asked there


class ChartPart(Said):
    part: Literal["hard", "soft", "pairs"]
    title: str
    rows: list[ChartRow]


class BurnPart(Said):
    part: Literal["burn-hit", "burn-double"]
    title: str
    rows: list[ChartRow]


class ChartException(Said):
    hand: str
    dealer: str
    best: str
    chart: str
    cost: float


class LockSeen(Said):
    lock: str
    cell: str
    says: str


class StrategySeen(Said):
    """Edges are of the house, per initial wager, a payment made taken off."""

    game: GameInfo
    rules_line: str
    paid: bool
    may_pay: str  # the name of the payment, where a game has one
    splits: str
    legend: dict[str, str]
    columns: list[str]
    heads: list[ColumnSeen]
    parts: list[ChartPart]
    burns: list[BurnPart]
    best_edge: float
    chart_edge: float  # of the chart as derived
    locked_edge: float  # of the chart with the locks
    locks: list[str]
    held: list[LockSeen]  # the same locks in words
    exceptions: list[ChartException]


class CellLetter(Said):
    letter: str  # what the cell is locked to
    short: str  # on its button
    says: str
    cost: float


class CellAction(Said):
    action: str
    says: str
    value: float


class CellSeen(Said):
    cell: str
    title: str
    burns: bool  # a cell of the cards to burn
    letter: str
    burned: str  # the cards burned there, in words
    first: float
    later: float
    actions: list[CellAction]
    letters: list[CellLetter]
    says: str
