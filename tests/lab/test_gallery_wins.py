"""The most a table can win in games with answers of their own, and beside bets that are paid
otherwise: rounds that are dealt and paid, under a bound no round passes.

Seen to fail: with a hand's best result taken to be one to one (Spanish 21 pays four times three);
without the raise; with tens dealt from decks that have none; with a bet after the up card left out;
with a flat prize that grows with the bet.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from holecard.games.from_file import beside_classic, named_game
from holecard.games.gallery import GALLERY
from holecard.lab.largest_win import LargestWin, Search, largest_wins
from holecard.lab.main_bound import main_bound
from holecard.lab.sittings import paid_by_house, sittings
from holecard.lab.stacked import dealer_hands
from holecard.odds.composition import shoe_of
from holecard.play.random_player import random_choice
from holecard.shoe import shuffled
from holecard.text.line import line_of, read_line, replay
from holecard.wagers.bets import SeatBets, check_table
from holecard.wagers.dealt import deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from tests.night import by_day
from tests.odds.test_bet_sizes import BET as SIZED
from tests.odds.test_envy import bet as envious

# Wagers a seat wins at most, read off the sheets: four hands doubled; two at Double Exposure; four
# hands of seven cards that count 21, at three to one; four doubled hands on a raised wager; and
# where hands are doubled again, four of eight wagers.
UNITS = {
    "double-exposure": 4, "spanish-21": 12, "free-bet": 8, "push-22": 8, "super-fun-21": 8,
    "pontoon": 12, "double-attack": 16, "charlie": 8, "early-surrender": 8, "no-hole-card": 8,
    "switch": 8,
}  # fmt: skip
READ = [
    ("spanish-21", "RD", 32),
    ("spanish-21", "SP1", 3),
    ("super-fun-21", "SP1", 2),
    ("push-22", "SP1 double_on=none", Fraction(6, 5)),
    ("charlie", "NDAS", 4),
    ("no-hole-card", "SP1", 2),
]


def seats_of(game: Game) -> tuple[int, ...]:
    return (2, 6) if game.seats_a_player > 1 else (1, 3, 7)


def check_wins(game: Game, wins: tuple[LargestWin, ...]) -> None:
    """Real rounds, from a shoe of the game, that are paid what is said."""
    held = shoe_of(game).cards
    for win in wins:
        check_table(game, win.dealt.seats)
        assert win.dealt.done
        assert all(win.dealt.drawn.count(card) <= held[card] for card in win.dealt.drawn)
        assert win.cents == sum(paid_by_house(one, game) for one in payouts(win.dealt))
        assert win.cents <= win.bound


@pytest.mark.parametrize("name", by_day(list(UNITS), 0))
def test_the_largest_win_of_each_game(name: str) -> None:
    """For one player it is the most: dealt, and nothing pays more. For a full table it lies under
    the bound."""
    game = GALLERY[name]
    wins = largest_wins(game, seats_of(game))
    check_wins(game, wins)
    assert wins[0].is_most
    assert wins[0].cents == wins[0].seats * UNITS[name] * game.mains[0].most
    for win in wins:
        assert replay(read_line(line_of(win.dealt))).drawn == win.dealt.drawn


@pytest.mark.parametrize(("name", "line", "units"), READ)
def test_the_bound_follows_the_rules(name: str, line: str, units: Fraction | int) -> None:
    game = GALLERY[name].read(line)
    assert main_bound(game, game.mains[0]) == units


@pytest.mark.parametrize("name", UNITS)
def test_no_round_pays_more_than_the_bound(name: str) -> None:
    """Random rounds, and rounds stacked for large wins; hands doubled again too."""
    for line in ("", "RD") if name == "spanish-21" else ("",):
        game = GALLERY[name].read(line) if line else GALLERY[name]
        chance = random.Random(8)
        seats = game.seats_a_player
        sitting = next(sittings(game))
        party = [SeatBets(seat, sitting.bets.bets) for seat in range(1, seats + 1)]
        for _ in range(40):
            cards = shuffled(game.rules.decks, chance, game.answers.deck)
            dealt = deal_round(game, party, cards)
            while dealt.ask is not None:
                dealt = deal_round(
                    game, party, cards, [*dealt.choices, random_choice(dealt, chance)]
                )
            assert sitting.worth(payouts(dealt)) <= seats * sitting.bound
        search, hands = Search(sitting, dealer_hands(game)), dealer_hands(game)
        for _ in range(60):
            found = search.tried(chance.choice(search.scripts), chance.choice(hands))
            assert found is None or found.cents <= sitting.bound


def test_envy_grows_with_the_table() -> None:
    """Four doubled hands of sevens at $500, 100 to 1 on $5, and 20 to 1 for each other seat."""
    game = beside_classic("envy", (envious(),))
    wins = largest_wins(game, (1, 2, 3))
    check_wins(game, wins)
    each = 8 * 50_000 + 100 * 500
    assert [win.bound for win in wins] == [n * (each + (n - 1) * 20 * 500) for n in (1, 2, 3)]
    assert wins[0].is_most and wins[1].is_most


def test_a_flat_prize_is_that_of_its_size() -> None:
    """$2,500 for sevens from $25 on, whatever the bet; $500 for less."""
    game = beside_classic("sized", (SIZED,))
    (win,) = largest_wins(game, (1,))
    check_wins(game, (win,))
    assert win.is_most and win.cents == 8 * 50_000 + 250_000
    (sitting,) = sittings(game)
    (prize,) = (sitting.prize(one) for one in sitting.bets.bets[1:])
    assert prize.cents.tolist() == [0, 11 * 10_000, 250_000]


@pytest.mark.parametrize(
    ("name", "won"), by_day([("blazing_sevens", 999_500), ("bust_bonus", 200_000)], 0, 1)
)
def test_a_meter_at_its_seed_and_a_bet_after_the_up_card(name: str, won: int) -> None:
    game = named_game(f"examples/{name}.py")
    (win,) = largest_wins(game, (1,))
    check_wins(game, (win,))
    assert win.cents == 400_000 + won
    assert main_bound(game, game.mains[0]) == Fraction(8)
