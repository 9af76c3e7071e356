"""What common mistakes cost a seat that backs its own hand, each played throughout and priced
exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from holecard.dealing.settle import INSURED_PART
from holecard.odds.charts.by_total import TotalChart
from holecard.odds.charts.with_burn import follow
from holecard.odds.counted.by_looks import free_chances
from holecard.odds.playbook import Playbook
from holecard.odds.result import priced
from holecard.odds.solve.acts import DOUBLE
from holecard.text.words import payment_made
from holecard.wagers.wager import FEE, OFFER

NAMED = {"mimic": "hit and stand as the dealer, never double or split",
         "never-bust": "never hit a hand that could bust, never double or split"}  # fmt: skip


@dataclass(frozen=True)
class Mistake:
    """A way of playing, and what it is worth per initial wager."""

    words: str
    ev: float


def mistakes(book: Playbook) -> Iterator[Mistake]:
    """Best play first."""
    best = book.best
    charted = book.by_total
    yield Mistake("best play by composition", best.ev)
    yield Mistake("the chart by totals", charted.followed.ev)
    plain = charted.chart
    yield Mistake("the chart, never doubling", follow_chart(book, without_doubles(plain)))
    if plain.splits:
        unsplit = replace(plain, splits=frozenset())
        yield Mistake("the chart, never splitting", follow_chart(book, unsplit))
    for name, words in NAMED.items():
        yield Mistake(words, Playbook(book.game, name, book.convention, book.shoe).play.ev)
    yield from insured(book)
    for fee in book.game.wagers:
        if fee.kind == FEE:
            yield Mistake(
                f"{payment_made(fee)} every round and never used", best.ev - float(fee.share)
            )


def without_doubles(chart: TotalChart) -> TotalChart:
    first = {at: chart.then[at] if act == DOUBLE else act for at, act in chart.first.items()}
    return replace(chart, first=first)


def follow_chart(book: Playbook, chart: TotalChart) -> float:
    return float(follow(book.spec, chart, book.convention).ev)


def insured(book: Playbook) -> Iterator[Mistake]:
    """Best play, and insurance for half the wager whenever it is offered."""
    game = book.game
    shoe = book.spec.shoe
    for offer in game.wagers:
        chances = free_chances(game, offer, shoe) if offer.kind == OFFER else None
        if chances is not None and offer.looks and "dealer_natural" in offer.looks:
            odds = priced(offer, offer.table(), chances)
            often = float(book.spec.shoe.values[0] / book.spec.shoe.values.sum())
            cost = often * odds.ev / INSURED_PART
            yield Mistake(f"best play, {offer.name} taken whenever offered", book.best.ev + cost)
