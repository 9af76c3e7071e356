"""Bets that hang on the play, by a seat that knows the hole card: walked in fractions, and dealt.

Seen to fail: with the bets priced under the play of a seat that does not know the card.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from holecard.experiment.simulation import simulate_game
from holecard.games import BAD_BEAT, BURNOUT, find_game
from holecard.lab.known_cards import with_hole_shown
from holecard.odds.composition import read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask
from holecard.odds.solve.round_results import round_odds
from holecard.report.blocks import Table, Words
from holecard.report.edges import edges_of
from holecard.report.facts import Facts
from holecard.report.sections.protection_section import hole_bet_blocks, left_out
from holecard.wagers.game import Game
from tests.lab.test_gallery_protection import sees_the_hole
from tests.odds.test_streak_play import counted, share
from tests.odds.test_walk import engine_plays
from tests.odds.walk import VALUE, Walk, outcomes, seat_sees_both

CLOSE = 1e-12


def shown(game: Game, shoe: str) -> Playbook:
    book = with_hole_shown(Playbook(game, shoe=read_composition(shoe)))
    assert book is not None
    return book


@pytest.mark.parametrize("play", ["main", "wager"])
@pytest.mark.parametrize("table", ["P1", "L5"])
def test_a_bet_on_the_own_hand_on_a_small_shoe(play: str, table: str) -> None:
    """The real round, one card up, walked by eyes that see both: what the engine says it does, and
    for the bet alone the best of everything they could do."""
    game, shoe = BAD_BEAT.but(max_hands=1), "A:3 2:2 9:4 T:6"
    cards = read_composition(shoe)
    book = shown(game, shoe)
    ask = Ask(wagers=("bad-beat",), paytables={"bad-beat": table}, play=play, shoe=cards)
    (found,) = edges_of(book.game, ask, book).values()
    measure = outcomes("bad-beat")
    if play == "wager" and table == "P1":  # a walk looks for the best under the first pay table
        walked = Walk(game, cards, ("bad-beat",), measure=measure, sees=sees_the_hole).best()[VALUE]
    else:
        walk = Walk(game, cards, ("bad-beat",), measure=measure, sees=seat_sees_both)
        plays = book.best if play == "main" else book.for_wager("bad-beat", table).best
        ends = walk.follow(engine_plays(plays))
        pays = game.wager("bad-beat").table(table).pays
        walked = sum((ends[name] * pays(name) for name in ends if name != VALUE), Fraction(0))
    assert found == pytest.approx(-float(walked), abs=CLOSE)


@pytest.mark.parametrize("paid", [False, True])
def test_what_a_streak_counts_on_a_small_shoe(paid: bool) -> None:
    game, shoe = BURNOUT.but(max_hands=1), "A:1 5:3 7:3 T:5"
    play = shown(game, shoe).page(paid).best
    wagers = ("burnout",) if paid else ()
    walk = Walk(
        game, read_composition(shoe), wagers, measure=counted(Fraction(1, 2)), sees=seat_sees_both
    )
    rounds = round_odds(play)
    walked = share(walk.follow(engine_plays(play)))
    assert rounds.win / (rounds.win + rounds.lose) == pytest.approx(float(walked), abs=CLOSE)


@cache
def facts(name: str) -> Facts:
    return Facts(find_game(name), ())


def test_the_sheet_says_what_the_hole_card_gains() -> None:
    """And what is left out: a streak's own play takes longer than the rest of the sheet."""
    for name, rows in (("bad-beat", 2), ("burnout", 8)):
        words, table = hole_bet_blocks(facts(name))
        assert isinstance(words, Words) and isinstance(table, Table) and len(table.rows) == rows
    assert "for a streak alone" in left_out(facts("burnout"))
    assert "streak" not in left_out(facts("bad-beat"))
    assert hole_bet_blocks(facts("classic")) == []


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["bad-beat", "burnout"])
def test_bets_with_the_hole_card_known_as_they_are_dealt(name: str) -> None:
    """The simulator deals the game with both cards shown, and plays as the engine does: 5e7."""
    book = facts(name).hole_shown
    assert book is not None
    dealt = simulate_game(book.game, 50_000_000, 11, play=book)
    edges = {(key[0], key[1], key[3]): edge for key, edge in facts(name).hole_bets.items()
             if key[2] == "main"}  # fmt: skip
    seen = 0
    for one in dealt.wagers:
        edge = edges.get((one.id, one.paytable, one.beside))
        if edge is not None:
            z = (one.ev + edge) / one.stderr
            print(f"{name}: {one.id} {one.paytable} {one.beside}: {one.ev:.6f}, z {z:+.2f}")
            assert abs(z) < 4
            seen += 1
    assert seen >= 1
