"""Play for a streak against a walk of every branch in fractions, and what the odds say of it.

The walk shares no arithmetic with the engine: it tries every legal act of the real round, doubles
and the burn among them, for rounds won and a share of those pushed.

Seen to fail: with a push worth nothing, with a push worth a win, with the burn of a busting card
left out.
"""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from holecard.dealing.felt import OUTCOME
from holecard.games import BAD_BEAT, BURNOUT, CATALOGUE
from holecard.odds.composition import read_composition
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import GameOdds
from holecard.odds.solve.acts import STAND
from holecard.odds.solve.best_play import Play, play_game
from holecard.odds.solve.burn import play_burnout
from holecard.odds.solve.for_streak import is_streak, play_for_streak, share_won
from holecard.odds.solve.own_bets.hand_bets import own_hand_chances
from holecard.odds.solve.own_bets.own_hand import OwnHand, Shared
from holecard.odds.solve.round_results import round_odds
from holecard.odds.solve.sights import Spec
from holecard.wagers.dealt import Dealt
from holecard.wagers.game import Game
from tests.lab.commands import holecard
from tests.odds.solved import odds_of
from tests.odds.test_walk import CLOSE, STIFF, engine_plays
from tests.odds.walk import VALUE, Measure, Totals, Walk, outcomes

NAMES = ("push", "win", "lose")


def counted(coin: Fraction) -> Measure:
    """A round won, pushed or lost; a push is worth what the coin is."""

    def measure(dealt: Dealt) -> Totals:
        name = NAMES[dealt.seat_field(0, OUTCOME)]
        value = {"win": Fraction(1), "push": coin, "lose": Fraction(0)}[name]
        return {VALUE: value, name: Fraction(1)}

    return measure


def share(found: Totals) -> Fraction:
    return found["win"] / (found["win"] + found["lose"])


def engine(game: Game, shoe: str, paid: bool) -> Play:
    spec = Spec(game, read_composition(shoe))
    without = play_game(spec)
    return play_for_streak(without, play_burnout(spec, without=without) if paid else None)


ONE_HAND = BURNOUT.but(max_hands=1)
OPEN = ONE_HAND.but(peek=False, surrender="late")
SHOES = [
    pytest.param(ONE_HAND, STIFF, False, id="stiff"),
    pytest.param(OPEN, "A:2 5:2 9:3 T:4", False, id="no-peek-surrender"),
    pytest.param(ONE_HAND, "A:1 5:3 7:3 T:5", True, id="burn"),
    pytest.param(ONE_HAND.but(burn_after_bust=False), "A:1 6:3 8:3 T:4", True, id="no-bust-burn"),
]


@pytest.mark.parametrize(("game", "shoe", "paid"), SHOES)
def test_no_play_wins_more_of_the_decided_rounds(game: Game, shoe: str, paid: bool) -> None:
    """With a coin p no play is worth more than p (win + p push <= p): none has a larger share. The
    play that is worth it has that share, and so has the engine's; play for the main wager less."""
    play = engine(game, shoe, paid)
    coin = Fraction(share_won(round_odds(play)))
    wagers = ("burnout",) if paid else ()
    walk = Walk(game, read_composition(shoe), wagers, measure=counted(coin))
    best = walk.best()
    assert abs(best[VALUE] - coin) < CLOSE
    assert abs(share(best) - coin) < CLOSE
    assert abs(share(walk.follow(engine_plays(play))) - coin) < CLOSE
    for_main = play_burnout(play.spec) if paid else play_game(play.spec)
    assert share(walk.follow(engine_plays(for_main))) < coin - CLOSE


@pytest.mark.parametrize("paid", [False, True])
def test_rounds_with_a_split_count_by_hands_won_less_hands_lost(paid: bool) -> None:
    """With splits there is no best play to walk to; what the engine says it does is walked."""
    game, shoe = BURNOUT.but(max_hands=3), "A:3 7:4 8:4 T:5"
    play = engine(game, shoe, paid)
    assert any(sight.split for sight in play.sights)
    wagers = ("burnout",) if paid else ()
    walk = Walk(game, read_composition(shoe), wagers, measure=counted(Fraction(1, 2)))
    found = share(walk.follow(engine_plays(play)))
    assert abs(found - Fraction(share_won(round_odds(play)))) < CLOSE


@pytest.mark.parametrize("rules", [{}, {"max_hands": 2}, {"double_on": "9-11"}, {"peek": False}])
def test_a_hand_that_may_double_may_hit(rules: dict[str, object]) -> None:
    """So a double, a hit that must stand, never beats the hit, and play for a streak has none."""
    spec = Playbook(BURNOUT.but(**rules)).spec
    assert spec.may_double.any()
    assert not (spec.may_double & ~spec.may_hit).any()


# The figures of a full shoe.


def burnout() -> GameOdds:
    return odds_of("burnout")


def test_every_bonus_has_four_figures_each_with_its_condition() -> None:
    found = burnout()
    for wins in (2, 3, 4, 5):
        four = [one for one in found.wagers if one.id == f"bonus-{wins}"]
        assert [(one.play, one.beside) for one in four] == [
            ("main", ""),
            ("main", "burnout"),
            ("wager", ""),
            ("wager", "burnout"),
        ]
        assert len({one.method for one in four}) == 4
        plain, paid, streak, both = (one.house_edge for one in four)
        assert both < paid < streak < plain
        assert found.find(f"bonus-{wins}") is four[0]
        assert found.find(f"bonus-{wins}", play="wager", beside="burnout") is four[3]


def test_a_bonus_is_a_power_of_one_share() -> None:
    """The chance of k wins in a row: one play is best for all of them."""
    for play in ("main", "wager"):
        for beside in ("", "burnout"):
            hits = [
                one.hit_frequency
                for one in burnout().wagers
                if one.id.startswith("bonus") and (one.play, one.beside) == (play, beside)
            ]
            shares = [hit ** (1 / wins) for wins, hit in enumerate(hits, start=2)]
            assert np.ptp(shares) < 1e-14


def test_json_says_the_condition() -> None:
    entries = burnout().as_json()["wagers"]
    with_payment = [one for one in entries if one.get("with") == "burnout"]
    assert {one["id"] for one in with_payment} == {
        "main-burnout",
        *(f"bonus-{k}" for k in range(2, 6)),
    }
    assert all("with" not in one for one in entries if one["id"] in ("main", "insurance"))
    streak = [one for one in entries if one.get("play") == "wager"]
    assert len(streak) == 8
    # Playing for the streak costs the main wager, and the entry says how much.
    plain = next(one for one in entries if one["id"] == "main")
    assert all(one["main_ev"] < plain["ev"] for one in streak)


def test_play_narrows() -> None:
    main = game_odds(BURNOUT, Ask(wagers=("bonus-3",), play="main")).wagers
    assert [(one.play, one.beside) for one in main] == [("main", ""), ("main", "burnout")]


def test_the_text_names_the_play_at_every_figure() -> None:
    lines = str(burnout()).splitlines()
    rows = [line.split("  ") for line in lines[3:] if "%" in line and not line.startswith(" ")]
    table = [row for row in rows if row[0] in {one.id for one in burnout().wagers}]
    assert len(table) == len(burnout().wagers)
    said = [[cell.strip() for cell in row if cell.strip()][2] for row in table]
    offers = [one.id for one in burnout().wagers if not one.play]
    assert said[18:] == ["-"] * len(offers)  # no play touches those
    said = said[:18]
    assert said[:2] == ["main", "main, with burnout"]
    assert said[2:] == ["main", "main, with burnout", "wager", "wager, with burnout"] * 4


def test_what_is_a_streak() -> None:
    streaks = {wager.id for game in CATALOGUE.values() for wager in game.wagers if is_streak(wager)}
    assert streaks == {f"bonus-{wins}" for wins in (2, 3, 4, 5)}


# Bad Beat played for itself: the acts that are kept are those that were priced.


def test_acts_kept_for_a_side_bet_are_worth_what_was_priced() -> None:
    """The play laid out is followed by the walk, splits too, and by the engine as if given."""
    game = BAD_BEAT.but(max_hands=3)
    shoe = read_composition("A:3 2:1 9:4 T:6")
    wager = game.wager("bad-beat")
    shared = Shared(play_game(Spec(game, shoe)), wager)
    alone = OwnHand(shared, wager.table("P5"), for_wager=True)
    chances, play = alone.chances(), alone.played()
    found = Walk(game, shoe, ("bad-beat",), measure=outcomes("bad-beat")).follow(engine_plays(play))
    for chance, name in zip(chances.floats, wager.outcomes, strict=True):
        assert abs(Fraction(chance) - found.get(name, 0)) < CLOSE
    again = own_hand_chances(Shared(play, wager), wager.table("P5"))
    assert again.floats == pytest.approx(chances.floats, abs=1e-14)


def test_what_a_side_bet_does_not_care_for_is_played_for_the_main_wager() -> None:
    """D4: two-card 19s to 21s stand, eights, nines and aces split; the rest is best play."""
    book = Playbook(BAD_BEAT.but(decks=2))
    play = book.for_wager("bad-beat", "P5").play
    hands = play.spec.hands
    for sight, main in zip(play.sights, book.best.sights, strict=True):
        assert sight.acts[hands.two[0, 7]] == sight.acts[hands.two[8, 9]] == STAND
        assert {0, 7, 8} <= sight.split and 9 not in sight.split
        drawn = hands.cards > 2
        assert (sight.acts[drawn] == main.acts[drawn]).all()
    assert play.ev < book.best.ev
    assert play.ev == pytest.approx(book.best.ev, abs=0.001)


def test_a_comparison_keeps_the_payment_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both rows once went under one key, and the last one stood for both."""
    monkeypatch.setattr("holecard.cli.odds.COMPARED_DECKS", (6,))
    words = ("burnout", "--wager", "bonus-2", "--play", "main", "--compare", "--json")
    rows = json.loads(holecard("odds", *words).stdout)["wagers"]
    assert [one.get("with", "") for one in rows] == ["", "burnout"]
    for one in rows:
        exact = burnout().find("bonus-2", play="main", beside=one.get("with", ""))
        assert one["house_edge"]["6D H17"] == pytest.approx(exact.house_edge, abs=1e-12)
