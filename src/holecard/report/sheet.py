"""The math sheet of a game: sections of blocks, from one set of facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

from holecard.provenance import build_text
from holecard.report.blocks import Section
from holecard.report.commands import Source
from holecard.report.facts import Facts
from holecard.report.kept import NOTHING_KEPT, Kept
from holecard.report.record import NOBODY, Record, record_section
from holecard.report.sections.beside import asked_of, in_turn
from holecard.report.sections.check_sections import check_section, rerun_section
from holecard.report.sections.contents import FIGURES
from holecard.report.sections.irregular import irregular_section
from holecard.report.sections.rules_sections import (
    examples_section,
    game_section,
    rules_section,
    rulings_section,
)
from holecard.wagers.game import Game


@dataclass(frozen=True)
class MathSheet:
    """Ready to be printed as PDF, HTML or Markdown; the same facts make the same bytes."""

    game: Game
    sections: tuple[Section, ...]
    record: Record = NOBODY

    @property
    def title(self) -> str:
        return f"{self.game.name}: math sheet"

    @property
    def stamp(self) -> tuple[tuple[str, str], ...]:
        """What the sheet is of: rules, definition, version."""
        return (
            ("Rules", self.game.line),
            ("Game", f"{self.game.id}, version {self.game.version}"),
            ("Definition", self.game.definition_hash),
            ("Software", f"Holecard {build_text()}"),
            *self.record.stamp,
        )

    def _repr_html_(self) -> str:
        from holecard.report.printers.html import body

        return body(self)


def math_sheet(
    facts: Facts,
    simulated: Mapping[str, Any] | None = None,
    source: Source | None = None,
    record: Record = NOBODY,
    kept: Kept = NOTHING_KEPT,
) -> MathSheet:
    """The sheet of a game under its rules. `simulated` is the document `holecard simulate --json
    --check` prints: an independent check of the figures. A game that is not in the catalogue needs
    its source, or nobody can run the sheet again."""
    game = facts.game
    source = source or Source(game.id)
    sections = [
        game_section(game),
        record_section(record),
        kept.get(partial(rules_section, game), game, "rules"),
        kept.get(partial(examples_section, game), game, "examples"),
        irregular_section(game),
        *figures(facts, (*FIGURES, rulings_section), kept),
        check(facts, simulated, source, record, kept),
        rerun_section(game, source, record),
    ]
    return MathSheet(game, tuple(joined(one for one in sections if one.blocks)), record)


def joined(sections: Iterable[Section]) -> Iterator[Section]:
    """Sections that follow each other under one title as one: made apart, printed together."""
    for _, together in groupby(sections, key=lambda one: one.title):
        first, *others = together
        more = (block for one in others for block in one.blocks)
        yield replace(first, blocks=(*first.blocks, *more))


def figures(
    facts: Facts, sections: Sequence[Callable[[Facts], Section]], kept: Kept
) -> Iterator[Section]:
    """Sections that take pricing: made, or as they were kept. What is waited for is asked for
    last."""
    made = {
        make: kept.get(partial(make, facts), facts.game, *asked_of(facts, make))
        for make in in_turn(sections)
    }
    return (made[make] for make in sections)


def check(
    facts: Facts, simulated: Mapping[str, Any] | None, source: Source, record: Record, kept: Kept
) -> Section:
    def make() -> Section:
        return check_section(facts, simulated, source, record)

    return kept.get(make, facts.game, "check", simulated, source, record)
