"""What is to be computed, as plain arrays that any process can take: no functions, no games.

A block is a pure function of the job and its number, so it does not matter who computes it, how
often, or in which order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from holecard import __version__
from holecard.dealing.answers import FULL_DECK
from holecard.dealing.tables import Tables
from holecard.errors import BadDefinition
from holecard.jit.cache import RULE_TEXT, source_hash
from holecard.simulator.engine.chart import Chart
from holecard.simulator.engine.lineup import Lineup
from holecard.simulator.engine.plan import TENTHS, Plan, make_plan
from holecard.simulator.engine.sorter import Sorter, make_sorter
from holecard.wagers.game import Game
from holecard.wagers.wager import RIDING

BLOCK = 1 << 18  # rounds of a block dealt from fresh shoes
SHOES = 1024  # shoes of a block dealt to the cut card
TAGS = 13


@dataclass(frozen=True, eq=False)
class Seat:
    """A lineup as arrays."""

    plan: Plan
    tables: Tables
    chart: Chart
    given: tuple[int, int, int, int]
    tenths: Any
    sorters: tuple[Sorter, ...]
    riding: tuple[bool, ...]
    word: int = 0  # which word its records are: net_word.py


@dataclass(frozen=True, eq=False)
class Job:
    """Everything a block depends on. `cut` is the number of cards before the cut card, 0 for a
    fresh shoe every round."""

    made_by: str
    seed: int
    decks: int
    deck: tuple[int, ...]  # the cards of one
    seats: tuple[Seat, ...]
    players: int = 1
    cut: int = 0
    tags: tuple[int, ...] = (0,) * TAGS
    trigger: tuple[int, int] | None = None  # true count times tag scale, as a ratio
    general: bool = False

    @property
    def cards(self) -> int:
        return self.decks * len(self.deck)

    @property
    def fast(self) -> bool:
        return not self.general and not self.cut and self.players == 1


@cache
def maker() -> str:
    """Which code computes: the version, and a hash of the rule text and the simulator."""
    return f"{__version__}-{source_hash(*RULE_TEXT, 'simulator')[:12]}"


def make_job(game: Game, lineups: Sequence[Lineup], seed: int, **more: Any) -> Job:
    return Job(
        made_by=maker(),
        seed=seed,
        decks=game.rules.decks,
        deck=game.answers.deck,
        seats=tuple(make_seat(game, one) for one in lineups),
        **({"general": not follows(game.tables)} | more),
    )


def make_seat(game: Game, lineup: Lineup) -> Seat:
    rules = game.rules
    backs, paid, placed, _ = lineup.given
    results = range(len(game.tables.counts))
    pays = [whole_tenths(game.result_pays(result, backs)) for result in results]
    return Seat(
        plan=make_plan(game.tables, lineup.chart, rules, backs, paid, placed, game.shoe_size),
        tables=game.tables,
        chart=lineup.chart,
        given=lineup.given,
        tenths=np.array(pays, dtype=np.int64),
        sorters=tuple(make_sorter(game, wager) for wager in lineup.wagers),
        riding=tuple(wager.kind == RIDING for wager in lineup.wagers),
        word=lineup.word,
    )


def follows(tables: Tables) -> bool:
    """Whether the fast kernel deals all that a game asks; else the round procedure does."""
    return not any(tables.asks)


def whole_tenths(pays: Fraction) -> int:
    tenths = pays * TENTHS
    if tenths.denominator != 1:
        raise BadDefinition(
            f"a result that pays {pays} to 1 cannot be simulated: nets are counted in tenths"
        )
    return tenths.numerator


def fingerprint(job: Job, words: str) -> str:
    """A name for everything the result depends on, for checkpoints."""
    found = hashlib.sha256(
        f"{job.made_by} {words} {job.seed} {job.players} {job.cut} {job.tags}".encode()
    )
    found.update(f"{job.trigger} {job.decks} {job.fast}".encode())
    if job.deck != FULL_DECK:
        found.update(str(job.deck).encode())
    for seat in job.seats:
        found.update(str(seat.given).encode())
        for array in (*seat.plan, seat.tenths, *(s.table for s in seat.sorters)):
            found.update(np.ascontiguousarray(array).tobytes())
    return found.hexdigest()[:16]
