"""Rounds that are over, dealt again from the log; and the proof of a shoe that is over."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from holecard.games import find_game
from holecard.play.view import view
from holecard.server.base.refusals import UnknownRound
from holecard.server.events.round import (
    ChoiceMade,
    LateBets,
    RoundDealt,
    RoundMetered,
    RoundSettled,
)
from holecard.server.events.table import ShoeVoided
from holecard.server.fairness.seal import NotRevealed, deck_text
from holecard.server.fairness.verify_shoe import GENESIS, SCHEMA, card_text
from holecard.server.store.event_log import as_hashed, read_entries, read_round, whole_entries
from holecard.server.store.schema import events, shoes, tables
from holecard.server.table.state import OnFelt, ShoeState, TableState, laid
from holecard.server.table.table_json import round_seen
from holecard.server.wire.past_answers import (
    HandListed,
    PurseMove,
    RoundList,
    RoundListed,
    RoundReplay,
    RoundShared,
    ShoeList,
    ShoeListed,
)
from holecard.text.line import deal_line, read_line
from holecard.wagers.bets import Bet
from holecard.wagers.dealt import Choice
from holecard.wagers.meter_turns import MeterTurn

MOST_LISTED = 50
SEARCHED = 500
SETTLES = ("take", "pay", "push")


def rounds(connection: Connection, table: str, seat: int | None, limit: int) -> RoundList:
    """The last rounds, newest first; of one seat if asked."""
    query = (
        select(events)
        .where(events.c.stream == f"table:{table}", events.c.kind == RoundSettled.kind)
        .order_by(events.c.seq.desc())
        .limit(limit if seat is None else SEARCHED)
    )
    found = connection.execute(query)
    listed = [(row.at, RoundSettled.read(json.loads(row.body))) for row in found]
    if seat is not None:
        listed = [(at, settled) for at, settled in listed if seat in settled.net]
    return RoundList(rounds=[round_listed(at, settled) for at, settled in listed[:limit]])


def round_listed(at: int, settled: RoundSettled) -> RoundListed:
    return RoundListed(
        number=settled.round,
        shoe=settled.shoe,
        at=at,
        line=settled.line,
        net={str(seat): cents for seat, cents in settled.net.items()},
        called_off=settled.called_off,
        **hands_listed(settled.line),
    )


@lru_cache(maxsize=1024)
def hands_listed(line: str) -> dict[str, Any]:
    """The cards of a round that is over, as they lay there at the end; none of one that was called
    off, whose last card never came."""
    dealt = deal_line(read_line(line))
    if dealt.called_off:
        return {"dealer": "", "dealer_says": "", "hands": []}
    seen = view(dealt)
    hands = [
        HandListed(seat=seat.seat, cards=hand.cards, says=hand.hand_says)
        for seat in seen.seats
        for hand in seat.hands
    ]
    return {"dealer": seen.dealer, "dealer_says": seen.dealer_says, "hands": hands}


class Finished(NamedTuple):
    """A past round: as it lay there at the end, and what was settled then."""

    felt: OnFelt
    at: int
    settled: RoundSettled


def finished(connection: Connection, state: TableState, number: int) -> Finished:
    """A past round as it was dealt, from its own events and its shoe."""
    begun: RoundDealt | None = None
    ended: tuple[int, RoundSettled] | None = None
    choices: list[Choice] = []
    timed: set[int] = set()
    turns: tuple[MeterTurn, ...] = ()
    late: dict[int, tuple[Bet, ...]] = {}
    for entry in read_round(connection, f"table:{state.id}", number):
        match entry.event:
            case RoundDealt() as event:
                begun = event
            case LateBets(seats=bets):
                late |= bets
            case ChoiceMade(choice=choice, default=by_clock):
                timed |= {len(choices)} if by_clock else set()
                choices.append(choice)
            case RoundMetered(turns=moved):
                turns = moved
            case RoundSettled() as event:
                ended = entry.at, event
    if begun is None or ended is None:
        raise UnknownRound(f"no finished round {number} at this table")
    shoe = shoe_of(connection, state.id, begun.shoe)
    felt = laid(begun, state.game, shoe, tuple(choices), frozenset(timed))
    felt = felt.bet_late("", late) if late else felt
    return Finished(felt.with_meters(turns), *ended)


def shoe_of(connection: Connection, table: str, number: int) -> ShoeState:
    row: Any = connection.execute(
        select(shoes).where(shoes.c.table_id == table, shoes.c.number == number)
    ).one_or_none()
    if row is None:
        raise UnknownRound(f"no shoe {number} at this table")
    entropies = json.loads(row.entropies) if row.entropies else []
    return ShoeState(
        number=number,
        commitment=row.commitment,
        decks=row.decks,
        deck=deck_of(connection, table),
        seed=bytes(row.seed),
        reveals={str(at): one for at, one in enumerate(entropies)},
        opened=row.opened_at is not None,
    )


def deck_of(connection: Connection, table: str) -> tuple[int, ...]:
    """The cards of a deck of the table's game."""
    query = select(tables.c.game).where(tables.c.id == table)
    return find_game(connection.execute(query).scalar_one()).answers.deck


def replay(connection: Connection, state: TableState, number: int) -> RoundReplay:
    """A past round with every view of it, exactly as it was seen."""
    felt, at, settled = finished(connection, state, number)
    stages = [
        round_seen(replace(felt, choices=felt.choices[:made]))
        for made in range(len(felt.choices) + 1)
    ]
    return RoundReplay(
        number=number,
        shoe=felt.shoe,
        at=at,
        line=settled.line,
        definition=state.game.definition_hash,
        view=stages[-1],
        views=stages,
        purses=[
            PurseMove(player=player, before=before, after=after)
            for player, (before, after) in settled.purses.items()
        ],
    )


def shared(connection: Connection, state: TableState, number: int) -> RoundShared:
    """A past round for strangers: what lay on the felt, and no more."""
    whole = replay(connection, state, number)
    settles = [event.says for event in whole.view.events if event.kind in SETTLES]
    return RoundShared(
        table=state.id,
        number=number,
        game=state.game.id,
        game_name=state.game.name,
        rules_line=state.game.line,
        at=whole.at,
        line=whole.line,
        title=f"{state.game.name}, round {number}",
        says=" ".join(settles),
        views=whole.views,
    )


def shoe_list(connection: Connection, table: str) -> ShoeList:
    query = select(shoes).where(shoes.c.table_id == table).order_by(shoes.c.number)
    ended = select(events.c.seq).where(
        events.c.stream == f"table:{table}", events.c.kind == ShoeVoided.kind
    )
    void = set(connection.execute(ended).scalars())
    return ShoeList(
        shoes=[
            ShoeListed(
                number=row.number,
                commitment=row.commitment,
                committed_at=row.committed_at,
                opened_at=row.opened_at,
                revealed_at=row.revealed_at,
                void=row.revealed_seq in void,
            )
            for row in connection.execute(query)
        ]
    )


def shoe_proof(connection: Connection, table: str, number: int) -> dict[str, Any]:
    """Everything a stranger needs to check a finished shoe."""
    row: Any = connection.execute(
        select(shoes).where(shoes.c.table_id == table, shoes.c.number == number)
    ).one_or_none()
    if row is None:
        raise UnknownRound(f"no shoe {number} at this table")
    if row.revealed_at is None:
        raise NotRevealed(f"shoe {number} is not over: its seed is shown when it is")
    stream, first, last = f"table:{table}", row.committed_seq, row.revealed_seq
    log = whole_entries(connection, stream, first, last)
    before = read_entries(connection, stream, first - 2, until=first - 1)
    shoe = shoe_of(connection, table, number)
    named = deck_text(shoe.deck)
    return {
        "schema": SCHEMA,
        "table": table,
        "number": number,
        "decks": row.decks,
        **({"deck": named} if named else {}),
        "commitment": row.commitment,
        "seed": bytes(row.seed).hex(),
        "entropies": list(shoe.reveals.values()),
        "order": " ".join(card_text(card) for card in shoe.cards) if shoe.opened else "",
        "before": before[0].hash if before else GENESIS,
        "events": [{**as_hashed(one), "hash": one.hash} for one in log],
    }
