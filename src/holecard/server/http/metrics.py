"""/metrics: what the server counts of itself, as Prometheus reads it. No label names a player or a
table, and nothing in it tells of a round that is being dealt."""

from __future__ import annotations

import asyncio
import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, case, func, or_, select

from holecard import __version__
from holecard.server.base.meters import Sample, counted, family
from holecard.server.entrance.crowd import Crowd
from holecard.server.events.round import RoundSettled
from holecard.server.events.table import ShoeVoided
from holecard.server.house import House
from holecard.server.store.ledger import HOUSE
from holecard.server.store.schema import accounts, ledger
from holecard.server.table.returns import Played, Return
from holecard.server.workers.bench import Bench
from holecard.server.workers.known_odds import KnownOdds, expected

LEDGER_SECONDS = 600.0  # all transfers are added up: seconds, where there are millions
CREDITED = case((ledger.c.credit == HOUSE, ledger.c.cents), else_=-ledger.c.cents)
KEPT_SUM = select(func.coalesce(func.sum(accounts.c.balance), 0)).scalar_subquery()
HOUSE_SUM = (
    select(func.coalesce(func.sum(CREDITED), 0))
    .where(or_(ledger.c.credit == HOUSE, ledger.c.debit == HOUSE))
    .scalar_subquery()
)


def ledger_sum(connection: Connection) -> int:
    """Balances as they are kept, and the house's from its transfers: together nothing. One
    statement, so that no commit falls between the two."""
    return int(connection.execute(select(KEPT_SUM + HOUSE_SUM)).scalar_one())


@dataclass
class Scrape:
    """Everything one answer is made of."""

    house: House
    crowd: Crowd
    bench: Bench
    known: KnownOdds
    wrong: list[str]
    summed: int
    summed_at: float

    def lines(self) -> Iterator[str]:
        yield from self.commands()
        yield from self.play()
        yield from self.people()
        yield from self.workshop()
        yield from self.health()
        yield from self.returns()

    def commands(self) -> Iterator[str]:
        meters = self.house.meters
        name = "holecard_command_seconds"
        yield f"# HELP {name} From taking a command until it is on disk."
        yield f"# TYPE {name} histogram"
        yield from meters.waits.lines(name)
        endings = counted(meters.endings, "ending")
        yield from family("holecard_commands_total", "counter", "Commands, by ending.", endings)
        says = "Commands that wait for their commit."
        yield from family("holecard_commands_waiting", "gauge", says, meters.waiting)
        says, commits = "Transactions that were committed.", self.house.store.writer.commits
        yield from family("holecard_commits_total", "counter", says, commits)
        events = counted(meters.events, "kind")
        yield from family("holecard_events_total", "counter", "Events committed here.", events)

    def play(self) -> Iterator[str]:
        events = self.house.meters.events
        rounds, voids = events[RoundSettled.kind], events[ShoeVoided.kind]
        yield from family("holecard_rounds_total", "counter", "Rounds settled here.", rounds)
        says = "Shoes that were voided here."
        yield from family("holecard_voids_total", "counter", says, voids)
        says = "All accounts together, in cents: 0, or money was made or lost."
        yield from family("holecard_ledger_sum_cents", "gauge", says, self.summed)
        age = time.monotonic() - self.summed_at
        says = "Since the accounts were added up."
        yield from family("holecard_ledger_sum_age_seconds", "gauge", says, round(age, 1))

    def people(self) -> Iterator[str]:
        at = self.house.viewers.at
        sockets = sum(len(many) for many in list(at.values()))
        yield from family("holecard_connections", "gauge", "Lines open.", self.crowd.lines)
        yield from family("holecard_sockets", "gauge", "Sockets at tables.", sockets)
        yield from family("holecard_tables_watched", "gauge", "Tables with sockets.", len(at))
        says = "Tables in memory."
        yield from family("holecard_tables_kept", "gauge", says, len(self.house.floor.states))
        away = counted(self.crowd.turned_away, "code")
        says = "Lines closed for going past a limit."
        yield from family("holecard_turned_away_total", "counter", says, away)

    def workshop(self) -> Iterator[str]:
        workers = sorted(self.bench.workers.items())
        alive = [({"worker": name}, int(one.process is not None)) for name, one in workers]
        held = [({"worker": name}, round(one.megabytes, 1)) for name, one in workers]
        waits = [({"worker": name}, one.tasks.qsize()) for name, one in workers]
        home = [({"worker": name}, one.recycled) for name, one in workers]
        yield from family("holecard_workers", "gauge", "1 where its process runs.", alive)
        says = "What a worker held after its last job."
        yield from family("holecard_worker_megabytes", "gauge", says, held)
        yield from family("holecard_jobs_waiting", "gauge", "Jobs that wait.", waits)
        says = "Workers sent home for their size."
        yield from family("holecard_workers_recycled_total", "counter", says, home)
        ended = counted(self.bench.ended, "ending")
        yield from family("holecard_jobs_total", "counter", "Jobs, by ending.", ended)

    def health(self) -> Iterator[str]:
        pulses = [({"thread": name}, round(at, 2)) for name, at in self.house.pulses().items()]
        says = "Since its last whole turn; for the writer, since it began what it writes."
        yield from family("holecard_thread_seconds", "gauge", says, pulses)
        says = "1 where /readyz answers 200."
        yield from family("holecard_ready", "gauge", says, int(not self.wrong))
        version: list[Sample] = [({"version": __version__}, 1)]
        yield from family("holecard_build_info", "gauge", "The version that runs.", version)
        began = round(self.house.meters.began, 3)
        yield from family("process_start_time_seconds", "gauge", "When it started.", began)
        yield from family("process_resident_memory_bytes", "gauge", "Memory.", resident())

    def returns(self) -> Iterator[str]:
        played = sorted(self.house.returns.of.items())
        bets = [(labels(key), one.bets) for key, one in played]
        staked = [(labels(key), one.staked) for key, one in played]
        shares = [(labels(key), one.share) for key, one in played]
        says = "Wagers decided here."
        yield from family("holecard_wager_bets_total", "counter", says, bets)
        says = "What was staked on them, in cents."
        yield from family("holecard_wager_staked_cents_total", "counter", says, staked)
        says = "What came back of each unit staked."
        yield from family("holecard_wager_return", "gauge", says, shares)
        yield from self.expectations(played)

    def expectations(self, played: list[tuple[Played, Return]]) -> Iterator[str]:
        """Where a figure is known already: of best play, where a choice matters."""
        middles: list[Sample] = []
        bounds: list[Sample] = []
        figures = self.known.all()
        for key, one in played:
            known = expected(figures, key)
            if known is None:
                continue
            middles.append((labels(key), 1 + known.gain))
            for name, bound in zip(("low", "high"), one.band(known), strict=True):
                bounds.append(({**labels(key), "bound": name}, bound))
        says = "What should come back, with best play for the main wager where a choice matters."
        yield from family("holecard_wager_return_expected", "gauge", says, middles)
        says = "3.29 standard errors around it, at any one look."
        yield from family("holecard_wager_return_bound", "gauge", says, bounds)


def labels(played: Played) -> dict[str, str]:
    return {key: value for key, value in played._asdict().items() if value}


def resident() -> int:
    """Bytes of memory this process holds; where that is not told, the most it ever held."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Meter:
    """Makes the answers, and adds the accounts up now and then."""

    def __init__(self, house: House, crowd: Crowd, bench: Bench) -> None:
        self.house = house
        self.crowd = crowd
        self.bench = bench
        self.known = KnownOdds(bench)
        self._sum: tuple[float, int] | None = None
        self._adding = asyncio.Lock()

    async def text(self, wrong: list[str]) -> str:
        at, summed = await self.added_up()
        scrape = Scrape(self.house, self.crowd, self.bench, self.known, wrong, summed, at)
        return "\n".join(scrape.lines()) + "\n"

    async def added_up(self) -> tuple[float, int]:
        async with self._adding:
            if self._sum is None or time.monotonic() - self._sum[0] > LEDGER_SECONDS:
                self._sum = time.monotonic(), await asyncio.to_thread(self.add_up)
            return self._sum

    def add_up(self) -> int:
        with self.house.store.read() as connection:
            return ledger_sum(connection)
