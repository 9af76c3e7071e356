"""The sections of figures, in the order they are printed: a new one is a line here."""

from __future__ import annotations

from collections.abc import Callable

from holecard.dealing.answers import HOUSE_ANSWERS
from holecard.report.blocks import Section, Words
from holecard.report.facts import Facts
from holecard.report.sections.chart_section import chart_section
from holecard.report.sections.lab_sections import count_section, session_section
from holecard.report.sections.liability_section import liability_section
from holecard.report.sections.odds_sections import edge_section, odds_section
from holecard.report.sections.operations_section import operations_section
from holecard.report.sections.protection_section import protection_section
from holecard.report.sections.published import published_section
from holecard.report.sections.rack_card import rack_card
from holecard.wagers.game import Game

NOT_COMPUTED = (
    "The largest wins at one table, and what cards seen, errors and a cut card change, are not on "
    "this sheet, nor is counting. Those figures rest on searches and on effects of removal that "
    "were checked a second way for games whose rounds the house's rules decide alone; this game "
    "answers some of the round's questions itself, and there is no second way yet."
)
NO_LARGEST = (
    "The largest wins at one table are not on this sheet. Their bound is one of bets that are paid "
    "by odds of their own, and {names} may be paid from a meter, by the size of the bet, or for "
    "other seats."
)
# Left out of the sheet of a game with answers of its own, and said to be.
HOUSE_ONLY: tuple[Callable[[Facts], Section], ...] = (
    liability_section,
    protection_section,
    count_section,
)

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
    # protection
    protection_section,
    count_section,
)


def figures_of(game: Game) -> tuple[Callable[[Facts], Section], ...]:
    """The sections of figures of a game, and what is missing of one with answers of its own, or
    with bets that are paid otherwise than by odds of their own."""
    own = game.answers != HOUSE_ANSWERS
    missing = HOUSE_ONLY if own else (liability_section,) if paid_otherwise(game) else ()
    if not missing:
        return FIGURES
    return (*(make for make in FIGURES if make not in missing), left_out_section)


def paid_otherwise(game: Game) -> list[str]:
    """Bets whose largest win is not their best odds times their largest bet."""
    return [
        one.name
        for one in game.wagers
        if one.meter or one.envy or any(table.sized for table in one.paytables)
    ]


def left_out_section(facts: Facts) -> Section:
    if facts.game.answers != HOUSE_ANSWERS:
        return Section("Not on this sheet", (Words(NOT_COMPUTED),))
    names = " and ".join(paid_otherwise(facts.game))
    return Section("Not on this sheet", (Words(NO_LARGEST.format(names=names)),))
