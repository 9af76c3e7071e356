"""Protection in games with answers of their own: cards known that are not to be seen, and common
mistakes, against walks of every branch of small shoes in fractions.

Seen to fail: with a raise decided by the hole card, which is dealt after it; with early surrender
open by the lower of the dealer's cards; with insurance paid to a blackjack that is offered none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from holecard.cards import value
from holecard.dealing.actions import DECLINE, HIT, KEEP, STAND, Legal
from holecard.dealing.felt import Felt, dealer_slot, hand_cards
from holecard.hand import state_of_values, total
from holecard.lab.known_cards import hole_known
from holecard.lab.sampled_hands import gain_in, hands_sampled
from holecard.lab.wrong_charts import NAMED, mistakes
from holecard.odds.composition import Composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.sights import Spec
from holecard.wagers.dealt import Dealt
from holecard.wagers.payout import payouts
from tests.night import by_day
from tests.odds.test_gallery import Table
from tests.odds.walk import STAKE, VALUE, View, Walk, seat_sees_both


def all_nets(dealt: Dealt) -> Mapping[str, Fraction]:
    """The main wager and insurance together."""
    return {VALUE: Fraction(sum(one.net for one in payouts(dealt)), STAKE)}


def alike(table: Table) -> str:
    return "card" if table.game.tables.shape != [0] else "value"


def sees_the_hole(felt: Felt) -> View:
    """Both of the dealer's cards, the up card first: some choices hang on which it is."""
    dealer = hand_cards(felt, dealer_slot(felt))
    return replace(seat_sees_both(felt), shown=tuple(value(card) for card in dealer))


ACES = "A:3 5:4 7:3 T:5"
HOLES = [
    Table("double-attack", "Ad:2 6d:3 8d:3 Kd:3"),
    Table("early-surrender", ACES),
    Table("early-surrender", ACES, {"early": "ten"}),
    Table("spanish-21", "7s:2 6s:1 8s:1 3d:2 Kd:3 Ad:2"),
    Table("super-fun-21", "Ad:1 As:1 5d:3 8d:2 Kd:2 Ks:2"),
    Table("free-bet", "A:2 5:2 6:3 9:2 T:3"),
    Table("charlie", "A:3 2:2 3:3 T:4", {"charlie": 5}),
]


@pytest.mark.parametrize("table", by_day(HOLES, 0, 2), ids=str)
def test_the_hole_card_known_on_a_small_shoe_in_fractions(table: Table) -> None:
    """A seat that sees the hole card as soon as it is dealt, and insures what it likes."""
    walk = Walk(
        table.game, table.cards, measure=all_nets, alike=alike(table), sees=sees_the_hole,
        barred=frozenset(),
    )  # fmt: skip
    found = hole_known(Playbook(table.game, shoe=table.cards))
    assert found is not None
    assert found.ev == pytest.approx(float(walk.best()[VALUE]), abs=1e-12)


@pytest.mark.parametrize("name", ["double-exposure", "no-hole-card", "pontoon", "push-22"])
def test_where_there_is_no_hole_card_to_know(name: str) -> None:
    assert hole_known(Playbook(Table(name, ACES).game)) is None


OTHERS = [
    Table("early-surrender", "6:2 8:2 T:4"),
    Table("charlie", "4:3 8:2 T:4", {"charlie": 5}),
    Table("free-bet", "6:3 9:2 T:4"),
    Table("super-fun-21", "6d:3 8d:2 Kd:4"),
]


def known_hands(shoe: Composition) -> Iterator[tuple[Fraction, Composition]]:
    """Every two cards another seat may hold, by value: their chance, and the shoe without them."""
    cards = [card for card, number in enumerate(shoe.cards) if number]
    for one in cards:
        left = shoe.without((one,))
        for other in cards:
            if left.cards[other]:
                chance = Fraction(shoe.cards[one] * left.cards[other], shoe.size * left.size)
                yield chance, left.without((other,))


@pytest.mark.parametrize("table", by_day(OTHERS), ids=str)
def test_one_hand_known_on_a_small_shoe_in_fractions(table: Table) -> None:
    """As for the house's games: over all hands that another may hold, what best play of what is
    left wins more than best play of the whole shoe. It is put together here from the parts that
    the samples are drawn from: the gain on the chart by totals, less what that is from the whole
    shoe."""

    def best(shoe: object) -> Fraction:
        return Walk(table.game, shoe, alike=alike(table)).best()[VALUE]  # type: ignore[arg-type]

    book = Playbook(table.game, shoe=table.cards)
    walked = sum(p * best(left) for p, left in known_hands(table.cards)) - best(table.cards)
    chart, play = book.by_total.chart, book.best
    gain = 0.0
    for of_pairs in (True, False):
        for p, left in known_hands(table.cards):
            for seen in Spec(table.game, left).sights:
                same = next(one for one in play.spec.sights if one.values == seen.values)
                gain += float(p) * seen.chance * gain_in(play, chart, left, same, of_pairs)
        for seen in play.spec.sights:
            gain -= seen.chance * gain_in(play, chart, table.cards, seen, of_pairs)
    assert gain == pytest.approx(float(walked), abs=1e-12)
    assert gain > 1e-5


@pytest.mark.nightly
def test_knowing_no_hand_gains_nothing() -> None:
    book = Playbook(Table("super-fun-21", ACES).game)
    assert hands_sampled(book, 0, (1, 0)).gain == pytest.approx(0, abs=1e-12)


MIMICS = [
    Table("charlie", "A:1 2:4 3:4 8:2 T:4", {"charlie": 5}),
    Table("super-fun-21", "Ad:1 As:1 5d:3 8d:2 Kd:2 Ks:2"),
    Table("spanish-21", "7s:2 6s:1 8s:1 3d:2 Kd:3 Ad:1"),
    Table("pontoon", "7s:2 6s:1 8s:1 3d:2 Kd:3 Ad:1"),
    Table("free-bet", "3:2 5:2 6:3 9:2 T:3"),
    Table("double-exposure", "A:2 6:4 8:3 T:5"),
]


@pytest.mark.parametrize("table", by_day(MIMICS, 1), ids=str)
@pytest.mark.parametrize("name", ["mimic", "never-bust"])
def test_mistakes_are_worth_what_a_walk_says(table: Table, name: str) -> None:
    """Hands read off the cards here, and no chart: the dealer's rule, and never more than 11."""

    def policy(view: View, legal: Legal) -> int:
        if DECLINE in legal or KEEP in legal:
            return DECLINE if DECLINE in legal else KEEP
        points = total(state_of_values(view.cards))
        hard = sum(view.cards) == points
        again = 17 if name == "mimic" or not hard else 12
        if name == "mimic" and not hard and points == 17 and table.game.rules.hit_soft_17:
            again = 18
        return HIT if points < again and HIT in legal else STAND

    walk = Walk(table.game, table.cards, alike=alike(table))
    found = {one.words: one.ev for one in mistakes(Playbook(table.game, shoe=table.cards))}
    assert found[NAMED[name]] == pytest.approx(float(walk.follow(policy)[VALUE]), abs=1e-12)


INSURED = [
    Table("spanish-21", "7s:2 6s:1 8s:1 3d:2 Kd:3 Ad:2"),
    Table("charlie", "A:3 2:2 3:3 T:4", {"charlie": 5}),
    Table("double-attack", "Ad:2 6d:3 8d:3 Kd:3"),
]


@pytest.mark.parametrize("table", by_day(INSURED, 1), ids=str)
def test_insurance_whenever_it_is_offered_is_worth_what_a_walk_says(table: Table) -> None:
    """Nobody declines. Seen to fail: with insurance sold to a blackjack of Spanish 21."""
    walk = Walk(
        table.game, table.cards, measure=all_nets, alike=alike(table), barred=frozenset({DECLINE})
    )
    found = {one.words: one.ev for one in mistakes(Playbook(table.game, shoe=table.cards))}
    taken = next(ev for words, ev in found.items() if "whenever offered" in words)
    assert taken == pytest.approx(float(walk.best()[VALUE]), abs=1e-12)
