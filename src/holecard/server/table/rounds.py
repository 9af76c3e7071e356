"""A round at a table: dealt, decided choice by choice, settled. The rules are asked, not known."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from holecard.cards import cards_text
from holecard.dealing.actions import ACTION_NAMES, BURN, DECLINE, INSURE, KEEP, STAND, read_action
from holecard.dealing.felt import STATE
from holecard.errors import IllegalAction, NotAllowed, RefusedWager
from holecard.hand import total
from holecard.money import money_text
from holecard.server.base.refusals import NotYours, Stale
from holecard.server.events.round import ChoiceMade, RoundDealt, RoundSettled
from holecard.server.store.ledger import HOLD, Transfer, hold_account, player_account
from holecard.server.table.log_page import TablePage
from holecard.server.table.meters import settle_meters
from holecard.server.table.settling import Ended, called_off, settled
from holecard.server.table.shoes import open_shoe, turn_shoe
from holecard.server.wire.requests import Choose
from holecard.text.line import line_of
from holecard.wagers.bets import SeatBets, check_table
from holecard.wagers.dealt import Choice, Dealt, check_choice, read_choice
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout, net_of, offered_wager
from holecard.wagers.riding import Carried, carried_into, carried_on

DEFAULTS = (STAND, KEEP, DECLINE)
DEFAULT_WORDS = "stand, burn a card that busts and keep any other, no insurance"


def default_of(legal: Collection[str], total: int) -> str:
    """What is chosen for a seat whose time has run out; empty if it is asked for nothing. A burn is
    paid for, and a busted hand is lost without it: nobody who looked away would have kept it."""
    names = (ACTION_NAMES[action] for action in ((BURN, *DEFAULTS) if total > 21 else DEFAULTS))
    return next((name for name in names if name in legal), "")


def betting_seats(page: TablePage) -> tuple[SeatBets, ...]:
    chairs = page.table.chairs
    return tuple(
        carried_into(chairs[seat].carried, seat, chairs[seat].bets)
        for seat in sorted(chairs)
        if chairs[seat].bets
    )


def deal(page: TablePage) -> bool:
    """Deal to every seat that has bets; false if none has."""
    seats = betting_seats(page)
    if not seats:
        return False
    check_table(page.table.game, seats)
    open_shoe(page)
    shoe = page.table.current
    page.add(RoundDealt(page.table.next_round, shoe.number, shoe.dealt, seats))
    finish(page)
    return True


def choose(page: TablePage, player: str, asked: Choose) -> None:
    """The choice a seat is asked for, by its player."""
    table = page.table
    if not table.playing:
        raise Stale("no round is being dealt")
    if table.round.waits:
        raise NotAllowed(f"bets on {late_names(table.game)} come first: nobody is asked yet")
    if (asked.round, asked.step) != (table.number, len(table.round.choices)):
        raise Stale(
            f"the table is at round {table.number}, choice {len(table.round.choices)}: "
            f"not {asked.round}, {asked.step}"
        )
    chair = table.chairs.get(asked.seat)
    if chair is None or chair.player != player:
        raise NotYours(f"seat {asked.seat} is not yours")
    if asked.seat != table.asked_seat:
        raise IllegalAction(f"seat {table.asked_seat} is asked, not seat {asked.seat}")
    action = read_choice(asked.choice).action
    if "=" in asked.choice:
        raise IllegalAction("give the amount as `amount`, in cents")
    make_choice(page, Choice(action, asked.amount), False)


def late_names(game: Game) -> str:
    return " and ".join(wager.name for wager in game.late)


def make_choice(page: TablePage, choice: Choice, default: bool) -> None:
    table = page.table
    dealt, seat = table.round.dealt, table.asked_seat
    check_choice(dealt, choice)
    made = ChoiceMade(table.number, len(table.round.choices), seat, choice, default)
    page.add(made, extra_transfers(page, dealt, choice, seat))
    finish(page)


def extra_transfers(page: TablePage, dealt: Dealt, choice: Choice, seat: int) -> list[Transfer]:
    """What doubling, splitting or insuring puts on the felt."""
    extra = dealt.extra_stake(choice)
    if not extra:
        return []
    player = page.table.chairs[seat].player
    purse = page.purse(player)
    if extra > purse:
        raise RefusedWager(
            f"cannot {choice}: it takes {money_text(extra)} more, your purse holds "
            f"{money_text(purse)}"
        )
    key = (page.table.number, seat, extra_wager(dealt, choice), HOLD, page.seq + 1)
    return [Transfer(*key, player_account(player), hold_account(page.table.id), extra)]


def extra_wager(dealt: Dealt, choice: Choice) -> str:
    """The wager that a choice of the seat that is asked adds to."""
    ask = dealt.ask
    assert ask is not None
    offered = offered_wager(dealt) if choice.action == INSURE else None
    return offered.id if offered else dealt.seats[ask.place].main(dealt.game).wager


def default_choice(dealt: Dealt) -> Choice:
    ask = dealt.ask
    counts = total(dealt.hand_field(ask.place, ask.hand, STATE)) if ask else 0
    name = default_of(ask.legal.names, counts) if ask else ""
    if not name:
        raise IllegalAction("no seat is asked for anything")
    return Choice(read_action(name))


def finish(page: TablePage) -> None:
    """Settle the round if nobody is asked any more."""
    dealt = page.table.round.dealt
    if dealt.ask is None:
        settle(page, dealt, dealt.called_off)
        turn_shoe(page)


def call_off(page: TablePage) -> None:
    """End the round on the felt as if it had not been dealt: every wager of it goes back."""
    settle(page, page.table.round.dealt, True)


def settle(page: TablePage, dealt: Dealt, off: bool) -> None:
    owners = {seat.seat: page.table.chairs[seat.seat].player for seat in dealt.seats}
    if not off:
        dealt = settle_meters(page, dealt, owners.values())
    ended = Ended(page.table.id, page.table.number, dealt, owners)
    paid = () if off else page.table.round.paid
    moved = called_off(ended) if off else settled(ended, paid)
    nets = {seat.seat: net_of(one for one in paid if one.seat == seat.seat) for seat in dealt.seats}
    page.add(
        RoundSettled(
            round=page.table.number,
            shoe=page.table.round.shoe,
            drawn=cards_text(dealt.drawn),
            line=line_of(dealt, paid),
            called_off=off,
            players=owners,
            net=nets,
            purses=purses(page, owners, moved),
            carried={seat.seat: after(page, off, seat, paid) for seat in dealt.seats},
        ),
        moved,
    )


def after(page: TablePage, off: bool, seat: SeatBets, paid: Sequence[Payout]) -> Carried:
    """The button and the riding bets a seat keeps; as before, if the round was called off."""
    return page.table.chairs[seat.seat].carried if off else carried_on(seat, paid)


def purses(
    page: TablePage, owners: dict[int, str], moved: list[Transfer]
) -> dict[str, tuple[int, int]]:
    """Each player's purse as the round's last card fell, and after settlement."""
    found = {}
    held = page.purses({owners[seat.seat] for seat in page.table.round.seats})
    for player, before in sorted(held.items()):
        account = player_account(player)
        gain = sum(one.cents for one in moved if one.credit == account)
        found[player] = before, before + gain
    return found
