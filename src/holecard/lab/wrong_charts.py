"""What common mistakes cost a seat that backs its own hand, each played throughout and priced
exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from holecard.dealing.own_tables import NO_EVEN_MONEY
from holecard.dealing.settle import EVEN_MONEY as PAID_EVEN
from holecard.dealing.settle import INSURED_PART, OWN, result_pays
from holecard.odds.charts.by_total import TotalChart
from holecard.odds.charts.with_burn import follow
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import DOUBLE
from holecard.odds.solve.answers.answered_play import AnsweredPlay
from holecard.odds.solve.best_play import Play, Start, natural_chance
from holecard.odds.solve.offers import offer_ev
from holecard.odds.solve.switch import SwitchPlay, never_swapped
from holecard.text.words import payment_made
from holecard.wagers.offers import offer_of
from holecard.wagers.wager import FEE, Wager

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
    if isinstance(best, SwitchPlay):
        yield Mistake("best play of each hand, nothing swapped", never_swapped(best).ev)
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
    """Best play, and insurance for half the wager whenever it is offered; for a blackjack even
    money, where that is what it is offered."""
    offer, best = offer_of(book.game), book.best
    if offer is None or isinstance(best, SwitchPlay):
        return  # of two hands, insurance is for both, before either is swapped
    gained = 0.0
    for sight in best.sights:
        if book.game.tables.insures[sight.seen.values[0]]:
            # Half of what lies there is insured: of twice as much where the wager was raised.
            staked = 1 + (isinstance(best, AnsweredPlay) and best.raises(sight))
            for start in best.starts_against(sight):
                gained += staked * start.chance * taken(best, start, offer)
    yield Mistake(f"best play, {offer.name} taken whenever offered", best.ev + gained)


def taken(play: Play, start: Start, offer: Wager) -> float:
    """What an offer that is taken adds to a starting hand, per wager on it."""
    game = play.spec.game
    if not start.is_blackjack:
        counts = play.spec.hands.counts[play.spec.hands.two[start.low, start.high]]
        return offer_ev(offer, natural_chance(start.sight.seen, counts)) / INSURED_PART
    if game.tables.asks[NO_EVEN_MONEY]:
        return 0.0
    return float(result_pays(PAID_EVEN, OWN, game.rules)) - play.start_value(start)
