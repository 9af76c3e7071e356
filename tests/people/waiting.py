"""How long good players wait at a server: the 99th percentile of what their commands take."""

from __future__ import annotations

import asyncio
import time

from bench.player import Player, Tally

AT_A_TABLE = 4


async def slowest(port: int, players: int, seconds: float) -> float:
    """Of so many, four at a table, who think for a second before each command; in seconds."""
    tally = Tally()
    people = [Player(port, tally, think=1.0) for _ in range(players)]
    for start in range(0, players, AT_A_TABLE):
        group = people[start : start + AT_A_TABLE]
        for one in group:
            await one.arrive()
        table = await group[0].open("classic")
        for seat, one in enumerate(group, 1):
            await one.sit(table, seat)
    until = time.perf_counter() + seconds
    await asyncio.gather(*(one.play(until) for one in people))
    for one in people:
        one.line.transport.close()
    assert not tally.errors, tally.errors[:3]
    return sorted(tally.waits)[int(0.99 * len(tally.waits))]
