"""What each wager has returned at the tables since the server started, beside what it should.

What is counted is what the ledger moved, so that a table that pays wrongly shows, whatever its
rules say. The band is pointwise: watched all the time, a fair table leaves it now and then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from holecard.server.events.round import RoundSettled
from holecard.server.store.event_log import Entry
from holecard.server.store.ledger import PAY, RETURN, TAKE, TOKE, Transfer
from holecard.server.table.state import OnFelt, TableState
from holecard.wagers.bets import Bet, SeatBets, table_for
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, OFFER, TO_DEALER

MOST_KEPT = 300  # wagers under a rule set: players make up rules
ERRORS = 3.29  # standard errors on either side: 99.9% of looks at a fair wager lie within
OTHER = "other"


class Played(NamedTuple):
    """A wager as figures know it. `beside` is the payment made with it."""

    game: str
    rules: str
    wager: str
    paytable: str
    beside: str


class Expected(NamedTuple):
    """Gain per wager, and its standard deviation."""

    gain: float
    deviation: float
    free: bool = False  # no choice changes it


@dataclass(slots=True)
class Return:
    """All stakes and gains of one wager, in cents."""

    bets: int = 0
    staked: int = 0
    squares: int = 0  # of the stakes
    gained: int = 0

    def add(self, stake: int, gain: int) -> None:
        self.bets += 1
        self.staked += stake
        self.squares += stake * stake
        self.gained += gain

    @property
    def share(self) -> float:
        """What came back of each unit staked."""
        return 1 + self.gained / self.staked

    def band(self, expected: Expected) -> tuple[float, float]:
        """Where the share lies for a fair wager, 999 times of 1,000 at any one moment: independent
        bets, enough of them for the normal law."""
        error = expected.deviation * sqrt(self.squares) / self.staked
        middle = 1 + expected.gain
        return middle - ERRORS * error, middle + ERRORS * error


class Returns:
    """Returns by wager, of as many as fit; those of further rule sets are not told apart."""

    def __init__(self) -> None:
        self.of: dict[Played, Return] = {}

    def note(self, state: TableState, written: Sequence[Entry]) -> None:
        """Rounds that were settled on a page, after its commit."""
        for entry in written:
            event = entry.event
            if isinstance(event, RoundSettled) and not event.called_off and state.felt:
                self.add(state.felt, entry.transfers)

    def add(self, felt: OnFelt, moved: Iterable[Transfer]) -> None:
        for played, stake, gain in gains(felt, moved):
            self.find(played).add(stake, gain)

    def find(self, played: Played) -> Return:
        if played not in self.of and len(self.of) >= MOST_KEPT:
            played = played._replace(rules=OTHER, paytable="", beside="")
        return self.of.setdefault(played, Return())


def gains(felt: OnFelt, moved: Iterable[Transfer]) -> Iterable[tuple[Played, int, int]]:
    """Every wager the round has decided: what it was, its stake, what the ledger moved for it."""
    amounts: Counter[tuple[int, str, str]] = Counter()
    for one in moved:
        amounts[one.seat, one.wager, one.kind] += one.cents
    for seat in felt.seats:
        fees = [bet.wager for bet in seat.bets if felt.game.wager(bet.wager).kind == FEE]
        for bet in seat.bets:
            got = {kind: amounts[seat.seat, bet.wager, kind] for kind in (TAKE, RETURN, PAY, TOKE)}
            if felt.game.wager(bet.wager).kind in (FEE, OFFER) or not got[TAKE] + got[RETURN]:
                continue  # part of another's figure, or still riding
            if not felt.game.wager(bet.wager).has_one_price:
                continue  # what it should return changes from round to round
            tokes = got[TOKE] if tokes_are_won(felt.game, bet) else 0
            yield played_as(felt.game, seat, bet, fees), bet.stake, got[PAY] + tokes - got[TAKE]


def tokes_are_won(game: Game, bet: Bet) -> bool:
    """Whether what the dealer gets is part of what the wager wins (B5, L5), not a present of the
    house."""
    return game.tip_from_player or game.wager(bet.wager).payee == TO_DEALER


def played_as(game: Game, seat: SeatBets, bet: Bet, fees: Sequence[str]) -> Played:
    is_main = game.wager(bet.wager).kind == MAIN
    paytable = "" if is_main else table_for(game, seat, bet).name
    return Played(game.id, game.line, bet.wager, paytable, fees[0] if fees else "")
