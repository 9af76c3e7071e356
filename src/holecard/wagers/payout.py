"""What each wager of a round comes to: outcome, odds, net, tip."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from holecard.dealing.felt import BACKS, RESULT
from holecard.dealing.settle import LOSE_BET
from holecard.errors import BadDefinition
from holecard.wagers.bets import Bet, table_for
from holecard.wagers.dealt import Dealt
from holecard.wagers.envy import envy_won
from holecard.wagers.looks import LOOKS
from holecard.wagers.wager import FEE, MAIN, OFFER, RIDES, RIDING, TO_DEALER, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Payout:
    """One wager's result at one seat. Money in cents; `net` is the wager's own."""

    seat: int
    wager: str
    paytable: str
    stake: int
    outcome: str
    pays: Fraction
    net: int
    tip: int = 0
    payee: str = "player"
    streak: int | None = None
    envy: tuple[tuple[int, int], ...] = ()  # other seats, and what each brings: part of `net`

    @property
    def rides(self) -> bool:
        return self.outcome == RIDES

    @property
    def to_player(self) -> int:
        """What the seat's own purse gains or loses. A token bet is the seat's stake, given away;
        what it wins is the dealer's (L5)."""
        return -self.stake if self.payee == TO_DEALER else self.net

    @property
    def to_tokes(self) -> int:
        """What the dealer's toke account gains: tips, and a winning token bet with its stake."""
        won = self.stake + self.net if self.payee == TO_DEALER else 0
        return won + self.tip


def whole_cents(pays: Fraction, stake: int, what: str) -> int:
    """What so much a cent pays for a stake in cents."""
    cents, part = divmod(pays.numerator * stake, pays.denominator)
    if part:
        raise BadDefinition(f"{what} would pay {pays * stake} cents: it should have been refused")
    return cents


def hand_net(dealt: Dealt, place: int, hand: int) -> int:
    result = dealt.hand_field(place, hand, RESULT)
    return result_net(dealt, place, hand, result)


def result_net(dealt: Dealt, place: int, hand: int, result: int) -> int:
    """What a hand wins or loses by that result: of a lost one only what is the seat's own."""
    pays = dealt.game.result_pays(result, dealt.seat_field(place, BACKS))
    if result == LOSE_BET:
        return -dealt.base_stake(place)
    won = pays.numerator > 0
    stake = dealt.hand_stake(place, hand) if won else dealt.own_stake(place, hand)
    return whole_cents(pays, stake, "a hand")


def main_net(dealt: Dealt, place: int) -> int:
    return sum(hand_net(dealt, place, hand) for hand in range(dealt.hand_count(place)))


def main_payout(dealt: Dealt, place: int, bet: Bet) -> Payout:
    net = main_net(dealt, place)
    if dealt.hand_count(place) == 1:
        outcome = dealt.game.result_name(dealt.hand_field(place, 0, RESULT))
    else:
        outcome = "win" if net > 0 else "lose" if net < 0 else "push"
    return Payout(
        seat=dealt.seats[place].seat,
        wager=bet.wager,
        paytable="standard",
        stake=bet.stake,
        outcome=outcome,
        pays=Fraction(net, bet.stake),
        net=net,
    )


def fee_payout(dealt: Dealt, place: int, bet: Bet) -> Payout:
    """U4: the payment is never returned."""
    return Payout(
        seat=dealt.seats[place].seat,
        wager=bet.wager,
        paytable="standard",
        stake=bet.stake,
        outcome="paid",
        pays=Fraction(-1),
        net=-bet.stake,
    )


def wager_payout(dealt: Dealt, place: int, bet: Bet) -> Payout:
    """What a side bet, riding bet or insurance comes to on the felt as it lies."""
    wager = dealt.game.wager(bet.wager)
    table = table_for(dealt.game, dealt.seats[place], bet)
    outcome = wager.outcome(dealt.felt, place)
    pays, tip = table.pays(outcome), table.tip(outcome)
    net = whole_cents(pays, bet.stake, wager.name)
    if dealt.game.tip_from_player:
        net -= tip
    envied = envy_won(dealt, place, wager, bet.stake)
    net += sum(cents for _, cents in envied)
    return Payout(
        seat=dealt.seats[place].seat,
        wager=bet.wager,
        paytable=table.name,
        stake=bet.stake,
        outcome=outcome,
        pays=pays,
        net=net,
        tip=tip,
        payee=wager.payee,
        streak=LOOKS["streak"].read(dealt.felt, place) if wager.kind == RIDING else None,
        envy=envied,
    )


def bet_payout(dealt: Dealt, place: int, bet: Bet) -> Payout:
    kind = dealt.game.wager(bet.wager).kind
    if kind == MAIN:
        return main_payout(dealt, place, bet)
    return fee_payout(dealt, place, bet) if kind == FEE else wager_payout(dealt, place, bet)


def offered_wager(dealt: Dealt) -> Wager | None:
    """The wager the dealer offers in mid-round: insurance, where there is one."""
    return next((wager for wager in dealt.game.wagers if wager.kind == OFFER), None)


def seat_bets(dealt: Dealt, place: int) -> Iterable[Bet]:
    """The seat's bets in the order placed, insurance last."""
    yield from dealt.seats[place].bets
    offered, stake = offered_wager(dealt), dealt.insurance_stake(place)
    if offered and stake:
        yield Bet(offered.id, stake)


def net_of(paid: Iterable[Payout]) -> int:
    """What decided wagers bring the purse; bets that ride are not decided."""
    return sum(one.to_player for one in paid if not one.rides)


def seat_net(dealt: Dealt, place: int) -> int:
    """What a finished round brings the seat's purse: `net_of` its payouts, whose words for a main
    wager are left out."""
    if not dealt.done:
        return 0
    game, net = dealt.game, 0
    for bet in seat_bets(dealt, place):
        if game.wager(bet.wager).kind == MAIN:
            net += main_net(dealt, place)
        else:
            net += net_of([bet_payout(dealt, place, bet)])
    return net


def payouts(dealt: Dealt) -> tuple[Payout, ...]:
    """Every wager of a finished round; none if it was called off."""
    if not dealt.done:
        return ()
    return tuple(
        bet_payout(dealt, place, bet)
        for place in range(len(dealt.seats))
        for bet in seat_bets(dealt, place)
    )
