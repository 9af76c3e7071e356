"""Whether every meter is what its chain and the rounds of all tables say."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, or_, select

from holecard.server.events.meter import MeterMoved, MeterOpened
from holecard.server.store.ledger import balance
from holecard.server.store.schema import events, ledger

Moves = dict[tuple[str, int], int]  # by the chain that moved it, and the round


def check_meters(connection: Connection) -> Iterator[str]:
    """The first thing that does not fit of each meter: its rounds follow each other, each moves
    what its own table says, none is left out, and what remains is its balance."""
    query = select(ledger).where(
        or_(ledger.c.debit.startswith("meter:"), ledger.c.credit.startswith("meter:"))
    )
    moved: dict[str, Moves] = defaultdict(lambda: defaultdict(int))
    for row in connection.execute(query):
        onto = row.credit.startswith("meter:")
        account = row.credit if onto else row.debit
        moved[account][row.stream, row.round] += row.cents if onto else -row.cents
    chains = select(events.c.stream).where(events.c.stream.startswith("meter:")).distinct()
    for account in sorted({*moved, *connection.execute(chains).scalars()}):
        wrong = check_meter(connection, account, moved[account])
        if wrong:
            yield f"{account}: {wrong}"


def check_meter(connection: Connection, account: str, moved: Moves) -> str:
    held = 0
    query = select(events).where(events.c.stream == account).order_by(events.c.seq)
    for row in connection.execute(query):
        body: dict[str, Any] = json.loads(row.body)
        if row.kind == MeterOpened.kind and row.seq == 1:
            before, after, source = 0, body["seed"], (account, 0)
        elif row.kind == MeterMoved.kind and row.seq > 1:
            before, after = body["before"], body["after"]
            source = f"table:{body['table']}", body["round"]
        else:
            return f"event {row.seq} is a {row.kind}"
        if before != held:
            return f"event {row.seq} finds {before} on it, {held} was left there"
        if moved.pop(source, 0) != after - before:
            return f"event {row.seq}: {source[0]} round {source[1]} moved other money"
        held = after
    if moved:
        stream, number = min(moved)
        return f"{stream} round {number} moved it, and its chain does not know"
    kept = balance(connection, account)
    return "" if kept == held else f"{held} was left on it, and it holds {kept}"
