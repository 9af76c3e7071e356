"""What leaves the server about a table, built by allow-list from the open view of the round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from holecard.cards import card_text
from holecard.dealing.felt import SEATS, STATE
from holecard.hand import total
from holecard.money import ratio_text
from holecard.play.view import BACK, SeatView, Standing, View, look, view
from holecard.server.events.table import PostedLimit
from holecard.server.table.rounds import DEFAULT_WORDS, default_of
from holecard.server.table.state import OnFelt, Seated, ShoeState, Story, TableState
from holecard.server.wire.requests import Limits
from holecard.server.wire.socket_answers import MetersMessage
from holecard.server.wire.table_answers import (
    BetSeen,
    Bounds,
    Chair,
    ClockSeen,
    EventSeen,
    HandSeen,
    LateSeen,
    PaidSeen,
    RoundSeen,
    SeatSeen,
    ShoeSeen,
    TableHead,
    You,
)
from holecard.text.trace import Event, Weave
from holecard.text.words import paid_words
from holecard.wagers.bets import Bet, SeatBets, fee_for
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from holecard.wagers.payout import Payout
from holecard.wagers.wager import FEE, MAIN, Wager


def table_json(state: TableState) -> str:
    """The table as `TableSeen` has it, put together from parts; a part is written again only when
    what it shows has changed, and most of a table stays as it was from one event to the next."""
    chairs = ",".join(chair_json(state, seat) for seat in range(1, SEATS + 1))
    felt = state.felt
    return (
        f'{{{head_json(state)},"version":{state.seq}'
        f',"phase":"{"playing" if state.playing else "betting"}","next_round":{state.next_round}'
        f',"chairs":[{chairs}],"round":{round_json(felt) if felt else "null"}'
        f',"shoe":{shoe_json(state.current)},"next_shoe":{shoe_json(state.coming)}'
        f',"voids":{state.voids}'
        f',"clock":{clock_seen(state).model_dump_json()}}}'
    )


def head_json(state: TableState) -> str:
    """Without its braces."""
    if "head" not in state.shown:
        state.shown["head"] = table_head(state).model_dump_json()[1:-1]
    return state.shown["head"]


def chair_json(state: TableState, seat: int) -> str:
    one = state.chairs.get(seat)
    if one is None:
        return EMPTY_CHAIRS[seat - 1]
    key = f"{seat} {one.player in state.confirmed}"
    if key not in one.shown:
        one.shown[key] = chair_seen(state, seat, one).model_dump_json()
    return one.shown[key]


def round_json(felt: OnFelt) -> str:
    if "round" not in felt.shown:
        past, dealt = felt.past, felt.dealt
        weave = past.weave.further(dealt, felt.timed) if past else Weave(dealt, felt.timed)
        looked = look(dealt, felt.paid, past.seats if past else ())
        seen = view(dealt, weave, looked)
        if felt.waits:
            seen = held_back(seen)
            looked = looked._replace(seats=tuple(Standing(None, one) for one in seen.seats))
        seats = seats_json(felt, looked.seats)
        felt.stories[:] = [Story(weave, events_json(felt, seen.events), looked.seats, seats)]
        bare = view_seen(replace(seen, events=(), seats=()), felt.number, len(felt.choices), dealt)
        bare = bare.model_copy(update={"late": late_seen(felt)})
        text = bare.model_dump_json().replace('"seats":[]', f'"seats":[{",".join(seats)}]', 1)
        whole = f'"events":[{felt.stories[0].text}]'
        felt.shown["round"] = text.replace('"events":[]', whole, 1)
    return felt.shown["round"]


def seats_json(felt: OnFelt, seats: Sequence[Standing]) -> tuple[str, ...]:
    """Each seat as it was told before, if it stands as it stood then."""
    past = felt.past
    return tuple(
        past.seat_texts[place]
        if past and past.seats[place] is one
        else seat_seen(one.view, felt.seats[place]).model_dump_json()
        for place, one in enumerate(seats)
    )


def held_back(seen: View) -> View:
    """Nobody is asked while late bets are open."""
    seats = tuple(
        replace(seat, hands=tuple(replace(hand, active=False) for hand in seat.hands))
        for seat in seen.seats
    )
    return replace(
        seen,
        seats=seats,
        asked_seat=0,
        asked_hand=0,
        legal=(),
        amounts=(),
        notes=(),
        names=(),
        question="",
    )


def late_seen(felt: OnFelt) -> LateSeen | None:
    if not felt.waits:
        return None
    return LateSeen(wagers=[one.id for one in felt.game.late], waits=sorted(felt.waits))


def events_json(felt: OnFelt, events: Sequence[Event]) -> str:
    """What was told of the round's events before, and those that are new."""
    before = [felt.past.text] if felt.past else []
    return ",".join([*before, *(event_seen(one).model_dump_json() for one in events)])


def shoe_json(shoe: ShoeState) -> str:
    if "shoe" not in shoe.shown:
        shoe.shown["shoe"] = shoe_seen(shoe).model_dump_json()
    return shoe.shown["shoe"]


def table_head(state: TableState) -> TableHead:
    opened = state.opened
    return TableHead(
        id=state.id,
        name=opened.name,
        game=state.game.id,
        game_name=state.game.name,
        rules_line=opened.rules_line,
        rules=state.game.rules_json,
        private=opened.private,
        limits={key: Limits(least=one.least, most=one.most) for key, one in opened.limits.items()},
        paytables=dict(state.paytables or {}),
        players_choose=state.paytables is None,
        parties=parties_of(state.game),
        stakes={wager.id: stakes_of(wager, opened.limits) for wager in state.game.wagers},
    )


def parties_of(game: Game) -> list[list[int]]:
    found = dict.fromkeys(game.seats_with(seat) for seat in range(1, SEATS + 1))
    return [list(party) for party in found if party]


def stakes_of(wager: Wager, posted: Mapping[str, PostedLimit]) -> Bounds:
    limit = posted.get(wager.id, wager)
    return Bounds(least=limit.least, most=limit.most)


def clock_seen(state: TableState) -> ClockSeen:
    return ClockSeen(
        decision_seconds=state.opened.decision_seconds,
        betting_seconds=state.opened.betting_seconds,
        default=DEFAULT_WORDS,
        deadline=state.deadline,
    )


def chair_seen(state: TableState, seat: int, one: Seated) -> Chair:
    return Chair(
        seat=seat,
        player=one.player,
        name=one.name,
        bets=[*bets_seen(one.bets), *bets_seen(one.carried.bets, riding=True)],
        button=one.carried.button,
        confirmed=one.player in state.confirmed,
        last_bets=bets_seen(one.last_bets),
        fees=fees_of(state.game, one.bets),
    )


def fees_of(game: Game, bets: Iterable[Bet]) -> dict[str, int]:
    main = sum(bet.stake for bet in bets if game.wager(bet.wager).kind == MAIN)
    return {wager.id: fee_for(wager, main) for wager in game.wagers if main and wager.kind == FEE}


def empty_chair(seat: int) -> Chair:
    return Chair(
        seat=seat, player="", name="", bets=[], button=0, confirmed=False, last_bets=[], fees={}
    )


EMPTY_CHAIRS = [empty_chair(seat).model_dump_json() for seat in range(1, SEATS + 1)]


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
        cards=shoe.size,
        contributors=sorted(shoe.commits),
        revealed=sorted(shoe.reveals),
        promises=dict(sorted(shoe.commits.items())),
        entropies=dict(sorted(shoe.reveals.items())),
    )


def round_seen(felt: OnFelt) -> RoundSeen:
    """The one way a round leaves the server: through `play.view`."""
    return view_seen(
        view(felt.dealt, Weave(felt.dealt, felt.timed)),
        felt.number,
        len(felt.choices),
        felt.dealt,
    )


def view_seen(seen: View, number: int, step: int, dealt: Dealt) -> RoundSeen:
    of = {one.seat: one for one in dealt.seats}
    return RoundSeen(
        number=number,
        step=step,
        dealer=seen.dealer,
        dealer_says=seen.dealer_says,
        dealer_does=seen.dealer_does,
        dealer_total=seen.dealer_total,
        seats=[seat_seen(one, of[one.seat]) for one in seen.seats],
        events=[event_seen(one) for one in seen.events],
        asked_seat=seen.asked_seat,
        asked_hand=seen.asked_hand,
        legal=list(seen.legal),
        default=default_of(seen.legal, asked_total(dealt)),
        notes=dict(seen.notes),
        names=dict(seen.names),
        question=seen.question,
        amounts={name: Bounds(least=least, most=most) for name, least, most in seen.amounts},
        done=seen.done,
        called_off=seen.called_off,
        paid=[paid_seen(dealt.game, one) for one in seen.paid],
    )


def asked_total(dealt: Dealt) -> int:
    """What the hand that is asked counts; 0 when none is."""
    ask = dealt.ask
    return total(dealt.hand_field(ask.place, ask.hand, STATE)) if ask else 0


def seat_seen(seen: SeatView, seat: SeatBets) -> SeatSeen:
    tables = {bet.wager: bet.paytable for bet in seat.bets}
    return SeatSeen(
        seat=seen.seat,
        hands=[
            HandSeen(
                cards=hand.cards,
                says=hand.says,
                hand_says=hand.hand_says,
                total=hand.total,
                why=hand.why,
                stake=hand.stake,
                house=hand.house,
                doubled=hand.doubled,
                result=hand.result,
                active=hand.active,
            )
            for hand in seen.hands
        ],
        burned=seen.burned,
        button=seen.button,
        main=seen.main,
        bets=[
            BetSeen(
                wager=wager,
                stake=stake,
                paytable=tables[wager],
                riding=wager in seat.riding,
                late=wager in seat.late,
            )
            for wager, stake in seen.bets
        ],
        net=seen.net,
    )


def event_seen(event: Event) -> EventSeen:
    card = BACK if event.hidden else "" if event.card is None else card_text(event.card)
    return EventSeen(
        kind=event.kind,
        says=event.says,
        parts=list(event.parts),
        seat=event.seat,
        hand=event.hand,
        card=card,
        wager=event.wager,
        amount=event.amount,
        tip=event.tip,
        hand_says="" if event.hidden else event.hand_says,
        hand_why="" if event.hidden else event.hand_why,
        total=None if event.hidden else event.total,
    )


def paid_seen(game: Game, paid: Payout) -> PaidSeen:
    return PaidSeen(
        seat=paid.seat,
        wager=paid.wager,
        paytable=paid.paytable,
        stake=paid.stake,
        outcome=paid.outcome,
        says=paid_words(game, paid.wager, paid.outcome),
        pays=ratio_text(paid.pays),
        net=paid.net,
        tip=paid.tip,
        payee=paid.payee,
        streak=paid.streak,
        rides=paid.rides,
        to_player=paid.to_player,
        to_dealer=paid.to_tokes,
    )


def table_message(state: TableState, now: int) -> str:
    """The socket's `TableMessage`, the same bytes for everyone; made once for each version."""
    if "message" not in state.seen:
        head = f'{{"type":"table","version":{state.seq},"now":{now},"table":'
        state.seen["message"] = head + table_json(state) + "}"
    return state.seen["message"]


def own(state: TableState, player: str, name: str, purse: int) -> dict[str, Any]:
    """What is the viewer's own: the fields of `You`."""
    seats = state.seats_of(player)
    shoes = state.shoes() if seats else ()
    return {
        "player": player,
        "name": name,
        "purse": purse,
        "seats": seats,
        "asked": state.asked_seat in seats,
        "needs_commitment": [one.number for one in shoes if one.wants_commitment(player)],
        "needs_entropy": [state.current.number] if seats and wants(state, player) else [],
    }


def wants(state: TableState, player: str) -> bool:
    return state.current.wants_entropy(player)


def you_json(own: dict[str, Any]) -> str:
    return You(**own).model_dump_json()


def meters_message(meters: Mapping[str, int]) -> str:
    """The socket's `MetersMessage`."""
    return MetersMessage(meters=dict(meters)).model_dump_json()


def you_message(version: int, own: dict[str, Any]) -> str:
    """The socket's `YouMessage`."""
    return f'{{"type":"you","version":{version},"you":{you_json(own)}}}'
