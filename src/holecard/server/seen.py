"""What leaves the server about a table, built by allow-list from the open view of the round."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from holecard.bets import Bet
from holecard.cards import card_text
from holecard.felt import SEATS
from holecard.payout import Payout
from holecard.play.view import BACK, SeatView, View, view
from holecard.server.answers import (
    BetSeen,
    Chair,
    ClockSeen,
    EventSeen,
    HandSeen,
    PaidSeen,
    RoundSeen,
    SeatSeen,
    ShoeSeen,
    TableMessage,
    TableSeen,
    You,
    YouMessage,
)
from holecard.server.ledger import player_account
from holecard.server.messages import Limits
from holecard.server.rounds import DEFAULT_WORDS
from holecard.server.state import OnFelt, ShoeState, TableState
from holecard.trace import Event


def table_seen(state: TableState) -> TableSeen:
    opened = state.opened
    return TableSeen(
        id=state.id,
        name=opened["name"],
        game=state.game.id,
        game_name=state.game.name,
        rules_line=opened["rules_line"],
        rules=opened["rules"],
        private=opened["private"],
        limits={key: Limits(**one) for key, one in opened["limits"].items()},
        version=state.seq,
        phase="playing" if state.playing else "betting",
        next_round=state.next_round,
        chairs=[chair_seen(state, seat) for seat in range(1, SEATS + 1)],
        round=round_seen(state.felt) if state.felt else None,
        shoe=shoe_seen(state.current),
        next_shoe=shoe_seen(state.coming),
        clock=ClockSeen(
            decision_seconds=opened["decision_seconds"],
            betting_seconds=opened["betting_seconds"],
            default=DEFAULT_WORDS,
            deadline=state.deadline,
        ),
    )


def chair_seen(state: TableState, seat: int) -> Chair:
    one = state.chairs.get(seat)
    if one is None:
        return Chair(
            seat=seat, player="", name="", bets=[], button=0, confirmed=False, last_bets=[]
        )
    return Chair(
        seat=seat,
        player=one.player,
        name=one.name,
        bets=[*bets_seen(one.bets), *bets_seen(one.carried.bets, riding=True)],
        button=one.carried.button,
        confirmed=one.player in state.confirmed,
        last_bets=bets_seen(one.last_bets),
    )


def bets_seen(bets: Iterable[Bet], riding: bool = False) -> list[BetSeen]:
    return [
        BetSeen(wager=bet.wager, stake=bet.stake, paytable=bet.paytable, riding=riding)
        for bet in bets
    ]


def shoe_seen(shoe: ShoeState) -> ShoeSeen:
    return ShoeSeen(
        number=shoe.number,
        commitment=shoe.commitment,
        opened=shoe.opened,
        dealt=shoe.dealt,
        cards=52 * shoe.decks,
        contributors=sorted(shoe.commits),
        revealed=sorted(shoe.reveals),
    )


def round_seen(felt: OnFelt) -> RoundSeen:
    """The one way a round leaves the server: through `play.view`."""
    return view_seen(view(felt.dealt), felt.number, len(felt.choices), felt)


def view_seen(seen: View, number: int, step: int, felt: OnFelt) -> RoundSeen:
    tables = {one.seat: {bet.wager: bet.paytable for bet in one.bets} for one in felt.seats}
    riding = {one.seat: one.riding for one in felt.seats}
    return RoundSeen(
        number=number,
        step=step,
        dealer=seen.dealer,
        dealer_says=seen.dealer_says,
        seats=[seat_seen(one, tables[one.seat], riding[one.seat]) for one in seen.seats],
        events=[event_seen(one) for one in seen.events],
        asked_seat=seen.asked_seat,
        asked_hand=seen.asked_hand,
        legal=list(seen.legal),
        done=seen.done,
        called_off=seen.called_off,
        paid=[paid_seen(one) for one in seen.paid],
    )


def seat_seen(seen: SeatView, tables: dict[str, str], riding: frozenset[str]) -> SeatSeen:
    return SeatSeen(
        seat=seen.seat,
        hands=[
            HandSeen(
                cards=hand.cards,
                says=hand.says,
                why=hand.why,
                stake=hand.stake,
                doubled=hand.doubled,
                result=hand.result,
                active=hand.active,
            )
            for hand in seen.hands
        ],
        burned=seen.burned,
        button=seen.button,
        bets=[
            BetSeen(wager=wager, stake=stake, paytable=tables[wager], riding=wager in riding)
            for wager, stake in seen.bets
        ],
    )


def event_seen(event: Event) -> EventSeen:
    card = BACK if event.hidden else "" if event.card is None else card_text(event.card)
    return EventSeen(
        kind=event.kind,
        says=event.says,
        seat=event.seat,
        hand=event.hand,
        card=card,
        wager=event.wager,
        amount=event.amount,
        tip=event.tip,
    )


def paid_seen(paid: Payout) -> PaidSeen:
    return PaidSeen(
        seat=paid.seat,
        wager=paid.wager,
        paytable=paid.paytable,
        stake=paid.stake,
        outcome=paid.outcome,
        pays=odds_seen(paid.pays),
        net=paid.net,
        tip=paid.tip,
        payee=paid.payee,
        streak=paid.streak,
    )


def odds_seen(pays: Fraction) -> str:
    return f"{pays.numerator}:{pays.denominator}"


def table_message(state: TableState, now: int) -> str:
    """The socket's message, the same bytes for everyone; made once for each version."""
    if "message" not in state.seen:
        message = TableMessage(version=state.seq, now=now, table=table_seen(state))
        state.seen["message"] = message.model_dump_json()
    found: str = state.seen["message"]
    return found


def you_at(state: TableState, player: str, name: str, purse: int) -> You:
    seats = state.seats_of(player)
    shoes = state.shoes() if seats else ()
    return You(
        player=player,
        name=name,
        purse=purse,
        seats=seats,
        asked=state.asked_seat in seats,
        needs_commitment=[one.number for one in shoes if one.wants_commitment(player)],
        needs_entropy=[state.current.number] if seats and wants(state, player) else [],
    )


def wants(state: TableState, player: str) -> bool:
    return state.current.wants_entropy(player)


def you_message(state: TableState, player: str, name: str, purse: int) -> str:
    return YouMessage(version=state.seq, you=you_at(state, player, name, purse)).model_dump_json()


def purse_in(balances: dict[str, int], player: str) -> int | None:
    return balances.get(player_account(player))
