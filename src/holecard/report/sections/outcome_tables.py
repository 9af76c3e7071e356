"""Every outcome of a wager: its chance, its ways, true odds, and what it returns by pay table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, fsum, lcm, log10, perm

from holecard.odds.composition import shoe_of
from holecard.odds.counted.outcome_grid import DEAL_LOOKS, Deals
from holecard.odds.format import decimals, right_places
from holecard.odds.result import Outcome, WagerOdds
from holecard.report.blocks import Block, Table
from holecard.report.entries import condition_words, is_plain
from holecard.report.facts import Facts
from holecard.text.words import outcome_words
from holecard.wagers.game import Game
from holecard.wagers.wager import MAIN, OFFER, Wager

SAME = 1e-12  # chances nearer than this are the same play's
DECIMALS = 10  # of chances and returns, where they are right
LONGEST_COUNT = 19  # digits that fit in a column of ways
Group = tuple[WagerOdds, ...]


def outcome_blocks(facts: Facts, wager: str) -> list[Block]:
    """A table for each way of playing it, with a column of odds for each pay table; ways of playing
    a bet that rides share one."""
    first, *others = groups(facts, wager)
    blocks = group_tables(facts, first, wager)
    if others and all(len(group) == 1 for group in others):
        return [*blocks, others_table(facts, [one for (one,) in others], wager)]
    for number, group in enumerate(others, start=2):
        blocks += group_tables(facts, group, f"{wager}-{number}")
    return blocks


def others_table(facts: Facts, others: Sequence[WagerOdds], wager: str) -> Table:
    rows = [
        (
            one.condition, outcome_words(facts.wager(one), row.id), *chance_cells(row),
            str(row.pays), return_cell(row),
        )
        for one in others
        for row in one.outcomes
        if row.probability > 0
    ]  # fmt: skip
    head = ("play", "outcome", "probability", "true odds", "pays", "return")
    words = f"{titled(others[0])}, played otherwise, per {others[0].per}"
    return Table(f"outcomes-{wager}-others", words, head, tuple(rows), left=2)


def chance_cells(row: Outcome) -> tuple[str, str]:
    """A chance, and the same as true odds: `1 in X`, with no more digits than it has."""
    against = 1 / row.probability
    error = row.error * against**2
    right = right_places(error, 2 if against < 1000 else 0)
    whole = -ceil(log10(2 * error)) if error > 0.5 else right  # tens or hundreds, if not ones
    shown = f"1 in {round(against, whole):,.{right}f}"
    return decimals(row.probability, row.error, DECIMALS), shown


def return_cell(row: Outcome, most: int = DECIMALS) -> str:
    return decimals(row.returns, row.error * abs(float(row.pays)), most, "+")


def all_returned(odds: WagerOdds, most: int = DECIMALS) -> str:
    """What the rows come to together, which is the expected value."""
    error = fsum(row.error * abs(float(row.pays)) for row in odds.outcomes)
    return decimals(odds.row_ev, error, most, "+")


def titled(odds: WagerOdds) -> str:
    return f"{odds.name[:1].upper()}{odds.name[1:]} ({odds.id})"


def groups(facts: Facts, wager: str) -> list[Group]:
    """The entries of a wager by chances that are alike: the plain play first."""
    entries = [one for one in facts.odds.wagers if one.id == wager]
    found: list[list[WagerOdds]] = []
    for one in sorted(entries, key=lambda one: not is_plain(one)):
        near = (group for group in found if alike(group[0], one))
        group = next(near, None)
        if group is None:
            found.append([one])
        else:
            group.append(one)
    return [tuple(group) for group in found]


def alike(one: WagerOdds, other: WagerOdds) -> bool:
    if one.condition != other.condition or len(one.outcomes) != len(other.outcomes):
        return False
    pairs = zip(one.outcomes, other.outcomes, strict=True)
    return all(abs(a.probability - b.probability) < SAME for a, b in pairs)


def group_tables(facts: Facts, group: Group, name: str) -> list[Block]:
    first = group[0]
    wager = facts.wager(first)
    single = len(group) == 1
    places = [at for at, row in enumerate(first.outcomes) if row.probability > 0]
    counted = ways_of(facts.game, wager, first)
    short = counted is not None and len(f"{counted[1]}") <= LONGEST_COUNT
    rows = []
    for at in places:
        row = first.outcomes[at]
        ways = [f"{counted[0][at]:,}"] if counted is not None and short else []
        pays = [str(one.outcomes[at].pays) for one in group]
        returned = [return_cell(row)] if single else []
        rows.append((outcome_words(wager, row.id), *chance_cells(row), *ways, *pays, *returned))
    ways_head = ["ways"] if short else []
    pays_head = ["pays"] if single else [one.paytable for one in group]
    head = ("outcome", "probability", "true odds", *ways_head, *pays_head, *["return"] * single)
    whole = f"{fsum(row.probability for row in first.outcomes):.{DECIMALS}f}"
    total = [f"{counted[1]:,}"] if counted is not None and short else []
    ends = [all_returned(first)] if single else [""] * len(group)
    last = ("all", whole, "", *total, *([""] if single else []), *ends)
    blocks: list[Block] = [
        Table(f"outcomes-{name}", caption(first), head, (*rows, last), total=True)
    ]  # fmt: skip
    if not single:
        blocks.append(returns_table(facts, group, name, places))
    if counted is not None and not short:
        blocks.append(count_table(facts, first, name, *counted))
    return blocks


def caption(odds: WagerOdds) -> str:
    return f"{titled(odds)}: {condition_words(odds)}, per {odds.per}"


def returns_table(facts: Facts, group: Group, name: str, places: Sequence[int]) -> Table:
    """The part of the expected value each outcome has, by pay table."""
    wager = facts.wager(group[0])
    rows = [
        (
            outcome_words(wager, group[0].outcomes[at].id),
            *(return_cell(one.outcomes[at], 8) for one in group),
        )
        for at in places
    ]
    last = ("all", *(all_returned(one, 8) for one in group))
    head = ("outcome", *(one.paytable for one in group))
    words = f"{titled(group[0])}: return by pay table, {condition_words(group[0])}"
    return Table(f"returns-{name}", words, head, (*rows, last), total=True)


def count_table(facts: Facts, odds: WagerOdds, name: str, ways: Sequence[int], total: int) -> Table:
    wager = facts.wager(odds)
    rows = [
        (outcome_words(wager, row.id), str(number))
        for row, number in zip(odds.outcomes, ways, strict=True)
        if number
    ]
    return Table(
        f"ways-{name}", f"{titled(odds)}: exact ways, over their least common total",
        ("outcome", "ways"), (*rows, ("all", str(total))), total=True,
    )  # fmt: skip


def ways_of(game: Game, wager: Wager, odds: WagerOdds) -> tuple[list[int], int] | None:
    """Whole numbers of equally likely ways by outcome, and how many there are: all deals of the
    first cards a wager looks at, or the least number that every chance is a fraction of."""
    fractions = [row.fraction for row in odds.outcomes]
    if any(one is None for one in fractions):
        return None
    exact = [Fraction(one) for one in fractions if one is not None]
    total = lcm(*(one.denominator for one in exact))
    first_cards = wager.kind not in (MAIN, OFFER) and set(wager.looks) <= DEAL_LOOKS
    if first_cards and wager.looks:
        places = Deals.of(wager, tuple(game.tables.peeks)).places
        total = perm(shoe_of(game).size, len(places))
    return [int(one * total) for one in exact], total
