"""Two hands with a swap: the figure of the play it is exact for, against a walk of every branch."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from holecard.cards import read_cards
from holecard.dealing.actions import SWITCH
from holecard.games.gallery import GALLERY
from holecard.odds.charts.by_total import Weighing, exceptions, fill_gaps
from holecard.odds.composition import Composition, read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.solve.best_play import Play
from holecard.odds.solve.decide import decide
from holecard.odds.solve.judged import judged
from holecard.odds.solve.round_results import round_odds
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import Choice, deal_round
from holecard.wagers.payout import payouts
from tests.night import at_night
from tests.odds.walk import NextCard, Order

GAME = GALLERY["switch"]
SEATS = (SeatBets(1, (Bet("main", 1000),)), SeatBets(2, (Bet("main", 1000),)))
TINY, SMALL = "7:3 T:5 A:2", "7:4 9:3 T:4 A:2"


def walked(
    play: Play, left: Counter[int], known: tuple[int, ...] = (), made: tuple[Choice, ...] = ()
) -> Fraction:
    """What both seats win, in wagers of one, over every order of the cards."""
    try:
        dealt = deal_round(play.spec.game, SEATS, Order(known, len(known) + left.total()), made)
    except NextCard:
        total = Fraction(0)
        for card, number in left.items():
            rest = left - Counter({card: 1})
            total += Fraction(number, left.total()) * walked(play, rest, (*known, card), made)
        return total
    if dealt.ask is not None:
        return walked(play, left, known, (*made, decide(play, dealt)))
    assert dealt.done
    return Fraction(sum(one.net for one in payouts(dealt)), 1000)


def by_value(shoe: Composition) -> Counter[int]:
    """The shoe with one card standing for all of its value."""
    left: Counter[int] = Counter()
    for value, number in enumerate(shoe.values.tolist()):
        if number:
            left[4 * value] = number
    return left


@pytest.mark.parametrize(
    ("text", "rules"),
    [(TINY, {}), *at_night((SMALL, {}), (SMALL, {"hit_soft_17": False, "natural_wins": True}))],
)
def test_the_figure_is_that_of_a_walk_of_every_branch(text: str, rules: dict[str, bool]) -> None:
    game = GAME.but(max_hands=1, **rules)
    shoe = read_composition(text)
    play = Playbook(game, shoe=shoe).best
    assert play.ev == pytest.approx(float(walked(play, by_value(shoe)) / 2), abs=1e-12)
    assert sum(start.chance for start in play.starts()) == pytest.approx(1, abs=1e-12)


def test_rows_come_to_the_figure() -> None:
    play = Playbook(GAME, shoe=read_composition("8:8 T:12")).best
    rounds = round_odds(play)
    assert sum(rounds.nets.values()) == pytest.approx(1, abs=1e-12)
    value = sum(float(net) * chance for net, chance in rounds.nets.items())
    assert rounds.split > 0 and abs(value - play.ev) <= rounds.error + 1e-12


def test_two_stiff_hands_are_swapped_and_a_blackjack_is_kept() -> None:
    play = Playbook(GAME).best
    stiff = deal_round(GAME, SEATS, read_cards("Ts 5h 7d 6c Td Kc 9h"))
    best, worth = judged(play, stiff)
    assert best == "switch" and decide(play, stiff) == Choice(SWITCH)
    assert worth["switch"] > 1 > 0 > worth["keep"]
    dealt = deal_round(GAME, SEATS, read_cards("As 9h 7d Tc Td Kc 9h"))
    assert judged(play, dealt)[0] == "keep"
    # A chart is of one hand: each of its exceptions is said once, and costs something.
    found = exceptions(play, fill_gaps(Weighing(play).chart()))
    assert len({(one.hand, one.dealer) for one in found}) == len(found) > 0
    assert all(one.cost > 0 for one in found)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "edge"),
    [({}, 0.505507), ({"resplit_aces": False}, 0.543121), ({"hit_soft_17": False}, 0.107248)],
)
def test_six_decks_are_what_the_gallery_page_says(rules: dict[str, bool], edge: float) -> None:
    assert -100 * Playbook(GAME.but(**rules)).best.ev == pytest.approx(edge, abs=5e-7)
