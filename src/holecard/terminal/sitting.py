"""A sitting: a player at a table, from bets to settled round and again, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from holecard.errors import HolecardError, NotAllowed
from holecard.play.table import Table
from holecard.play.view import View, view
from holecard.terminal.placing import Placing
from holecard.terminal.reveal import staged
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice
from holecard.wagers.wager import Wager


class Sitting:
    """What may be done is the table's to say; a refusal is kept in its own words."""

    def __init__(self, table: Table, hints: bool = False) -> None:
        self.table = table
        self.hints = hints  # somebody can be asked what to do
        self.placing = Placing(table)
        self.betting = not table.in_round  # bets are open; otherwise a round lies on the felt
        self.shown = 0  # events of the round that have been shown
        self.refusal = ""
        self._round: View | None = None
        self._purse = table.purse  # what is shown while events are still to come
        self.advice = ""  # what the solver would do, until something is done
        if table.in_round:  # left in mid-hand: it lies as it lay
            self.placing.take_seats(table.dealt.seats if table.dealt else ())
            self._look(table.purse)
            self.show_rest()

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Do something the table may refuse."""
        self.refusal = self.advice = ""
        try:
            yield
        except HolecardError as refusal:
            self.refusal = str(refusal)

    @property
    def seen(self) -> View | None:
        """The round as far as it has been shown; none while bets are open."""
        return None if self.betting or self._round is None else staged(self._round, self.shown)

    @property
    def revealing(self) -> bool:
        return self._round is not None and self.shown < len(self._round.events)

    @property
    def purse(self) -> int:
        """What the player holds: not the chips on the spots, not what is still to be shown."""
        if self.betting:
            return self.table.purse - self.placing.total
        return self._purse if self.revealing else self.table.purse

    def show_rest(self) -> None:
        if self._round:
            self.shown = len(self._round.events)
            self.placing.seat = self._round.asked_seat or self.placing.seat

    def open_bets(self) -> None:
        """Show what is still to come and clear a finished round off the felt."""
        self.show_rest()
        if self.table.in_round:
            raise NotAllowed("a round is being dealt: bets are closed until it is over")
        self.betting = True

    def deal(self) -> None:
        purse = self.purse
        self.placing.deal()
        self.betting, self.shown = False, 0
        self._look(purse)

    @property
    def late(self) -> Wager | None:
        """What may be bet now that the dealer's card is up, beside the seat that is looked at."""
        dealt = self.table.dealt
        if dealt is None or self.betting or not dealt.takes_late:
            return None
        seat = next((one for one in dealt.seats if one.seat == self.placing.seat), None)
        return next((one for one in self.table.game.late if seat and not seat.has(one.id)), None)

    def place(self, bet: Bet) -> None:
        self.table.place({self.placing.seat: [bet]})
        self._look(self.table.purse)

    def push(self, choice: Choice) -> None:
        purse = self.table.purse
        extra = self.table.dealt.extra_stake(choice) if self.table.dealt else 0
        self.table.push(choice)
        self._look(purse - extra)

    def _look(self, purse: int) -> None:
        self._purse = purse
        self._round = view(self.table.dealt) if self.table.dealt else None

    def again(self) -> None:
        """Put the last bets once more, and say which could not be."""
        self.open_bets()
        left = self.placing.again()
        if left:
            self.refusal = f"same again, but without {', '.join(left)}"
