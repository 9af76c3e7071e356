"""The sections of figures, in the order they are printed: a new one is a line here."""

from __future__ import annotations

from collections.abc import Callable

from holecard.report.blocks import Section
from holecard.report.facts import Facts
from holecard.report.sections.chart_section import chart_section
from holecard.report.sections.lab_sections import count_section, session_section
from holecard.report.sections.liability_section import liability_section
from holecard.report.sections.odds_sections import edge_section, odds_section
from holecard.report.sections.operations_section import operations_section
from holecard.report.sections.protection_section import errors_section, seen_section
from holecard.report.sections.published import published_section
from holecard.report.sections.rack_card import rack_card

# A section that has nothing to say of a game has no blocks, and is left out.
FIGURES: tuple[Callable[[Facts], Section], ...] = (
    # the wagers
    odds_section,
    edge_section,
    published_section,
    chart_section,
    # liability
    liability_section,
    # operations
    session_section,
    operations_section,
    rack_card,
    # protection: the first two are printed as one section
    seen_section,
    errors_section,
    count_section,
)
