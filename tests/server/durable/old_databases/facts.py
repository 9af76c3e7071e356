"""What a database says, as plain JSON: noted when it was made, asked again of every later version.

Only what may never change is noted: money, cards, bets, choices, hashes. Words and the shape of
messages are free to."""

from __future__ import annotations

import hashlib
from typing import Any

from sqlalchemy import Connection, select

from holecard.server.fairness.verify_shoe import canonical, check
from holecard.server.store.ledger import summed
from holecard.server.store.schema import players, seats, shoes, streams, tables
from holecard.server.table.history import MOST_LISTED, replay, rounds, shoe_list, shoe_proof
from holecard.server.table.read_log import read_log
from holecard.server.table.state import OnFelt, Seated, ShoeState, TableState
from holecard.server.wire.past_answers import RoundReplay
from holecard.wagers.bets import Bet


def facts(connection: Connection) -> dict[str, Any]:
    opened = sorted(connection.execute(select(tables.c.id)).scalars())
    return {
        "chains": [list(row) for row in connection.execute(select(streams).order_by("stream"))],
        "accounts": dict(sorted(summed(connection).items())),
        "names": {
            row.player: row.name for row in connection.execute(select(players).order_by("player"))
        },
        "seats": [
            list(row) for row in connection.execute(select(seats).order_by("table_id", "seat"))
        ],
        "tables": {table: table_facts(connection, table) for table in opened},
    }


def table_facts(connection: Connection, table: str) -> dict[str, Any]:
    state = read_log(connection, table, None)
    row = connection.execute(select(tables).where(tables.c.id == table)).one()
    listed = rounds(connection, table, None, MOST_LISTED).rounds
    over = shoes.c.table_id == table, shoes.c.revealed_at.is_not(None)
    query = select(shoes.c.number).where(*over).order_by(shoes.c.number)
    return {
        "lobby": [row.game, row.name, row.rules_line, row.private, row.changed_at],
        "state": state_facts(state),
        "rounds": [
            {**one.model_dump(), **replay_facts(replay(connection, state, one.number))}
            for one in listed
        ],
        "shoes": [one.model_dump() for one in shoe_list(connection, table).shoes],
        "proofs": {
            str(number): proof_facts(shoe_proof(connection, table, number))
            for number in connection.execute(query).scalars()
        },
    }


def state_facts(state: TableState) -> dict[str, Any]:
    return {
        "seq": state.seq,
        "head": state.head,
        "at": state.at,
        "rules": state.game.line,
        "chairs": {str(seat): chair_facts(one) for seat, one in sorted(state.chairs.items())},
        "confirmed": sorted(state.confirmed),
        "number": state.number,
        "playing": state.playing,
        "asked": state.asked_seat,
        "deadline": state.deadline,
        "held": state.held(),
        "shoes": [shoe_facts(one) for one in state.shoes()],
        "felt": felt_facts(state.felt) if state.felt else None,
    }


def chair_facts(one: Seated) -> list[Any]:
    bets = [bet_facts(many) for many in (one.bets, one.carried.bets, one.last_bets)]
    return [one.player, one.name, *bets, one.carried.button, one.missed]


def bet_facts(bets: tuple[Bet, ...]) -> list[list[Any]]:
    return [[bet.wager, bet.stake, bet.paytable] for bet in bets]


def shoe_facts(shoe: ShoeState) -> list[Any]:
    given = [sorted(shoe.commits.items()), sorted(shoe.reveals.items())]
    plain = [[list(pair) for pair in pairs] for pairs in given]
    seed = hashlib.sha256(shoe.seed).hexdigest()
    return [shoe.number, shoe.decks, shoe.commitment, seed, *plain, shoe.opened, shoe.dealt]


def felt_facts(felt: OnFelt) -> dict[str, Any]:
    return {
        "round": [felt.number, felt.shoe, felt.start],
        "seats": [
            [one.seat, bet_facts(one.bets), one.button, sorted(one.riding)] for one in felt.seats
        ],
        "choices": [str(one) for one in felt.choices],
        "drawn": list(felt.dealt.drawn),
    }


def replay_facts(told: RoundReplay) -> dict[str, Any]:
    return {
        "steps": len(told.views),
        "dealer": told.view.dealer,
        "hands": [
            [seat.seat, [[hand.cards, hand.stake] for hand in seat.hands], seat.burned, seat.button]
            for seat in told.view.seats
        ],
        "paid": [
            [one.seat, one.wager, one.paytable, one.stake, one.net, one.tip, one.streak]
            for one in told.view.paid
        ],
        "purses": [[one.player, one.before, one.after] for one in told.purses],
    }


def proof_facts(proof: dict[str, Any]) -> list[Any]:
    """How many rounds a stranger can check, and the digest of all that is handed out."""
    return [check(proof).rounds, hashlib.sha256(canonical(proof).encode()).hexdigest()]
