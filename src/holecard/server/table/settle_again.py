"""The rounds of a proof dealt and settled again by the rules: who was asked, what they might do,
what each wager came to, and every cent that moved."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from holecard.cards import cards_text, read_cards
from holecard.errors import HolecardError, NotAllowed
from holecard.server.events.event import Event, read_event
from holecard.server.events.round import (
    ChoiceMade,
    LateBets,
    RoundDealt,
    RoundMetered,
    RoundSettled,
)
from holecard.server.fairness.verify_shoe import canonical
from holecard.server.store.ledger import as_row
from holecard.server.table.meters import meter_transfers
from holecard.server.table.rounds import extra_wager
from holecard.server.table.settling import Ended, called_off, settled
from holecard.text.line import line_of, read_line
from holecard.wagers.bets import SeatBets, check_table, with_late
from holecard.wagers.dealt import Dealt, check_choice, deal_round
from holecard.wagers.game import Game
from holecard.wagers.meter_turns import before_turns, meter_turns, metered, with_turns
from holecard.wagers.payout import net_of, payouts
from holecard.wagers.riding import Carried, carried_on


class OtherResult(HolecardError):
    """A round of a proof that the rules settle otherwise."""

    code = "fairness/other_result"
    exit_code = 1


def need(true: bool, number: int, why: str) -> None:
    if not true:
        raise OtherResult(f"round {number}: {why}")


@dataclass
class Round:
    """A round of the log, event by event."""

    begun: RoundDealt
    made: list[tuple[ChoiceMade, list[Any]]] = field(default_factory=list)
    metered: tuple[RoundMetered, list[Any]] | None = None
    late: list[tuple[LateBets, list[Any], int]] = field(default_factory=list)  # after which choice


def settle_again(proof: dict[str, Any]) -> int:
    """The rounds that come to the same by the rules; refused with the first that does not."""
    try:
        return settle_rounds(proof)
    except (LookupError, TypeError, ValueError, AttributeError) as wrong:
        if isinstance(wrong, HolecardError):
            raise
        raise OtherResult(f"a round cannot be dealt again: {type(wrong).__name__}") from wrong


def settle_rounds(proof: dict[str, Any]) -> int:
    order, count = read_cards(proof["order"]), 0
    on: Round | None = None
    game: Game | None = None
    for row in proof["events"]:
        event: Event = read_event(row["kind"], row["body"])
        if canonical(event.body()) != canonical(row["body"]):
            raise OtherResult(
                f"event {row['seq']} says more or otherwise than a {row['kind']} does"
            )
        match event:
            case RoundDealt():
                on = Round(event)
            case LateBets() if on is not None:
                on.late.append((event, row["transfers"], len(on.made)))
            case ChoiceMade() if on is not None:
                on.made.append((event, row["transfers"]))
            case RoundMetered() if on is not None:
                on.metered = event, row["transfers"]
            case RoundSettled() if on is not None:
                played = read_line(event.line).game
                same = game is None or (played.id, played.line) == (game.id, game.line)
                need(same, event.round, "its line has other rules than the round before")
                game = played
                ours = event.shoe == proof["number"]
                cards = order[on.begun.start :] if ours else read_cards(event.drawn)
                try:
                    check_round(proof["table"], Felt(game, cards, on), event, row["transfers"])
                except NotAllowed as wrong:  # a bet or a choice the rules refuse
                    raise OtherResult(f"round {event.round}: {wrong}") from wrong
                count += ours
                on = None
    return count


@dataclass(frozen=True)
class Felt:
    """What a round is dealt from."""

    game: Game
    cards: tuple[int, ...]
    round: Round

    def dealt(self, made: int) -> Dealt:
        choices = tuple(one.choice for one, _ in self.round.made[:made])
        return deal_round(self.game, self.seats_after(made), self.cards, choices)

    def seats_after(self, made: int) -> tuple[SeatBets, ...]:
        """The seats with what had been bet late before so many choices were made, and no more."""
        late = {seat: bets for one, _, at in self.round.late if at <= made
                for seat, bets in one.seats.items()}  # fmt: skip
        seats = self.round.begun.seats
        return tuple(with_late(self.game, one, late.get(one.seat, ())) for one in seats)


def check_round(table: str, felt: Felt, event: RoundSettled, moved: list[Any]) -> None:
    number, begun, made = event.round, felt.round.begun, felt.round.made
    check_table(felt.game, begun.seats)
    check_late(felt, event)
    for place, (one, held) in enumerate(made):
        check_made(felt.dealt(place), one, held, number)
    dealt = felt.dealt(len(made))
    off = event.called_off
    need(off or dealt.done, number, "it was settled before it was over")
    if not off:
        dealt = check_meters(dealt, felt.round, number)
    need(not off or felt.round.metered is None, number, "it was called off, and a meter moved")
    ended = Ended(table, number, dealt, event.players)
    paid = () if off else payouts(dealt)
    nets = {seat.seat: net_of(one for one in paid if one.seat == seat.seat) for seat in dealt.seats}
    wanted = called_off(ended) if off else settled(ended, paid)
    need(event.drawn == cards_text(dealt.drawn), number, f"it draws {cards_text(dealt.drawn)}")
    need(event.line == line_of(dealt, paid), number, f"it comes to {line_of(dealt, paid)}")
    need(event.net == nets, number, f"the seats' nets are {nets}")
    need(moved == [as_row(one) for one in wanted], number, "other money was moved than it pays")
    for seat in dealt.seats:
        kept = Carried(seat.button, tuple(bet for bet in seat.bets if bet.wager in seat.riding))
        keeps = kept if off else carried_on(seat, paid)
        need(event.carried[seat.seat] == keeps, number, f"seat {seat.seat} carries {keeps}")


def check_meters(dealt: Dealt, on: Round, number: int) -> Dealt:
    """The round with what its bets found on their meters. What was on these before it is the
    house's word (and the doctor's, who has every table's log): all that follows is worked out."""
    event, moved = on.metered or (RoundMetered(number, ()), [])
    held = before_turns(event.turns)
    missing = sorted(metered(dealt.game, dealt.seats).keys() - held.keys())
    need(not missing, number, f"the meter of {', '.join(missing)} is left out")
    turns = meter_turns(dealt, held)
    need(event.turns == turns, number, f"its meters go {turns}")
    wanted = [as_row(one) for one in meter_transfers(dealt.game.id, number, turns)]
    need(moved == wanted, number, "other money moved on a meter than its bets put on it and win")
    return replace(dealt, seats=with_turns(dealt.seats, turns))


def check_late(felt: Felt, event: RoundSettled) -> None:
    """Each player says once what is bet when the dealer's card is up, before a seat plays, and what
    is bet is put on the felt."""
    late, number = felt.round.late, event.round
    players = [one.player for one, _, _ in late]
    need(len(set(players)) == len(players), number, "late bets are said twice")
    plain = deal_round(felt.game, felt.round.begun.seats, felt.cards, ())
    for one, held, at in late:
        choices = tuple(made.choice for made, _ in felt.round.made[:at])
        plain = deal_round(felt.game, felt.round.begun.seats, felt.cards, choices)
        need(plain.takes_late, number, "bets were taken when none could be made")
        need(bool(felt.game.late), number, "the game has no bets made so late")
        need(not (one.default and one.seats), number, "the clock bets nothing")
        for seat in one.seats:
            need(event.players.get(seat) == one.player, number, f"seat {seat} is another player's")
        costs = [[seat, bet.wager, bet.stake] for seat, bets in one.seats.items() for bet in bets]
        found = [[row[1], row[2], row[7]] for row in held]
        need(found == costs, number, f"late bets of {costs} put {found} on the felt")
    seats = felt.seats_after(len(felt.round.made))
    check_table(felt.game, seats)
    asked = bool(felt.game.late) and felt.dealt(len(felt.round.made)).played_on
    said = set(players) == set(event.players.values())
    need(not asked or said, number, "not every player was asked for late bets")


def check_made(dealt: Dealt, made: ChoiceMade, held: list[Any], number: int) -> None:
    """The seat that is asked, a choice it has, and what that puts on the felt."""
    ask = dealt.ask
    need(ask is not None, number, f"nobody is asked, and {made.choice} is written")
    assert ask is not None
    seat = dealt.seats[ask.place].seat
    need(seat == made.seat, number, f"seat {seat} is asked, not seat {made.seat}")
    check_choice(dealt, made.choice)
    extra = dealt.extra_stake(made.choice)
    costs = [[made.seat, extra_wager(dealt, made.choice), extra]] if extra else []
    found = [[one[1], one[2], one[7]] for one in held]
    need(found == costs, number, f"{made.choice} puts {costs} on the felt, not {found}")
