"""Counting the gallery's main wagers: effects of removal against walks of every branch, and what
must be so whatever the game.

Seen to fail: with suits told apart nowhere (an ace of diamonds moves Super Fun 21 twice as far as
another); with 52 cards to a deck of Spanish 21; with a raise decided again for every shoe.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from holecard.games.from_file import beside_classic, named_game
from holecard.games.gallery import GALLERY
from holecard.lab.counting import count_chances, counting
from holecard.lab.effects import Books, effects, fixed_play, lots
from holecard.odds.composition import shoe_of
from holecard.odds.playbook import Playbook
from tests.night import by_day
from tests.odds.test_envy import bet as envious
from tests.odds.test_gallery import STIFF, Table
from tests.odds.walk import VALUE, Walk

NAMES = [name for name, game in GALLERY.items() if game.seats_a_player == 1]
COUNTED = [
    Table("super-fun-21", "Ad:1 As:1 5d:3 8d:2 Kd:2 Ks:2"),
    Table("double-attack", "Ad:2 6d:3 8d:3 Kd:4"),
    Table("spanish-21", "7s:3 6s:2 8s:1 3d:2 Kd:3 Ad:2"),
    Table("pontoon", "6s:2 7s:2 7d:2 8s:2 8d:1 Ks:3 As:2"),
    Table("double-exposure", STIFF),
    Table("push-22", "A:3 5:4 7:4 T:7"),
    Table("no-hole-card", "A:3 5:4 7:4 T:7", {"blackjack_takes": "each"}),
    Table("charlie", "A:2 2:3 3:3 T:6", {"charlie": 5}),
    Table("free-bet", "3:2 5:2 6:3 9:3 T:4"),
    Table("early-surrender", "A:3 5:4 7:4 T:7"),
]


def walked(table: Table, gone: tuple[int, ...] = ()) -> Fraction:
    alike = "card" if table.game.tables.shape != [0] else "value"
    return Walk(table.game, table.cards.without(gone), alike=alike).best()[VALUE]


@pytest.mark.parametrize("table", by_day(COUNTED), ids=str)
def test_effects_of_removal_are_those_of_walks(table: Table) -> None:
    """Every card of a tiny shoe taken out, best play walked in fractions with it and without."""
    found = effects(table.game, "main", books=Books(Playbook(table.game, shoe=table.cards)))
    base = walked(table)
    held = [card for card, number in enumerate(table.cards.cards) if number]
    assert sorted(card for row in found.rows for card in row.cards) == held
    for row in found.rows:
        for card in row.cards:
            assert row.effect == pytest.approx(float(walked(table, (card,)) - base), abs=1e-12)


@pytest.mark.parametrize("name", by_day(NAMES, NAMES.index("push-22")))
def test_a_play_that_heeds_no_card_gains_nothing_by_one(name: str) -> None:
    """By one chart, raised where it is raised, a card out unseen changes nothing: its effects
    cancel over a deck, suits and missing tens included."""
    game = GALLERY[name]
    moved = fixed_play(game, "main", Playbook(game))
    assert moved is not None
    shoe, found = shoe_of(game), lots(game, "main")
    assert sum(map(len, found)) == len(game.answers.deck)
    total = sum(len(lot) * moved(shoe.without((lot[0],))) for lot in found)
    assert total == pytest.approx(0, abs=1e-12)


def test_a_count_is_of_the_games_own_deck() -> None:
    """Decks of 48 cards: the ways to see some of them are draws from 48."""
    game = GALLERY["double-attack"].but(decks=1)
    found = counting(game, "insurance")
    assert found.tags is not None and found.gain is not None and found.bound is not None
    assert sum(row.number for row in found.effects.rows) == game.shoe_size == 48
    ways, _ = count_chances(found.effects, found.tags, 5)
    assert [round(row.sum()) for row in ways] == [comb(48, seen) for seen in range(6)]
    assert found.gain.per_100 <= found.bound.per_100 * 1.01


def test_insurance_beside_a_second_hand() -> None:
    """At Switch the player has four cards when insurance is offered. From a full shoe nothing is
    seen but those and the up card: the bound is then counted by hand."""
    game = GALLERY["switch"]
    found = counting(game, "insurance", cut=0.01)
    by_hand = Fraction(0)
    for tens in range(5):
        ways = Fraction(comb(96, tens) * comb(215, 4 - tens), comb(311, 4))
        worth = 3 * Fraction(96 - tens, 307) - 1
        by_hand += Fraction(1, 13) * ways * max(worth, Fraction(0))
    assert found.bound is not None
    assert found.bound.per_100 == pytest.approx(100 * float(by_hand), abs=1e-15)


def test_a_meter_and_envy_are_said_of_a_count() -> None:
    """Both are counted as a bet alone finds them: the seed on the meter, no other seat."""
    metered = counting(named_game("examples/blazing_sevens.py"), "blazing-sevens")
    assert "with its seed of $10,000 on the meter" in metered.notes
    assert metered.bound is not None
    envied = counting(beside_classic("envy", (envious(),)), "pairs")
    assert "what other seats bring by envy is left out" in envied.notes
