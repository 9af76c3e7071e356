"""A count in print beside ours, dealt as it is there: published.csv has its figures."""

from __future__ import annotations

from holecard.cards import CARDS_IN_A_DECK
from holecard.lab.bound import prospect
from holecard.lab.counting import Counting
from holecard.lab.printed_count import CARDS_A_ROUND, Dealt, suit_spread
from holecard.report.blocks import Block, Table, Words
from holecard.report.facts import Facts
from holecard.report.sections.published import all_printed
from holecard.wagers.wager import SIDE

COUNT, EDGE, OFTEN, WHEN, PER_100 = (
    "count", "house edge", "rounds bet", "a bet wins", "won per 100"
)  # fmt: skip
TRIGGER = 8.0
WORDS = (
    "A count of this bet is in print: {source}. It is the suit spread, bet from {trigger:g} a deck "
    "left, one deck behind the cut card. His figures for the share of rounds and for a bet have "
    "their product per 100. Dealt here in the same way on random shoes, each valued exactly, with "
    "rounds that begin before the cut card comes out, as all figures above have them, and with the "
    "one that is dealt after it: that round, from the most uneven shoe of all, would explain the "
    "difference, but he does not say that he deals it. The count above stops at the cut card of "
    "this sheet, which lies higher."
)


def count_in_print(facts: Facts) -> list[Block]:
    """For a wager that has the printed bet's house edge under the printed decks: it is that bet."""
    return [block for one in facts.counts if is_printed(one) for block in blocks_of(one)]


def printed(figure: str) -> tuple[float, float, str]:
    row = next(row for row in all_printed() if row.what == COUNT and row.figure == figure)
    return row.value, row.tolerance, row.source


def is_printed(one: Counting) -> bool:
    if one.wager.kind != SIDE or one.imbalance is None:
        return False
    edge, tolerance, _ = printed(EDGE)
    rules = next(row.rules for row in all_printed() if row.what == COUNT)
    same = one.imbalance.way.name == "suit-spread" and one.game.read(rules).rules == one.game.rules
    return same and abs(one.effects.odds.house_edge - edge) < tolerance


def blocks_of(one: Counting) -> list[Block]:
    of = prospect(one.game, one.wager, one.effects.odds.paytable)
    if of is None:
        return []
    cut = of.full.size - CARDS_IN_A_DECK
    often, when, per = (printed(figure)[0] for figure in (OFTEN, WHEN, PER_100))
    rows = (
        ("in print", f"{often:.2%}", f"{when:+.2%}", f"{per:+.3f}", "–"),  # noqa: RUF001
        dealt_row("ours, rounds before the cut card", suit_spread(of, TRIGGER, cut)),
        dealt_row("ours, with the round after it", suit_spread(of, TRIGGER, cut + CARDS_A_ROUND)),
    )
    name = one.effects.odds.id
    head = (name, OFTEN, WHEN, PER_100, "standard error")
    table = Table("counted", f"A count of {name} in print, and ours dealt as it", head, rows)
    return [Words(WORDS.format(source=printed(PER_100)[2], trigger=TRIGGER)), table]


def dealt_row(words: str, one: Dealt) -> tuple[str, ...]:
    return (
        words, f"{one.often:.2%}", f"{one.when_bet:+.2%}", f"{one.per_100:+.3f}",
        f"{one.per_error:.3f}",
    )  # fmt: skip
