"""The odds of whole games: against figures computed elsewhere, and against themselves."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import BadDefinition, UnknownName
from holecard.games import CATALOGUE, find_game
from holecard.odds.composition import Composition, full_decks, read_composition
from holecard.odds.pricing.pricer import Ask, Pricer, game_odds
from holecard.odds.result import WagerOdds
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager
from tests.odds.solved import odds_of

FIGURES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "reference" / "figures.json").read_text()
)
CLOSE = 1e-9


def test_classic_best_play_hand_by_hand() -> None:
    """The value of every starting hand against every up card, dealer blackjack included."""
    from holecard.odds.solve.acts import LETTERS
    from holecard.odds.solve.best_play import play_game
    from holecard.odds.solve.sights import Spec

    reference = FIGURES["classic_6_decks_S17"]
    play = play_game(Spec(find_game("classic").read("S17"), full_decks(6)))
    assert play.ev == pytest.approx(reference["ev_per_initial_unit"], abs=CLOSE, rel=0)
    table = reference["ev_by_first_two_cards_and_up_card"]
    names = "A23456789T"
    compared = 0
    for start in play.starts():
        hand, up = names[start.low] + names[start.high], start.sight.seen.values[0] - 1
        assert play.start_value(start) == pytest.approx(table[f"ev_{hand}"][up], abs=CLOSE, rel=0)
        letter = "B" if start.is_blackjack else LETTERS[start.act]
        assert letter == table[f"action_{hand}"][up]
        compared += 1
    assert compared == 550


def test_classic_round_results_near_the_outside_approximation() -> None:
    """Theirs takes the hands of a split as independent given the dealer's final total, and says it
    is approximate; ours is held to the count of test_split_rounds.py."""
    reference = FIGURES["classic_6_decks_S17"]
    main = odds_of("classic", "S17").find("main")
    rounds = Pricer(find_game("classic").read("S17"), Ask()).rounds
    assert rounds.win == pytest.approx(reference["p_round_win"], abs=1e-5)
    assert rounds.push == pytest.approx(reference["p_round_push"], abs=1e-5)
    assert rounds.split == pytest.approx(reference["p_round_is_split"], abs=CLOSE)
    assert main.variance == pytest.approx(reference["variance_per_initial_unit"], abs=1e-4)
    # Theirs leaves out that the sisters' second cards are known not to be of the pair; a walk of
    # every branch of small shoes agrees with ours (test_walk.py).
    assert main.wagered == pytest.approx(reference["expected_total_wager"], abs=1e-7)


@pytest.mark.parametrize(
    ("option", "key"),
    [
        (2, "bad_beat_option_2_exact_side_bet_play_4_hands_aces_once_6_decks_H17"),
        (1, "bad_beat_option_1_exact_6_decks_H17"),
    ],
)
def test_bad_beat_played_for_the_side_bet(option: int, key: str) -> None:
    """D4 is derived here, not typed in: the best play for the wager is what the sheet assumes."""
    reference = FIGURES[key]
    found = odds_of("bad-beat", f"option={option}")
    for table in ("P1", "P2", "P3", "P4", "P5", "L1", "L2", "L3", "L4", "L5"):
        one = found.find("bad-beat", table, "wager")
        assert one.ev == pytest.approx(reference[f"{table}_ev_per_unit"], abs=CLOSE, rel=0)
        assert one.variance == pytest.approx(reference[f"{table}_variance_per_unit"], abs=1e-8)
        for row in one.outcomes[1:]:
            figure = "p_" + row.id.replace("-", "_")
            assert row.probability == pytest.approx(reference[figure], abs=CLOSE, rel=0)
        assert found.find("bad-beat", table, "main").ev < one.ev


def test_super_tie_with_the_tip_from_either_side() -> None:
    reference = FIGURES["breakout_6_decks_H17"]["super_tie"]
    house = odds_of("breakout").find("super-tie")
    player = odds_of("breakout", "tip_from=player", "super-tie").find("super-tie")
    assert house.ev == pytest.approx(reference["ev_per_unit_before_tip"], abs=CLOSE, rel=0)
    assert house.tip / 100 == pytest.approx(
        reference["expected_tip_dollars_per_bet"], abs=CLOSE, rel=0
    )
    key = "ev_per_unit_at_5_dollar_bet_if_the_player_pays_the_tip"
    assert player.ev == pytest.approx(reference[key], abs=CLOSE, rel=0)
    assert (
        house.edge_after_tips()
        < house.house_edge
        == pytest.approx(house.edge_after_tips() + house.tip / 500)
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_entry_is_a_distribution(name: str) -> None:
    """Of every wager, with every pay table, played either way. Solved here and not while the tests
    are collected: whoever runs one test would wait for all games."""
    entries = odds_of(name).wagers
    offered = {"insurance", "even-money"} if CATALOGUE[name].rules.insurance else set()
    assert {one.id for one in entries} >= {wager.id for wager in CATALOGUE[name].mains} | offered
    for one in entries:
        check_distribution(one)


def check_distribution(one: WagerOdds) -> None:
    said = f"{one.id} {one.paytable} {one.play}"
    assert sum(row.probability for row in one.outcomes) == pytest.approx(1, abs=1e-12, rel=0), said
    assert all(row.probability >= 0 for row in one.outcomes), said
    assert one.rtp == pytest.approx(1 - one.house_edge), said
    assert one.std_dev > 0, said
    assert one.method.startswith("exact"), said
    assert one.per, said


def test_face_up_bonus_tables_keep_their_promise() -> None:
    """F6: a house edge between 3% and 6% at six decks, a hit more often than one in eight or so."""
    for wager in ("two-card", "four-card"):
        one = odds_of("face-up").find(wager)
        assert 0.03 < one.house_edge < 0.06
        assert one.hit_frequency > 0.12
        assert one.max_win >= 100


def test_burn_is_worth_what_it_says() -> None:
    """The burn can only help, a burn that may not follow a bust helps less, and the payment is
    one fifth."""
    with_burn, without = odds_of("burnout").find("main-burnout"), odds_of("burnout").find("main")
    gain = with_burn.ev + 0.2 - without.ev
    late = odds_of("burnout", "burn_after_bust=no", "main-burnout").find("main-burnout")
    assert 0 < late.ev + 0.2 - without.ev < gain < 0.25


def test_a_rule_option_moves_table_and_odds_together() -> None:
    game = find_game("lucky-break")
    other = game.but(multiplier="replaces")
    table, changed = game.wager("lucky-break").table("1"), other.wager("lucky-break").table("1")
    assert [str(one.pays("26-5-suited")) for one in (table, changed)] == ["153", "150"]
    reference = FIGURES["lucky_break_6_decks_H17"]["pay_table_1"]
    ours = [
        odds_of("lucky-break", r).find("lucky-break", "1").ev for r in ("", "multiplier=replaces")
    ]
    assert ours[0] == pytest.approx(reference["reading_b_ev_per_unit"], abs=CLOSE, rel=0)
    assert ours[1] == pytest.approx(reference["reading_a_ev_per_unit"], abs=CLOSE, rel=0)


def test_a_pay_table_change_needs_no_recount() -> None:
    wager = find_game("breakout").wager("sweet-17")
    one = odds_of("breakout").find("sweet-17")
    seven = one.with_table(wager, PayTable("seven", {"dealer-17": 7}))
    assert seven.ev == pytest.approx(one.ev + one.hit_frequency)
    with pytest.raises(BadDefinition, match="does not say what dealer-17 pays"):
        one.with_table(wager, PayTable("none", {}))


def test_streaks_follow_from_the_round() -> None:
    main = odds_of("burnout").find("bonus-2")
    five = odds_of("burnout").find("bonus-5")
    assert five.hit_frequency == pytest.approx(main.hit_frequency**2.5)


def test_a_shoe_of_ones_own() -> None:
    plain = game_odds(find_game("breakout"), Ask(wagers=("pair-up",)))
    text = " ".join(f"{rank}:24" for rank in "A23456789JQK") + " Tc:6 Td:6 Th:6 Ts:6"
    same = game_odds(find_game("breakout"), Ask(wagers=("pair-up",), shoe=read_composition(text)))
    assert same.wagers[0].ev_fraction == plain.wagers[0].ev_fraction
    assert isinstance(plain.wagers[0].ev_fraction, Fraction)


def test_too_few_cards_are_refused() -> None:
    with pytest.raises(BadDefinition, match="cannot deal a round"):
        Composition((1,) * 5 + (0,) * 47)


def test_unknown_names_are_refused() -> None:
    game = find_game("breakout")
    with pytest.raises(UnknownName, match="did you mean 'super-tie'"):
        game_odds(game, Ask(wagers=("super-ty",)))
    with pytest.raises(BadDefinition, match="cdz-"):
        game_odds(game, Ask(convention="cdx"))


def test_what_cannot_be_enumerated_says_so() -> None:
    from holecard.games.from_file import beside_classic

    def odd(third_rank: int, dealer_total: int) -> int:
        return int(third_rank == 7 and dealer_total == 20)

    wager = Wager(
        id="odd", name="Odd", classify=odd, outcomes=("lose", "win"),
        paytables=(PayTable("standard", {"win": 5}),),
    )  # fmt: skip
    with pytest.raises(BadDefinition, match="holecard simulate"):
        game_odds(beside_classic("odd_bet", (wager,)), Ask(wagers=("odd",)))
