"""Some sections of a sheet made by a second process, while this one makes the others.

Of most others that take long it is open who makes them: whoever comes to them first. They are the
same sections whoever makes them. The second process begins as a copy of this one, with all that is
priced so far. Where there is no such copy to be had, or it ends without an answer, they are made
here: what was wrong with them is said here too.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkContext
from typing import cast

from holecard.report.blocks import Section
from holecard.report.facts import Facts
from holecard.report.kept import Kept, Thing
from holecard.report.sections.lab_sections import count_section, session_section
from holecard.report.sections.liability_section import liability_section
from holecard.report.sections.odds_sections import edge_section
from holecard.report.sections.protection_section import errors_section, seen_section
from holecard.report.sections.published import published_section
from holecard.report.sections.rules_sections import rulings_section
from holecard.wagers.game import Game

Make = Callable[[Facts], Section]
# Half of the work or nearly; they share the recounts, which are not found twice.
SECTIONS: tuple[Make, ...] = (seen_section, errors_section, count_section)
# Made by who comes to them first, the longest first. Those that share what they take are together.
EITHER: tuple[tuple[Make, ...], ...] = (
    (edge_section, published_section),
    (session_section,),
    (rulings_section,),
    (liability_section,),
)


def asked_of(facts: Facts, make: Make) -> tuple[object, ...]:
    """What a section of figures is kept under, beside its game."""
    return make.__name__, facts.decks, facts.rounds, facts.shoes


def in_turn(sections: Iterable[Make]) -> tuple[Make, ...]:
    """Those that this process makes come first, then those that either may, and last those that it
    waits for."""
    last = (*(make for together in EITHER for make in together), *SECTIONS)
    return tuple(sorted(sections, key=lambda make: last.index(make) if make in last else -1))


class Claims:
    """Which sections have somebody who makes them: one process of two."""

    def __init__(self, context: ForkContext, sections: Iterable[Iterable[Make]]) -> None:
        self.places = {make.__name__: place for place, lot in enumerate(sections) for make in lot}
        self.taken = context.Array("q", len(self.places))  # by which process

    def take(self, name: str) -> bool:
        """Whether a section is to be made by who asks: by the first who does, for it or for one
        that goes with it."""
        if name not in self.places:
            return False
        with self.taken.get_lock():
            place = self.places[name]
            self.taken[place] = self.taken[place] or os.getpid()
            return bool(self.taken[place] == os.getpid())


@dataclass(frozen=True)
class Beside(Kept):
    """What was kept before, and what a second process is making: it is waited for when it is
    asked for, and not before."""

    answers: Connection | None = None
    awaited: dict[str, Section | None] = field(default_factory=dict)  # by the section's name
    claims: Claims | None = None

    def get(self, make: Callable[[], Thing], game: Game, *asked: object) -> Thing:
        name = str(asked[0])
        if self.claims is not None and self.claims.take(name):
            return super().get(make, game, *asked)
        while self.answers is not None and name in self.awaited:
            made = self.awaited[name]
            if made is not None:
                return cast(Thing, made)
            try:
                other, section = self.answers.recv()
            except EOFError:
                break
            self.awaited[other] = section
        return super().get(make, game, *asked)


@contextmanager
def two_processes(facts: Facts, kept: Kept) -> Iterator[Kept]:
    """What to make the sheet by: a second process begins with its sections at once."""
    asked = [asked_of(facts, make) for make in SECTIONS]
    if not can_copy() or all(kept.holds(facts.game, *one) for one in asked):
        yield kept
        return
    both_need(facts)
    context = get_context("fork")
    answers, end = context.Pipe(duplex=False)
    claims = Claims(context, EITHER)
    second = context.Process(target=make_beside, args=(facts, kept, end, claims), daemon=True)
    second.start()
    end.close()  # the second process has its own: when that is closed, no more answers come
    try:
        awaited: dict[str, Section | None] = {make.__name__: None for make in every()}
        yield Beside(kept.folder, answers, awaited, claims)
    finally:
        second.terminate()
        second.join()


def every() -> tuple[Make, ...]:
    """All sections that the second process may make, in the order in which it comes to them."""
    return *SECTIONS, *(make for together in EITHER for make in together)


def both_need(facts: Facts) -> None:
    """What sections of both processes are made of: found before there are two."""
    facts.odds, facts.charts, facts.other_soft_17  # noqa: B018


def can_copy() -> bool:
    """Whether this process can be copied as it runs, and there is a processor for the copy."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return False
    return len(os.sched_getaffinity(0)) > 1


def make_beside(facts: Facts, kept: Kept, end: Connection, claims: Claims) -> None:
    try:
        for make in every():
            if make in SECTIONS or claims.take(make.__name__):
                asked = asked_of(facts, make)
                end.send((make.__name__, kept.get(partial(make, facts), facts.game, *asked)))
    except (Exception, KeyboardInterrupt):
        return  # the first process finds no answer, and comes to the same when it makes them
