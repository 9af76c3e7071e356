"""Tables as they stood between two rounds, so that a long log need not be read from its beginning.

A snapshot is a cache of the log, never more: it is believed only if the log has an event of its
number with its hash, it holds no secret (seeds stay where they are), and without it everything is
read from the first event on, as before.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.dialects.postgresql import insert as postgres_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from holecard.errors import HolecardError
from holecard.server.events.round import bet_rows, read_bets
from holecard.server.fairness.verify_shoe import canonical
from holecard.server.store.event_log import as_entry
from holecard.server.store.schema import events, snapshots
from holecard.server.store.statements import Statement
from holecard.server.table.derived_rows import read_seeds
from holecard.server.table.fold import opened_state
from holecard.server.table.state import OnFelt, Seated, ShoeState, TableState
from holecard.wagers.bets import SeatBets
from holecard.wagers.dealt import read_choice
from holecard.wagers.riding import Carried

EVERY = 400  # events from one snapshot to the next: 15 ms to read back
VERSION = 1  # of what is in a snapshot; another one is not read
Seeds = Mapping[int, bytes]
log = logging.getLogger("holecard.server")
LATEST = Statement(
    select(snapshots.c.seq, snapshots.c.head, snapshots.c.body)
    .join(
        events,
        (events.c.stream == "table:" + snapshots.c.table_id)
        & (events.c.seq == snapshots.c.seq)
        & (events.c.hash == snapshots.c.head),
    )
    .where(snapshots.c.table_id == bindparam("of"))
)


def due(state: TableState) -> bool:
    return not state.playing and state.seq - state.kept_at >= EVERY


def keep(connection: Connection, state: TableState) -> TableState:
    """Write the table down; it knows that this was done."""
    insert = postgres_insert if connection.dialect.name == "postgresql" else sqlite_insert
    body = canonical({"version": VERSION, **as_body(state)})
    row = insert(snapshots).values(table_id=state.id, seq=state.seq, head=state.head, body=body)
    fresh = {key: row.excluded[key] for key in ("seq", "head", "body")}
    connection.execute(row.on_conflict_do_update(index_elements=["table_id"], set_=fresh))
    return replace(state, kept_at=state.seq)


def latest(connection: Connection, table: str) -> TableState | None:
    """The last snapshot that fits the log; none if there is none."""
    found = LATEST.one(connection, {"of": table})
    if found is None:
        return None
    try:
        return read_snapshot(connection, table, *found)
    except (HolecardError, LookupError, TypeError, ValueError) as wrong:
        log.warning("a snapshot was not read: %s", type(wrong).__name__)
        return None


def read_snapshot(
    connection: Connection, table: str, seq: int, head: str, text: str
) -> TableState | None:
    body = json.loads(text)
    if body["version"] != VERSION:
        return None
    query = select(events).where(events.c.stream == f"table:{table}", events.c.seq == 1)
    opened = opened_state(table, as_entry(connection.execute(query).one()))
    least = min(body["shoe"]["number"], body["felt"]["from"]["number"] if body["felt"] else 2**31)
    seeds = read_seeds(connection, table, least - 1)
    return from_body(replace(opened, seq=seq, head=head, kept_at=seq), body, seeds)


# What a snapshot holds, and back again.


def as_body(state: TableState) -> dict[str, Any]:
    return {
        "at": state.at,
        "chairs": {str(seat): seated_body(one) for seat, one in state.chairs.items()},
        "confirmed": sorted(state.confirmed),
        "number": state.number,
        **({"voids": state.voids} if state.voids else {}),
        **({} if state.paytables is None else {"paytables": dict(state.paytables)}),
        "deadline": state.deadline,
        "shoe": shoe_body(state.current),
        "next_shoe": shoe_body(state.coming),
        "felt": felt_body(state.felt) if state.felt else None,
    }


def from_body(opened: TableState, body: dict[str, Any], seeds: Seeds) -> TableState:
    felt = body["felt"]
    return replace(
        opened,
        at=body["at"],
        chairs={int(seat): read_seated(one) for seat, one in body["chairs"].items()},
        confirmed=frozenset(body["confirmed"]),
        number=body["number"],
        voids=body.get("voids", 0),
        paytables=body.get("paytables"),
        deadline=body["deadline"],
        shoe=read_shoe(body["shoe"], opened, seeds),
        next_shoe=read_shoe(body["next_shoe"], opened, seeds),
        felt=read_felt(felt, opened, seeds) if felt else None,
    )


def seated_body(one: Seated) -> dict[str, Any]:
    return {
        "player": one.player,
        "name": one.name,
        "bets": bet_rows(one.bets),
        "carried": [one.carried.button, bet_rows(one.carried.bets)],
        "last_bets": bet_rows(one.last_bets),
        "missed": one.missed,
    }


def read_seated(body: dict[str, Any]) -> Seated:
    button, riding = body["carried"]
    return Seated(
        player=body["player"],
        name=body["name"],
        bets=read_bets(body["bets"]),
        carried=Carried(button, read_bets(riding)),
        last_bets=read_bets(body["last_bets"]),
        missed=body["missed"],
    )


def shoe_body(shoe: ShoeState) -> dict[str, Any]:
    """All but the seed, and the deck, which is the game's."""
    names = ("number", "commitment", "decks", "commits", "reveals", "opened", "dealt")
    return {name: getattr(shoe, name) for name in names}


def read_shoe(body: dict[str, Any], opened: TableState, seeds: Seeds) -> ShoeState:
    return ShoeState(seed=seeds[body["number"]], deck=opened.game.answers.deck, **body)


def felt_body(felt: OnFelt) -> dict[str, Any]:
    return {
        "number": felt.number,
        "start": felt.start,
        "from": shoe_body(felt.dealt_from),
        "seats": [
            [one.seat, bet_rows(one.bets), one.button, sorted(one.riding)] for one in felt.seats
        ],
        **(
            {"late": late}
            if (late := [sorted(one.late) for one in felt.seats]) and any(late)
            else {}
        ),
        "choices": [str(choice) for choice in felt.choices],
        **({"timed": sorted(felt.timed)} if felt.timed else {}),
    }


def read_felt(body: dict[str, Any], opened: TableState, seeds: Seeds) -> OnFelt:
    return OnFelt(
        number=body["number"],
        shoe=body["from"]["number"],
        start=body["start"],
        game=opened.game,
        seats=tuple(
            SeatBets(seat, read_bets(bets), button, frozenset(riding), frozenset(late))
            for (seat, bets, button, riding), late in zip(
                body["seats"], body.get("late") or [()] * len(body["seats"]), strict=True
            )
        ),
        dealt_from=read_shoe(body["from"], opened, seeds),
        choices=tuple(read_choice(word) for word in body["choices"]),
        timed=frozenset(body.get("timed", ())),
    )
