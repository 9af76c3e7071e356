"""What common mistakes cost a seat that backs its own hand, each played throughout and priced
exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from holecard.dealing.own_tables import NO_EVEN_MONEY
from holecard.dealing.settle import INSURED_PART
from holecard.hand import are_blackjack
from holecard.odds.charts.by_total import TotalChart
from holecard.odds.charts.with_burn import follow
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.offers import asked_seats, together
from holecard.odds.solve.acts import DOUBLE
from holecard.text.words import payment_made
from holecard.wagers.offers import offer_of
from holecard.wagers.wager import FEE

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
    """Best play, and insurance for half the wager whenever it is offered: to a blackjack too, where
    that is even money."""
    game = book.game
    offer = offer_of(game)
    if offer is None or offer.looks != ("dealer_natural",):
        return
    to_naturals = not game.tables.asks[NO_EVEN_MONEY]
    asked = [
        one
        for one in asked_seats(game, book.spec.shoe)
        if to_naturals or not are_blackjack(one.values)
    ]
    often, natural = together(asked)
    lost, won = (offer.table().pays(name) for name in offer.outcomes)
    cost = often * (won * natural + lost * (1 - natural)) / INSURED_PART
    words = f"best play, {offer.name} taken whenever offered"
    yield Mistake(words, book.best.ev + float(cost))
