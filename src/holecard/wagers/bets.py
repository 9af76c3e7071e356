"""What lies on the spots before the deal, and whether it may lie there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from holecard.dealing.felt import SEATS
from holecard.dealing.settle import BLACKJACK, DEALER, SURRENDER, result_pays
from holecard.errors import RefusedWager
from holecard.money import money_text
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDES, RIDING, Wager


@dataclass(frozen=True, slots=True)
class Bet:
    """A stake (in cents) on one wager, with the pay table in force. `meter` is what it found on the
    meter it is paid from, once its round is over; until then, and where nobody keeps the meter, its
    seed counts."""

    wager: str
    stake: int
    paytable: str = ""
    meter: int | None = None


@dataclass(frozen=True, slots=True)
class SeatBets:
    """One seat's bets. `button` counts its wins in a row so far; `riding` names the bets that
    stayed from an earlier round, `late` those made when the dealer's card was up."""

    seat: int  # 1..7, as people count
    bets: tuple[Bet, ...]
    button: int = 0
    riding: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()

    def stake(self, wager: str) -> int:
        return sum(bet.stake for bet in self.bets if bet.wager == wager)

    def has(self, wager: str) -> bool:
        return any(bet.wager == wager for bet in self.bets)

    def main(self, game: Game) -> Bet:
        return next(bet for bet in self.bets if game.wager(bet.wager).kind == MAIN)


def check_table(game: Game, seats: Sequence[SeatBets]) -> None:
    """Refuse a table that cannot be dealt: no seat, a seat twice, or a wager out of place."""
    if not 1 <= len(seats) <= SEATS:
        raise RefusedWager(f"a round takes 1 to {SEATS} seats, not {len(seats)}")
    numbers = [one.seat for one in seats]
    if numbers != sorted(set(numbers)) or not 1 <= numbers[0] <= numbers[-1] <= SEATS:
        raise RefusedWager(f"seats are numbered 1 to {SEATS}, each once, in order: not {numbers}")
    for one in seats:
        check_seat(game, one)
    if game.seats_a_player > 1:
        check_twos(game, seats)


def with_late(game: Game, seat: SeatBets, bets: Sequence[Bet]) -> SeatBets:
    """The seat with bets made when the dealer's card is up."""
    for bet in bets:
        if not game.wager(bet.wager).after_up:
            raise RefusedWager(f"{game.wager(bet.wager).name} is bet before the deal")
    late = seat.late | {bet.wager for bet in bets}
    return replace(seat, bets=(*seat.bets, *bets), late=late)


def without_late(seat: SeatBets) -> SeatBets:
    """The seat as it was dealt."""
    if not seat.late:
        return seat
    bets = tuple(bet for bet in seat.bets if bet.wager not in seat.late)
    return replace(seat, bets=bets, late=frozenset())


def party_of(game: Game, seat: SeatBets) -> tuple[SeatBets, ...]:
    """The seat, with those that are played as one with it betting the same."""
    return tuple(replace(seat, seat=number) for number in game.seats_with(seat.seat))


BY_TWOS = "on seats 1 and 2, 3 and 4, or 5 and 6"


def check_twos(game: Game, seats: Sequence[SeatBets]) -> None:
    """Where second cards may be swapped a player has two neighbouring seats and bets the same on
    both."""
    numbers = [one.seat for one in seats]
    if not all(
        game.seats_with(seat) and {*game.seats_with(seat)} <= {*numbers} for seat in numbers
    ):
        raise RefusedWager(
            f"{game.name} is played {BY_TWOS}, both of them: not {', '.join(map(str, numbers))}"
        )
    for one, other in zip(seats[::2], seats[1::2], strict=True):
        mine, theirs = one.main(game).stake, other.main(game).stake
        if mine != theirs:
            raise RefusedWager(
                f"seats {one.seat} and {other.seat} bet the same on both hands: not "
                f"{money_text(mine)} and {money_text(theirs)}"
            )


def check_seat(game: Game, seat: SeatBets) -> None:
    """Every reason the seat's wagers can be refused, by name."""
    names = [bet.wager for bet in seat.bets]
    if seat.button and not any(game.wager(name).kind == RIDING for name in names):
        raise RefusedWager(
            f"seat {seat.seat}'s button shows {seat.button}, but no bonus rides: it goes back to 0"
        )
    for name in names:
        if names.count(name) > 1:
            raise RefusedWager(f"seat {seat.seat} bets {name} twice: one stake on each spot")
    mains = [bet for bet in seat.bets if game.wager(bet.wager).kind == MAIN]
    if len(mains) != 1:
        raise RefusedWager(wrong_mains(game, seat, [game.wager(bet.wager) for bet in mains]))
    for bet in seat.bets:
        check_bet(game, seat, bet, mains[0])


def wrong_mains(game: Game, seat: SeatBets, mains: list[Wager]) -> str:
    spots = " or ".join(wager.name for wager in game.mains)
    if mains:
        # B1: a seat backs either its own hand or the dealer's.
        both = " and ".join(wager.name for wager in mains)
        return f"seat {seat.seat} bets {both}: a seat backs one of them in a round"
    return f"seat {seat.seat} needs a wager on {spots} to be dealt a hand"


def check_bet(game: Game, seat: SeatBets, bet: Bet, main: Bet) -> None:
    wager = game.wager(bet.wager)
    if bet.paytable:
        wager.table(bet.paytable)  # refuses a name the wager does not have
    if wager.meter is None and bet.meter is not None:
        held = money_text(bet.meter)
        raise RefusedWager(f"{wager.name} is not paid from a meter: {held} is on none")
    if wager.kind == OFFER:
        raise RefusedWager(f"{wager.name} is offered after the deal, not bet before it")
    if wager.after_up and wager.id not in seat.late:
        raise RefusedWager(f"{wager.name} is bet when the dealer's card is up, not before the deal")
    if wager.with_main and main.wager not in wager.with_main:
        hand = "the dealer's hand" if game.wager(main.wager).backs == DEALER else "its own hand"
        raise RefusedWager(
            f"{wager.name} needs a {' or '.join(wager.with_main)} wager: "
            f"seat {seat.seat} backs {hand}"
        )
    if wager.kind == FEE:
        check_fee(wager, seat, bet, main)
        return
    if wager.kind == RIDING:
        check_riding(wager, seat)
    if wager.table_of and seat.has(wager.table_of):
        check_same_table(game, wager, seat, bet)
    wager.check_limits(bet.stake, seat.seat)
    for odds in (*payouts(game, seat, bet), *map(Fraction, wager.envy.values())):
        if (odds * bet.stake).denominator != 1:
            raise RefusedWager(
                f"{money_text(bet.stake)} on {wager.name} cannot be paid {odds} to 1 in whole "
                f"cents: bet a multiple of {money_text(odds.denominator)}"
            )


def check_riding(wager: Wager, seat: SeatBets) -> None:
    """U5: a bonus is bet while the button shows 0, and rides only until it is won."""
    if wager.id not in seat.riding and seat.button > 0:
        raise RefusedWager(
            f"{wager.name} is bet while the button shows 0: seat {seat.seat}'s shows {seat.button}"
        )
    for wins in range(1, seat.button + 1):
        seen = {"streak": wins, "outcome": 1}
        place = wager.classified({name: seen[name] for name in wager.looks})
        if wager.outcomes[place] != RIDES:
            raise RefusedWager(
                f"{wager.name} cannot ride at button {seat.button}: it was settled at {wins}"
            )


def check_same_table(game: Game, wager: Wager, seat: SeatBets, bet: Bet) -> None:
    other = next(one for one in seat.bets if one.wager == wager.table_of)
    theirs = game.wager(other.wager).table(other.paytable).name
    if bet.paytable and bet.paytable != theirs:
        raise RefusedWager(
            f"{wager.name} is paid by the table of {game.wager(other.wager).name}, {theirs}: "
            f"seat {seat.seat} asks for {bet.paytable}"
        )


def table_for(game: Game, seat: SeatBets, bet: Bet) -> PayTable:
    """The pay table a bet is paid by: its own, or that of the bet it must share one with."""
    wager = game.wager(bet.wager)
    if wager.table_of and seat.has(wager.table_of):
        shared = next(one for one in seat.bets if one.wager == wager.table_of)
        return wager.table(shared.paytable)
    table = wager.table_sized(bet.paytable, bet.stake)
    if wager.meter is None or bet.meter is None:
        return table
    return wager.meter.table_at(table, bet.meter, bet.stake)


def check_fee(wager: Wager, seat: SeatBets, bet: Bet, main: Bet) -> None:
    """Burnout's payment is exactly its share of the main wager, in whole cents (U1)."""
    owed = wager.share * main.stake
    if owed.denominator != 1:
        raise RefusedWager(
            f"{wager.name} is {wager.share} of the main wager: "
            f"{money_text(main.stake)} does not make whole cents"
        )
    if bet.stake != owed:
        raise RefusedWager(
            f"{wager.name} costs {money_text(int(owed))} beside a {money_text(main.stake)} wager: "
            f"seat {seat.seat} pays {money_text(bet.stake)}"
        )


def fee_for(wager: Wager, main_stake: int) -> int:
    """The payment that goes with a main wager; a share that is not whole cents is refused later."""
    return int(wager.share * main_stake)


def payouts(game: Game, seat: SeatBets, bet: Bet) -> list[Fraction]:
    """Everything the bet could pay, to one, for the whole-cents check (R4)."""
    wager = game.wager(bet.wager)
    if wager.kind != MAIN:
        table = table_for(game, seat, bet)
        return [table.pays(outcome) for outcome in wager.outcomes]
    results = [BLACKJACK] + [SURRENDER] * game.surrenders
    own = [result.pays for result in game.answers.results]
    return [*(result_pays(result, wager.backs, game.rules) for result in results), *own]
