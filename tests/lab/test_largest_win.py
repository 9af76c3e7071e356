"""The most a table can win: rounds that replay and pay what is said, under a bound no round
passes."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from holecard.errors import RefusedWager
from holecard.games import CATALOGUE, find_game
from holecard.games.from_file import named_game
from holecard.lab.breakage import breakage
from holecard.lab.largest_win import LargestWin, Search, largest_wins
from holecard.lab.sittings import Sitting, paid_by_house, sittings
from holecard.lab.stacked import dealer_hands
from holecard.lab.win_bound import SeatBound
from holecard.play.random_player import random_choice
from holecard.shoe import shuffled
from holecard.text.line import line_of, read_line, replay
from holecard.wagers.bets import Bet, SeatBets, check_seat, check_table, fee_for
from holecard.wagers.dealt import deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.wager import FEE, MAIN

# Dollars that one seat and three seats win at the posted limits of $500 and $100: four hands
# doubled; 250 to 1, an even-money tie of busted hands with its tip and a pair of pairs; 303 to 1
# twice; the fifth win in a row; a 19 beaten by a 20 that three doubled hands beat; suited aces four
# times, which are split and cannot be doubled.
KNOWN = {
    "classic": (4_000, 12_000),
    "breakout": (25_000 + 101 + 5_000, 3 * 30_101),
    "lucky-break": (4_000 + 2 * 30_300, 3 * (4_000 + 2 * 30_300)),
    "burnout": (4_000 + 1_500, 3 * 5_500),
    "bad-beat": (2_000 - 500 + 3_000, 3 * 4_500),
    "face-up": (100_000 + 10_000 + 1_000, 3 * 111_000),
}


def in_a_shoe(win: LargestWin) -> bool:
    drawn = win.dealt.drawn
    return all(drawn.count(card) <= win.dealt.game.rules.decks for card in drawn)


@pytest.mark.parametrize(
    "name",
    [
        *KNOWN,
        "examples/match_the_dealer.py",
        pytest.param("examples/lucky_ladies.py", marks=pytest.mark.nightly),
    ],
)
def test_the_round_is_real_and_the_bound_holds(name: str) -> None:
    game = named_game(name)
    wins = largest_wins(game, (1, 3))
    for win in wins:
        check_table(game, win.dealt.seats)
        assert in_a_shoe(win) and win.dealt.done
        if name in CATALOGUE:
            assert replay(read_line(line_of(win.dealt))).drawn == win.dealt.drawn
        paid = payouts(win.dealt)
        assert win.cents == sum(paid_by_house(one, game) for one in paid if not one.rides)
        assert win.cents <= win.bound
        assert win.is_most == (win.cents == win.bound)
    if name in KNOWN:
        assert tuple(win.cents // 100 for win in wins) == KNOWN[name]
        assert all(win.is_most for win in wins)
    top = max(prize(game, sitting) for sitting in sittings(game))
    assert wins[0].cents >= top - 500  # a main wager of the least may be lost beside it


def prize(game: Game, sitting: Sitting) -> int:
    """The largest single prize."""
    sides = [bet for bet in sitting.bets.bets if game.wager(bet.wager).kind != MAIN]
    return max((sitting.prize(bet).most for bet in sides), default=0)


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_no_round_pays_more_than_the_bound(game: Game) -> None:
    chance = random.Random(5)
    for sitting in list(sittings(game))[:3]:
        for _ in range(15):
            cards = shuffled(game.rules.decks, chance)
            dealt = deal_round(game, [sitting.bets], cards)
            while dealt.ask is not None:
                dealt = deal_round(
                    game, [sitting.bets], cards, [*dealt.choices, random_choice(dealt, chance)]
                )
            assert sitting.worth(payouts(dealt)) <= sitting.bound


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_no_stacked_round_pays_more_than_the_bound(game: Game) -> None:
    """Rounds stacked for large wins: splits and doubles beside hands of the dealer's of every kind,
    under the pay table that lets most be won and the one that lets least."""
    chance = random.Random(6)
    hands = dealer_hands(game, suits=True)
    first, *_, last = [*sittings(game)] * 2
    for sitting in (first, last):
        search = Search(sitting, hands)
        for _ in range(60):
            found = search.tried(chance.choice(search.scripts), chance.choice(hands))
            assert found is None or found.cents <= sitting.bound


def test_a_seat_that_gives_up_loses_half() -> None:
    """The bound of a lost main wager beside a prize: half of the least, where that may be."""
    for surrender, lost in (("late", -250), ("none", -500)):
        game = find_game("lucky-break").but(surrender=surrender)
        bound = SeatBound(game, game.mains[0], ())
        assert (bound.net(Fraction(-1)), bound.net(Fraction(2))) == (lost, 100_000)


@pytest.mark.parametrize("game", CATALOGUE.values(), ids=lambda game: game.id)
def test_broken_stakes_are_those_the_table_refuses(game: Game) -> None:
    """R4: a multiple is taken, one cent more is not, for every wager the table says breaks."""
    for one in breakage(game):
        for cents in (0, 1):
            stake = one.multiple * 1_000 + cents
            seat = with_bet(game, one.wager.id, stake)
            if cents and one.broken:
                with pytest.raises(RefusedWager, match="whole"):
                    check_seat(game, seat)
            else:
                check_seat(game, seat)


def with_bet(game: Game, wager: str, stake: int) -> SeatBets:
    """A seat with this stake on that wager; for a payment, as the main wager it is a share of."""
    one = game.wager(wager)
    if one.kind == FEE:
        return SeatBets(1, (Bet(game.mains[0].id, stake), Bet(wager, fee_for(one, stake))))
    if one.kind == MAIN:
        return SeatBets(1, (Bet(wager, stake),))
    main = one.with_main[0] if one.with_main else game.mains[0].id
    return SeatBets(1, (Bet(main, 1000), Bet(wager, min(stake, one.most - 1))))


def test_a_stake_that_breaks_is_named() -> None:
    main = next(one for one in breakage(find_game("classic")) if one.wager.kind == MAIN)
    assert [str(odds) for odds in main.broken] == ["3/2"]
    assert main.worst(500) == (500, Fraction(750))
