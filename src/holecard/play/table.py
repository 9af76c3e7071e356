"""A table: a shuffled shoe, one purse, up to seven seats, and the round in progress.

The round is kept as a log (bets, cards, choices) and dealt again from the start after every choice.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from holecard.dealing.actions import DECLINE, KEEP, STAND, Legal
from holecard.errors import IllegalAction, NotAllowed, RefusedWager
from holecard.games.from_file import named_game
from holecard.money import money_text, read_cents
from holecard.rows import html_table
from holecard.shoe import Shoe, shuffled
from holecard.text.dealt_round import DealtRound
from holecard.text.line import line_of, read_bets
from holecard.wagers.bets import Bet, SeatBets, check_seat, check_table, with_late
from holecard.wagers.dealt import Choice, Dealt, check_choice, deal_round, read_choice
from holecard.wagers.game import Game
from holecard.wagers.meter_turns import after_turns, meter_turns, with_turns
from holecard.wagers.payout import Payout, payouts
from holecard.wagers.riding import Carried, carried_into, carried_on

PURSE = 100_000
KEPT_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Finished:
    """A round that is over: its line, what each wager came to, and the purse before and after."""

    line: str
    paid: tuple[Payout, ...]
    before: int
    after: int
    tokes: int


class Table:
    """The one mutable thing: sit down, bet, deal, decide. `draw` shuffles: a seed will do. Money is
    in cents, in text in dollars.

    >>> import holecard as hc
    >>> table = hc.Table("classic", 7)
    >>> table.deal("1 main 10; 2 main 25").done
    False
    >>> while table.legal:
    ...     dealt = table.push("no-insurance" if "no-insurance" in table.legal else "stand")
    >>> table.history[-1].line == repr(dealt)
    True
    """

    def __init__(
        self, game: Game | str, draw: random.Random | int, purse: int | str = PURSE
    ) -> None:
        self.game = game = named_game(game) if isinstance(game, str) else game
        draw = draw if isinstance(draw, random.Random) else random.Random(draw)
        self.purse = read_cents(purse)  # what is not on the felt
        self.house = 0
        self.tokes = 0
        self.meters = {one.id: one.meter.seed for one in game.wagers if one.meter is not None}
        self.house -= sum(self.meters.values())
        self.history: list[Finished] = []
        self.dealt: DealtRound | None = None
        self.carried: dict[int, Carried] = {}
        self._draw = draw
        self._shoe = Shoe(shuffled(game.rules.decks, draw, game.answers.deck))
        self._before = self.purse

    def __repr__(self) -> str:
        asked = f"{', '.join(self.legal.names)} asked" if self.legal else "between rounds"
        return f"<table of {self.game.id} {self.game.line}: {money_text(self.purse)}, {asked}>"

    def __str__(self) -> str:
        """What the dealer has said in this round, or in the last."""
        return "\n".join((repr(self), *([str(self.dealt)] if self.dealt else ())))

    def _repr_html_(self) -> str:
        said = self.dealt.says if self.dealt else []
        rows = [[str(number), words] for number, words in enumerate(said, start=1)]
        return html_table([["", self.game.name], *rows], repr(self)[1:-1])

    @property
    def legal(self) -> Legal:
        """The actions open now; false between rounds."""
        ask = self.dealt.ask if self.dealt else None
        return ask.legal if ask else Legal(0)

    @property
    def shoe_number(self) -> int:
        return self._shoe.number

    @property
    def in_round(self) -> bool:
        return self.dealt is not None and self.dealt.ask is not None

    def check_bets(self, bets: dict[int, Sequence[Bet]]) -> tuple[SeatBets, ...]:
        """The seats as they would be dealt, or the reason they cannot be."""
        seats = tuple(
            carried_into(self.carried.get(seat, Carried()), seat, bets[seat])
            for seat in sorted(bets)
            if bets[seat]
        )
        check_table(self.game, seats)
        new = sum(bet.stake for seat in bets for bet in bets[seat])
        if new > self.purse:
            raise RefusedWager(
                f"the wagers come to {money_text(new)}: the purse holds {money_text(self.purse)}"
            )
        return seats

    def check_seat(self, seat: int, bets: Sequence[Bet]) -> None:
        check_seat(self.game, carried_into(self.carried.get(seat, Carried()), seat, bets))

    def deal(self, bets: dict[int, Sequence[Bet]] | str) -> DealtRound:
        """Take the bets and deal until a seat is asked or the round is over. Bets by seat, or as a
        round line has them: `table.deal("1 main 10 bad-beat:P2 5; 2 main 25")`."""
        if self.in_round:
            raise NotAllowed("a round is being dealt: finish it before betting again")
        bets = read_bets(self.game, bets) if isinstance(bets, str) else bets
        seats = self.check_bets(bets)
        if self._shoe.cut_is_out or len(self._shoe.left) < 4 * (len(seats) + 1):
            self._shoe = Shoe(
                shuffled(self.game.rules.decks, self._draw, self.game.answers.deck),
                number=self._shoe.number + 1,
            )
        self._before = self.purse
        self.purse -= sum(bet.stake for seat in bets for bet in bets[seat])
        return self._run(seats, ())

    def push(self, choice: Choice | str) -> DealtRound:
        """Make the decision asked for: `table.push("double")`. A refused one changes nothing."""
        made = read_choice(choice) if isinstance(choice, str) else choice
        if self.dealt is None:
            raise IllegalAction(f"cannot {made}: no round is being dealt")
        check_choice(self.dealt, made)
        extra = self.dealt.extra_stake(made)
        if extra > self.purse:
            raise RefusedWager(
                f"cannot {made}: it takes {money_text(extra)} more, the purse holds "
                f"{money_text(self.purse)}"
            )
        self.purse -= extra
        return self._run(self.dealt.seats, (*self.dealt.choices, made))

    def place(self, bets: dict[int, Sequence[Bet]] | str) -> DealtRound:
        """Bet on what is bet when the dealer's card is up: `table.place("1 bust-bonus 5")`, once
        the dealer has looked and before a seat plays. A refused bet changes nothing."""
        if self.dealt is None or not self.dealt.takes_late:
            raise NotAllowed(
                "bets are taken between rounds, or when the dealer's card is up and no seat has "
                "played yet"
            )
        added = read_bets(self.game, bets) if isinstance(bets, str) else bets
        seats = self.check_late(added)
        self.purse -= sum(bet.stake for one in added.values() for bet in one)
        return self._run(seats, self.dealt.choices)

    def check_late(self, added: dict[int, Sequence[Bet]]) -> tuple[SeatBets, ...]:
        """The seats with these bets on the dealer's card, or the reason they cannot be made."""
        dealt = self.dealt.seats if self.dealt else ()
        seats = tuple(with_late(self.game, one, added.get(one.seat, ())) for one in dealt)
        here = {one.seat for one in seats}
        for seat in added:
            if seat not in here:
                raise RefusedWager(f"seat {seat} has no hand: nothing can be bet beside it")
        check_table(self.game, seats)
        new = sum(bet.stake for one in added.values() for bet in one)
        if new > self.purse:
            raise RefusedWager(
                f"the wagers come to {money_text(new)}: the purse holds {money_text(self.purse)}"
            )
        return seats

    def default_choice(self) -> Choice:
        """What is chosen for a seat that does not choose: stand, keep, no insurance."""
        for action in (STAND, KEEP, DECLINE):
            if action in self.legal:
                return Choice(action)
        raise IllegalAction("no seat is asked for anything")

    def _run(self, seats: tuple[SeatBets, ...], choices: tuple[Choice, ...]) -> DealtRound:
        dealt = deal_round(self.game, seats, self._shoe.left, choices)
        if dealt.done:
            dealt = self._metered(dealt)
        self.dealt = DealtRound.of(dealt)
        if self.dealt.ask is None:
            self._finish(self.dealt)
        return self.dealt

    def _metered(self, dealt: Dealt) -> Dealt:
        """The round with what its bets find on their meters, and these moved on."""
        turns = meter_turns(dealt, self.meters)
        if not turns:
            return dealt
        self.meters |= after_turns(turns)
        self.house -= sum(one.share + one.seed - one.won for one in turns)
        return replace(dealt, seats=with_turns(dealt.seats, turns))

    def _finish(self, dealt: Dealt) -> None:
        paid = payouts(dealt)
        if dealt.called_off:
            self.purse = self._before
        else:
            self._settle(dealt, paid)
        tokes = sum(one.to_tokes for one in paid)
        self._shoe = self._shoe.after(len(dealt.drawn))
        self.history.append(Finished(line_of(dealt), paid, self._before, self.purse, tokes))
        del self.history[:-KEPT_ROUNDS]

    def _settle(self, dealt: Dealt, paid: tuple[Payout, ...]) -> None:
        """Move the money: purse, house, tokes and meters always sum to what came in."""
        purse = self._before
        for one in paid:
            seat = next(seat for seat in dealt.seats if seat.seat == one.seat)
            was_riding = one.wager in seat.riding
            if one.rides:
                purse -= 0 if was_riding else one.stake
            else:
                purse += one.to_player + (one.stake if was_riding else 0)
                self.house -= one.to_player + one.to_tokes
                self.tokes += one.to_tokes
        self.purse = purse
        for seat in dealt.seats:
            self.carried[seat.seat] = carried_on(seat, paid)

    def bring(self, purse: int) -> None:
        """Come back with another purse: what lies on the felt since is still owed its due."""
        self._before += purse - self.purse
        self.purse = purse

    @property
    def on_felt(self) -> int:
        """Money that lies on riding bets between rounds."""
        return sum(carried.stake() for carried in self.carried.values())
