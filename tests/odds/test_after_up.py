"""Bets made when the dealer's card is up: Bust Bonus against print, simulated, and at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from holecard.errors import NotAllowed, RefusedWager
from holecard.experiment.simulation import Simulation
from holecard.games.from_file import load_game
from holecard.odds.composition import full_decks
from holecard.odds.pricing.after_up import by_up_card, given
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import priced
from holecard.play.table import Table

GAME = load_game(Path(__file__).parents[2] / "examples" / "bust_bonus.py")
BET = GAME.wager("bust-bonus")
# Returns in print, by up card from the ace: six decks, H17, after the look (discountgambling.net).
SIX = (
    -0.090437, -0.076644, -0.084754, -0.071892, -0.089206, -0.079793, -0.061881, -0.048772,
    -0.103441, -0.088547,
)  # fmt: skip
# Chances of no bust and of a mixed bust, ace to four: eight decks, H17 (Wizard of Odds). His
# returns are not compared: for 2 to 4 they fit products of rounded chances, for the ace not.
EIGHT = (
    (0.798875, 0.198886), (0.643323, 0.347843), (0.623109, 0.365285), (0.601881, 0.383472),
)  # fmt: skip


def test_returns_by_up_card_are_those_in_print() -> None:
    cards = by_up_card(GAME, BET, full_decks(6))
    for row, theirs in zip(cards.values(), SIX, strict=True):
        assert priced(BET, BET.paytables[0], given(row)).ev == pytest.approx(theirs, abs=0.6e-6)


def test_chances_from_eight_decks_are_those_in_print() -> None:
    cards = by_up_card(GAME.but(decks=8), BET, full_decks(8))
    for up, theirs in zip("A234", EIGHT, strict=True):
        chances = dict(zip(BET.outcomes, given(cards[up]).floats, strict=True))
        assert (chances["lose"], chances[f"{up}-bust"]) == pytest.approx(theirs, abs=0.6e-6)


def test_odds_are_those_of_a_bet_on_every_card() -> None:
    (one,) = game_odds(GAME, Ask(wagers=("bust-bonus",))).wagers
    cards = by_up_card(GAME, BET, full_decks(6))
    weights = [float(sum(row)) for row in cards.values()]
    evs = [priced(BET, BET.paytables[0], given(row)).ev for row in cards.values()]
    mean = sum(w * ev for w, ev in zip(weights, evs, strict=True)) / sum(weights)
    assert one.ev == pytest.approx(mean, abs=1e-12) and "8 4.87" in one.notes[0]
    asked = Simulation(game=GAME, rounds=400_000, seed=12, play="mimic", wanted=("bust-bonus",))
    simulated = asked.figures(asked.start().finish())[0]
    assert abs(simulated.ev - one.ev) < 4 * simulated.stderr
    offered = sum(weights)  # no bet in a round that the dealer's look ends
    assert simulated.rounds / 400_000 == pytest.approx(offered, abs=0.002)


def test_the_bet_is_taken_when_the_card_is_up_and_not_before() -> None:
    dealt = 0
    for seed in range(20):
        table = Table(GAME, seed)
        with pytest.raises(RefusedWager, match="when the dealer's card is up"):
            table.deal("1 main 10 bust-bonus 5")
        with pytest.raises(NotAllowed, match="between rounds"):
            table.place("1 bust-bonus 5")
        table.deal("1 main 10")
        if "no-insurance" in table.legal:
            with pytest.raises(NotAllowed):
                table.place("1 bust-bonus 5")
            table.push("no-insurance")
        if not table.legal:
            continue
        with pytest.raises(RefusedWager, match="before the deal"):
            table.place("1 main 10")
        with pytest.raises(RefusedWager, match="seat 2 has no hand"):
            table.place("2 bust-bonus 5")
        before = table.purse
        table.place("1 bust-bonus 5")
        assert table.purse == before - 500
        with pytest.raises(RefusedWager, match="twice"):
            table.place("1 bust-bonus 5")
        while table.legal:
            table.push("stand")
        done = table.history[-1]
        bet = next(one for one in done.paid if one.wager == "bust-bonus")
        assert table.purse == 100_000 + sum(one.net for one in done.paid)
        assert table.dealt is not None
        busted = points(table.dealt.dealer_cards) > 21
        assert bet.stake == 500 and (bet.net > 0) == busted
        dealt += 1
    assert dealt > 10


def points(cards: tuple[int, ...]) -> int:
    """A second reading: aces eleven while that fits."""
    values = [min(card // 4 + 1, 10) for card in cards]
    return sum(values) + 10 * (1 in values and sum(values) <= 11)
