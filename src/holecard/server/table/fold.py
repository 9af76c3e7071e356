"""How each kind of event changes a table. The log is the truth; this reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from holecard.games import find_game
from holecard.server.store.event_log import Event
from holecard.server.table.state import OnFelt, ShoeState, Sitting, TableState
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import read_choice
from holecard.wagers.riding import Carried

Seeds = Mapping[int, bytes]
Body = dict[str, Any]


def opened_state(table: str, event: Event) -> TableState:
    game = find_game(event.body["game"]).read(event.body["rules_line"])
    return TableState(
        id=table,
        game=game,
        opened={**event.body, "rules": game.rules_json},
        seq=event.seq,
        head=event.hash,
        at=event.at,
    )


def fold(state: TableState, event: Event, seeds: Seeds) -> TableState:
    """The table after one more event. `seeds` holds the secrets of shoes not revealed."""
    changed = KINDS[event.kind](state, event.body, seeds)
    return changed.but(
        seq=event.seq,
        head=event.hash,
        at=event.at,
        deadline=deadline_after(state, changed, event),
        seen={},
    )


def deadline_after(before: TableState, state: TableState, event: Event) -> int | None:
    """Clocks run only where somebody else is kept waiting."""
    if len({one.player for one in state.chairs.values()}) < 2:
        return None
    if state.playing:
        fresh = event.kind in ("round/dealt", "choice/made") or before.deadline is None
        return event.at + 1000 * state.opened["decision_seconds"] if fresh else before.deadline
    if state.confirmed or any(one.bets for one in state.chairs.values()):
        kept = None if before.playing or event.kind == "window/closed" else before.deadline
        return kept or event.at + 1000 * state.opened["betting_seconds"]
    return None


def shoe_committed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    number = body["shoe"]
    shoe = ShoeState(
        number=number, commitment=body["commitment"], decks=body["decks"], seed=seeds[number]
    )
    return state.but(shoe=state.shoe or shoe, next_shoe=shoe if state.shoe else None)


def change_shoe(
    state: TableState, number: int, change: Callable[[ShoeState], ShoeState]
) -> TableState:
    if number == state.current.number:
        return state.but(shoe=change(state.current))
    return state.but(next_shoe=change(state.coming))


def entropy_committed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    def change(shoe: ShoeState) -> ShoeState:
        return replace(shoe, commits={**shoe.commits, body["player"]: body["commitment"]})

    return change_shoe(state, body["shoe"], change)


def entropy_revealed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    def change(shoe: ShoeState) -> ShoeState:
        return replace(shoe, reveals={**shoe.reveals, body["player"]: body["entropy"]})

    return change_shoe(state, body["shoe"], change)


def shoe_opened(state: TableState, body: Body, seeds: Seeds) -> TableState:
    return change_shoe(state, body["shoe"], lambda shoe: replace(shoe, opened=True))


def shoe_revealed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    return state.but(shoe=state.next_shoe, next_shoe=None)


def seat_taken(state: TableState, body: Body, seeds: Seeds) -> TableState:
    sitting = Sitting(player=body["player"], name=body["name"])
    return state.but(chairs={**state.chairs, body["seat"]: sitting})


def seat_left(state: TableState, body: Body, seeds: Seeds) -> TableState:
    chairs = {seat: one for seat, one in state.chairs.items() if seat != body["seat"]}
    left = {one.player for one in chairs.values()}
    return state.but(chairs=chairs, confirmed=state.confirmed & left)


def bets_placed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    chairs = dict(state.chairs)
    for one in body["seats"]:
        chairs[one["seat"]] = replace(chairs[one["seat"]], bets=read_bets(one["bets"]), missed=0)
    return state.but(chairs=chairs, confirmed=state.confirmed - {body["player"]})


def read_bets(rows: list[list[Any]]) -> tuple[Bet, ...]:
    return tuple(Bet(*row) for row in rows)


def player_confirmed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    chairs = {
        seat: replace(one, missed=0) if one.player == body["player"] else one
        for seat, one in state.chairs.items()
    }
    return state.but(chairs=chairs, confirmed=state.confirmed | {body["player"]})


def window_closed(state: TableState, body: Body, seeds: Seeds) -> TableState:
    chairs = {
        seat: one if one.player in state.confirmed else replace(one, missed=one.missed + 1)
        for seat, one in state.chairs.items()
    }
    return state.but(chairs=chairs, confirmed=frozenset(), deadline=None)


def round_dealt(state: TableState, body: Body, seeds: Seeds) -> TableState:
    seats = tuple(
        SeatBets(one["seat"], read_bets(one["bets"]), one["button"], frozenset(one["riding"]))
        for one in body["seats"]
    )
    felt = OnFelt(
        number=body["round"],
        shoe=body["shoe"],
        start=body["start"],
        game=state.game,
        seats=seats,
        dealt_from=state.current,
    )
    waited = state.confirmed
    chairs = {
        seat: replace(
            one,
            bets=(),
            last_bets=one.bets or one.last_bets,
            missed=0 if one.bets or one.player in waited else one.missed + 1,
        )
        for seat, one in state.chairs.items()
    }
    # Riding bets stay with the chair's carried until the round says what became of them.
    return state.but(
        felt=felt, number=felt.number, playing=True, chairs=chairs, confirmed=frozenset()
    )


def choice_made(state: TableState, body: Body, seeds: Seeds) -> TableState:
    return state.but(felt=state.round.after(read_choice(body["choice"])))


def round_settled(state: TableState, body: Body, seeds: Seeds) -> TableState:
    chairs = dict(state.chairs)
    for seat, (button, rows) in body["carried"].items():
        chairs[int(seat)] = replace(chairs[int(seat)], carried=Carried(button, read_bets(rows)))
    shoe = state.current
    shoe = replace(shoe, dealt=shoe.dealt + len(body["drawn"].split()))
    return state.but(chairs=chairs, playing=False, shoe=shoe)


KINDS: dict[str, Callable[[TableState, Body, Seeds], TableState]] = {
    "shoe/committed": shoe_committed,
    "entropy/committed": entropy_committed,
    "entropy/revealed": entropy_revealed,
    "shoe/opened": shoe_opened,
    "shoe/revealed": shoe_revealed,
    "seat/taken": seat_taken,
    "seat/left": seat_left,
    "bets/placed": bets_placed,
    "player/confirmed": player_confirmed,
    "window/closed": window_closed,
    "round/dealt": round_dealt,
    "choice/made": choice_made,
    "round/settled": round_settled,
}
