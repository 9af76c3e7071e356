"""When time runs out: the published default for a seat that is asked, the deal for a window."""

from __future__ import annotations

from holecard.server.events.round import BetsPlaced, WindowClosed
from holecard.server.store.ledger import VOID, Transfer, hold_account, player_account
from holecard.server.table.late_bets import no_late_bets
from holecard.server.table.log_page import TablePage
from holecard.server.table.rounds import deal, default_choice, make_choice
from holecard.server.table.seating import leave
from holecard.server.table.shoes import has_given, void_shoe

MOST_MISSED = 3  # betting windows let pass before a seat is given up


def run_out(page: TablePage) -> bool:
    """Do what the table's clock calls for; false if it has not run out (any more)."""
    table = page.table
    if table.deadline is None or page.outside.now() < table.deadline:
        return False
    if table.playing and table.round.waits:
        no_late_bets(page)
        return True
    if table.playing:
        make_choice(page, default_choice(table.round.dealt), True)
        return True
    if void_withheld(page):
        return True
    take_back_unshuffled(page)
    if not deal(page):
        close_window(page)
    give_up_seats(page)
    return True


def void_withheld(page: TablePage) -> bool:
    """Seats of players who keep back what they promised, now that others have shown theirs, are
    given up, which voids the shoe; whether there were any."""
    shoe = page.table.current
    if not shoe.reveals or not shoe.withheld:
        return False
    void_shoe(page, "withheld", shoe.withheld)
    for player in shoe.withheld:
        for seat in page.table.seats_of(player):
            leave(page, seat, "withheld")
    return True


def take_back_unshuffled(page: TablePage) -> None:
    """Bets of a player whose entropy never came go back: nobody's has been shown yet."""
    table = page.table
    for player in table.players:
        if table.bets_of(player) and not has_given(table.current, player):
            take_back(page, player)


def take_back(page: TablePage, player: str) -> None:
    table = page.table
    felt, purse = hold_account(table.id), player_account(player)
    seats = [seat for seat in table.seats_of(player) if table.chairs[seat].bets]
    moved = [
        Transfer(table.next_round, seat, bet.wager, VOID, page.seq + 1, felt, purse, bet.stake)
        for seat in seats
        for bet in table.chairs[seat].bets
    ]
    page.add(BetsPlaced(table.next_round, player, dict.fromkeys(seats, ())), moved)


def close_window(page: TablePage) -> None:
    """Nobody has bet: whoever was ready is asked again next time."""
    page.add(WindowClosed(page.table.next_round))


def give_up_seats(page: TablePage) -> None:
    """A chair whose player lets window after window pass is free again."""
    chairs = page.table.chairs
    for seat in sorted(chairs):
        missed = min(chairs[one].missed for one in page.table.game.seats_with(seat))
        if missed >= MOST_MISSED and not page.table.in_round(seat):
            leave(page, seat, "away")
