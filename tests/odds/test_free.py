"""Wagers that need no strategy: against an independent enumeration, the printed dealer totals, and
every order of a tiny shoe dealt by the round itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from holecard.cards import read_card
from holecard.dealing.rules import Rules
from holecard.errors import BadDefinition
from holecard.games import BREAKOUT, BURNOUT, CLASSIC, FACE_UP, LUCKY_BREAK
from holecard.odds.composition import Composition, full_decks
from holecard.odds.counted import outcome_grid as grids
from holecard.odds.counted.by_looks import free_chances, main_dealer_chances
from holecard.odds.counted.outcome_grid import Deals, outcome_grid
from holecard.odds.result import Chances, WagerOdds, priced
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import Dealt, deal_round
from holecard.wagers.game import Game
from holecard.wagers.payout import payouts
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

FIGURES = json.loads((Path(__file__).parent / "reference/figures.json").read_text())
BREAKOUT_FIGURES = FIGURES["breakout_6_decks_H17"]
LUCKY_FIGURES = FIGURES["lucky_break_6_decks_H17"]
SIX = full_decks(6)


def always() -> bool:
    return True


def bet(classify: Callable[..., int], outcomes: int, **more: Any) -> Wager:
    """A wager for a test: outcomes by number, the first one lost."""
    names = ("lose", *(str(place) for place in range(1, outcomes)))
    table = PayTable("even", dict.fromkeys(names[1:], 1))
    made = {"id": classify.__name__.replace("_", "-"), "name": "a bet", **more}
    return Wager(classify=classify, outcomes=names, paytables=(table,), **made)


def with_bets(game: Game, *wagers: Wager) -> Game:
    def make(rules: Rules) -> tuple[Wager, ...]:
        return (*game.make_wagers(rules), *wagers)

    return replace(game, make_wagers=make)


def chances(game: Game, wager: Wager, shoe: Composition = SIX, **more: Any) -> Chances:
    found = free_chances(game, wager, shoe, **more)
    assert found is not None
    return found


def odds(game: Game, name: str, table: str = "", lowest: int | None = None) -> WagerOdds:
    wager = game.wager(name)
    return priced(wager, wager.table(table), chances(game, wager, lowest=lowest))


def by_name(found: WagerOdds) -> dict[str, float]:
    return {row.id: row.probability for row in found.outcomes}


# Independent figures, to 1e-9


def test_dealer_hand_wager() -> None:
    figures = BREAKOUT_FIGURES["dealer_hand_bet"]
    found = main_dealer_chances(BREAKOUT, SIX)
    chance = by_name(found)
    assert found.id == "dealer-hand"
    assert found.ev == pytest.approx(figures["ev_per_unit"], rel=0, abs=1e-9)
    assert found.variance == pytest.approx(figures["variance_per_unit"], rel=0, abs=1e-9)
    assert chance["lose"] == pytest.approx(figures["p_loss"], rel=0, abs=1e-9)
    assert chance["push"] == pytest.approx(figures["p_push"], rel=0, abs=1e-9)
    blackjack = figures["p_win_dealer_blackjack_pays_3_to_2"]
    assert chance["blackjack"] == pytest.approx(blackjack, rel=0, abs=1e-9)
    assert chance["win"] == pytest.approx(figures["p_win"] - blackjack, rel=0, abs=1e-9)


PARTS = (
    "p_win_dealer_blackjack_pays_3_to_2",
    "p_win_dealer_higher_total",
    "p_win_player_bust_v_dealer_18_to_21",
    "p_push_both_blackjack",
    "p_push_both_bust",
    "p_push_player_bust_v_dealer_17",
    "p_push_tie_17",
    "p_push_tie_18",
    "p_push_tie_19",
    "p_push_tie_20",
    "p_push_tie_21",
    "p_loss_player_blackjack",
    "p_loss_dealer_bust_v_made_hand",
    "p_loss_player_higher_total",
)


def part_of(hand_total: int, natural: int, dealer_total: int, dealer_natural: int) -> int:
    """The row of the reference table a round belongs to."""
    if dealer_natural:
        return PARTS.index("p_push_both_blackjack") if natural else 0
    if natural:
        return PARTS.index("p_loss_player_blackjack")
    if hand_total > 21:
        return 4 if dealer_total > 21 else 5 if dealer_total == 17 else 2
    if dealer_total > 21:
        return PARTS.index("p_loss_dealer_bust_v_made_hand")
    if hand_total == dealer_total:
        return PARTS.index(f"p_push_tie_{hand_total}")
    return 1 if dealer_total > hand_total else PARTS.index("p_loss_player_higher_total")


def test_dealer_hand_wager_in_parts() -> None:
    wager = bet(part_of, len(PARTS), with_main=("dealer-hand",))
    found = chances(with_bets(BREAKOUT, wager), wager).floats
    figures = [BREAKOUT_FIGURES["dealer_hand_bet"][name] for name in PARTS]
    assert found == pytest.approx(figures, rel=0, abs=1e-9)


ROWS = {
    "breakout-bonus": {
        "6-7-cards": "p_6_or_7_cards_pays_5",
        "8-cards": "p_8_cards_pays_15",
        "9-cards": "p_9_cards_pays_30",
        "10-cards": "p_10_cards_pays_100",
        "11-cards": "p_11_cards_pays_150",
        "12-cards": "p_12_or_more_cards_pays_250",
        "lose": "p_loss",
    },
    "super-tie": {
        "push-bust": "p_bust_push_pays_1",
        "push-17-19": "p_17_to_19_push_pays_3",
        "push-20": "p_20_push_pays_8",
        "push-21": "p_21_non_blackjack_push_pays_15",
        "push-blackjack": "p_blackjack_push_pays_25",
        "lose": "p_loss",
    },
    "pair-up": {
        "pair": "p_exactly_one_unsuited_pair_pays_3",
        "suited-pair": "p_exactly_one_suited_pair_pays_5",
        "both-pairs": "p_both_pairs_pays_50",
        "lose": "p_loss",
    },
    "sweet-17": {"dealer-17": "p_win_dealer_final_17_pays_6", "lose": "p_loss"},
}


@pytest.mark.parametrize("name", ROWS)
def test_breakout_side_wager(name: str) -> None:
    figures = BREAKOUT_FIGURES[name.replace("-", "_")]
    found = odds(BREAKOUT, name)
    for outcome, row in ROWS[name].items():
        assert by_name(found)[outcome] == pytest.approx(figures[row], rel=0, abs=1e-9)
    ev = figures.get("ev_per_unit", figures.get("ev_per_unit_before_tip"))
    assert found.ev == pytest.approx(ev, rel=0, abs=1e-9)
    assert found.variance == pytest.approx(figures["variance_per_unit"], rel=0, abs=1e-9)


def test_super_tie_tip() -> None:
    figures = BREAKOUT_FIGURES["super_tie"]
    found = odds(BREAKOUT, "super-tie")
    assert found.tip == pytest.approx(100 * figures["expected_tip_dollars_per_bet"], abs=1e-7)
    after_tip = figures["ev_per_unit_at_5_dollar_bet_if_the_player_pays_the_tip"]
    assert found.ev - found.tip / 500 == pytest.approx(after_tip, rel=0, abs=1e-9)


FINALS = ("p_bust", "p_17", "p_18", "p_19", "p_20", "p_21_not_blackjack", "p_blackjack")


def final_hand(dealer_total: int, dealer_natural: int) -> int:
    if dealer_natural:
        return 6
    return dealer_total - 16 if dealer_total <= 21 else 0


def test_dealer_final_hand() -> None:
    wager = bet(final_hand, len(FINALS), needs=always)
    found = chances(with_bets(BREAKOUT, wager), wager).floats
    figures = [BREAKOUT_FIGURES["dealer_final_hand"][name] for name in FINALS]
    assert found == pytest.approx(figures, rel=0, abs=1e-9)


@pytest.mark.parametrize("total", range(22, 27))
def test_lucky_break_rows(total: int) -> None:
    figures = LUCKY_FIGURES["p_by_total_and_suit"][f"total_{total}"]
    chance = by_name(odds(LUCKY_BREAK, "lucky-break", lowest=26))
    suited = {"3": "3_cards", "4": "4_cards", "5": "5_or_more_cards"}
    for cards, row in suited.items():
        expected = figures[f"{row}_suited"]
        assert chance[f"{total}-{cards}-suited"] == pytest.approx(expected, rel=0, abs=1e-9)
    unsuited = sum(figures[f"{row}_unsuited"] for row in suited.values())
    assert chance[f"{total}"] == pytest.approx(unsuited, rel=0, abs=1e-9)


@pytest.mark.parametrize("table", ["1", "2", "3", "4"])
@pytest.mark.parametrize(("multiplier", "reading"), [("replaces", "a"), ("adds", "b")])
def test_lucky_break_pay_table(table: str, multiplier: str, reading: str) -> None:
    figures = LUCKY_FIGURES[f"pay_table_{table}"]
    found = odds(LUCKY_BREAK.but(multiplier=multiplier), "lucky-break", table, 26)
    assert found.ev == pytest.approx(figures[f"reading_{reading}_ev_per_unit"], rel=0, abs=1e-9)
    variance = figures[f"reading_{reading}_variance_per_unit"]
    assert found.variance == pytest.approx(variance, rel=0, abs=1e-9)


def cards_and_total(dealer_total: int, dealer_cards: int) -> int:
    return dealer_cards - 2 if dealer_total == 26 else 0


def test_lucky_break_rows_by_number_of_cards() -> None:
    wager = bet(cards_and_total, 12, needs=always)
    found = chances(CLASSIC, wager).floats
    figures = LUCKY_FIGURES["p_by_total_and_suit"]["total_26"]
    assert found[1:] == pytest.approx([figures[f"with_{n}_cards"] for n in range(3, 14)], rel=1e-12)


# Printed figures

# Wizard of Odds, blackjack appendix 2: one deck, the dealer stands on soft 17 and has looked.
# 17 18 19 20 21 bust; a unit of the last digit, for the row of 6 adds up to 1.000001.
DEALER_TOTALS = {
    2: (0.138976, 0.131762, 0.131815, 0.123948, 0.120526, 0.352973),
    6: (0.166948, 0.106454, 0.107192, 0.100705, 0.097879, 0.420823),
    7: (0.372345, 0.138583, 0.077334, 0.078897, 0.072987, 0.259854),
    10: (0.124156, 0.122486, 0.124421, 0.356869, 0.039570, 0.232499),
    1: (0.183786, 0.190890, 0.188680, 0.191692, 0.075137, 0.169815),
}


@pytest.mark.parametrize("up", DEALER_TOTALS)
def test_dealer_totals_in_print(up: int) -> None:
    def against(up_value: int, dealer_total: int, dealer_natural: int) -> int:
        if up_value != up or dealer_natural:
            return 0
        return dealer_total - 16 if dealer_total <= 21 else 6

    game = CLASSIC.but(decks=1, hit_soft_17=False)
    found = chances(game, bet(against, 7, needs=always), full_decks(1)).floats[1:]
    assert [one / sum(found) for one in found] == pytest.approx(DEALER_TOTALS[up], rel=0, abs=1e-6)


# Only the ace seen: house edge in percent.
@pytest.mark.parametrize(
    ("decks", "edge"), [(1, 5.882), (2, 6.796), (4, 7.246), (6, 7.395), (8, 7.470)]
)
def test_insurance(decks: int, edge: float) -> None:
    wager = CLASSIC.wager("insurance")
    found = priced(wager, wager.table(), chances(CLASSIC, wager, full_decks(decks)))
    assert 100 * found.house_edge == pytest.approx(edge, abs=5.1e-4)
    cards = 52 * decks
    assert found.outcomes[1].fraction == Fraction(16 * decks, cards - 1)


def push_22(dealer_total: int, dealer_suited: int) -> int:
    return 1 + dealer_suited if dealer_total == 22 else 0


def test_suited_22_in_print() -> None:
    """discountgambling.net on Push 22, six decks, H17: all 22s, and those of one suit. Its middle
    row (one colour) is not looked at by any wager of ours."""
    _, other, suited = chances(CLASSIC, bet(push_22, 3, needs=always)).floats
    assert suited == pytest.approx(0.003327, abs=5e-7)
    assert other == pytest.approx(0.011659 + 0.058551, abs=1e-6)


# The engine against itself: fractions and floats, sums, rules, shoes

NIGHT = pytest.mark.nightly
SECONDS = ("breakout-bonus", "super-tie")  # their fractions by day: of a tiny shoe, below
FREE = [
    pytest.param(game, wager, id=wager.id, marks=[NIGHT] if wager.id in SECONDS else [])
    for game in (BREAKOUT, LUCKY_BREAK, FACE_UP)
    for wager in game.wagers
    if wager.kind == "side"
]


@pytest.mark.parametrize(("game", "wager"), FREE)
def test_fractions_sum_to_one_and_agree_with_floats(game: Game, wager: Wager) -> None:
    shoe = full_decks(1)
    floats = chances(game, wager, shoe, lowest=26).floats
    exact = chances(game, wager, shoe, exact=True, lowest=26)
    assert exact.fractions is not None
    assert sum(exact.fractions) == 1
    assert floats == pytest.approx([float(one) for one in exact.fractions], rel=0, abs=1e-12)
    assert exact.floats == tuple(float(one) for one in exact.fractions)


def test_dealer_hand_fractions() -> None:
    exact, near = (main_dealer_chances(BREAKOUT, full_decks(1), exact) for exact in (True, False))
    assert sum(row.fraction or 0 for row in exact.outcomes) == 1
    assert exact.ev == pytest.approx(near.ev, rel=0, abs=1e-12)
    assert near.ev_fraction is None


@pytest.mark.parametrize("name", ["sweet-17", "breakout-bonus", "super-tie"])
def test_a_rule_moves_the_odds_with_the_table(name: str) -> None:
    stands = BREAKOUT.but(hit_soft_17=False)
    assert tuple(stands.tables.draws) != tuple(BREAKOUT.tables.draws)
    one, other = (chances(game, game.wager(name)).floats for game in (BREAKOUT, stands))
    assert max(abs(a - b) for a, b in zip(one, other, strict=True)) > 1e-4


def test_decks_move_the_odds() -> None:
    wager = BREAKOUT.wager("pair-up")
    assert chances(BREAKOUT, wager).floats != chances(BREAKOUT, wager, full_decks(8)).floats


def four_tens(first_value: int, second_value: int, up_value: int, hole_value: int) -> int:
    return int(first_value == second_value == up_value == hole_value == 10)


def test_counts_stay_exact_in_a_shoe_too_large_for_machine_numbers() -> None:
    many = 10**5
    found = chances(CLASSIC, bet(four_tens, 2), full_decks(many)).fractions
    tens, cards = 16 * many, 52 * many
    expected = Fraction(1)
    for taken in range(4):
        expected *= Fraction(tens - taken, cards - taken)
    assert found is not None
    assert found[1] == expected


def nothing() -> int:
    return 1


def test_a_wager_that_looks_at_nothing() -> None:
    assert chances(CLASSIC, bet(nothing, 2)).fractions == (Fraction(0), Fraction(1))


# Every order of a tiny shoe, dealt by the round itself


def tiny(text: str) -> Composition:
    counts = Counter(read_card(word) for word in text.split())
    return Composition(tuple(counts[card] for card in range(52)))


TINY = tiny("Ah Ac 6d 6d 9s 9s Th Th Th Tc Tc 8h")
NO_TENS = tiny("Ah 6d 6d 9s 9s 9h 9h 8h 8h 8c")


def every_round(
    game: Game, seat: SeatBets, shoe: Composition, drawn: tuple[int, ...] = ()
) -> Iterator[tuple[Fraction, Dealt]]:
    """Every round a shoe can deal to a seat that decides nothing, with its chance."""
    if drawn:
        dealt = deal_round(game, (seat,), drawn)
        if not dealt.called_off:
            assert dealt.done
            yield Fraction(1), dealt
            return
    left = shoe.size - len(drawn)
    for card, number in enumerate(shoe.cards):
        if number > drawn.count(card):
            share = Fraction(number - drawn.count(card), left)
            for chance, dealt in every_round(game, seat, shoe, (*drawn, card)):
                yield share * chance, dealt


def result_and_alive(hand_result: int, alive: int, outcome: int, lowest: int, hands: int) -> int:
    return min(11, (hand_result - 1) * 3 + alive + (lowest > 21)) + (outcome > 1) + hands - 1


def cards_of_both(hand_cards: int, dealer_cards: int, dealer_total: int) -> int:
    """Sees that the dealer does not draw against a blackjack: it needs no dealer hand."""
    return min(15, hand_cards + dealer_cards - 4 + 8 * (dealer_total < 17))


def shown_and_final(
    up_suit: int, first_rank: int, dealer_suited: int, dealer_total: int, peek_found: int
) -> int:
    return (
        up_suit
        + 4 * dealer_suited
        + 8 * (dealer_total > 21)
        + 16 * min(peek_found, 2) // 2
        + (first_rank == 1)
    )


BESIDE = ("dealer-hand",)
EXTRA = (
    bet(result_and_alive, 12, with_main=BESIDE),
    bet(cards_of_both, 16, with_main=BESIDE),
    bet(shown_and_final, 34, needs=always),
)
WITH_EXTRA = with_bets(BREAKOUT, *EXTRA)
SIDES = ("breakout-bonus", "super-tie", "pair-up", "sweet-17", "shown-and-final")
OWN_LOOKS = ("result-and-alive", "cards-of-both")  # no wager beside them needs the dealer's hand


def walked(game: Game, sides: tuple[str, ...], shoe: Composition) -> dict[str, dict[str, Fraction]]:
    seat = SeatBets(1, tuple(Bet(name, 1000) for name in ("dealer-hand", *sides)))
    found: dict[str, dict[str, Fraction]] = {name: {} for name in ("dealer-hand", *sides)}
    for chance, dealt in every_round(game, seat, shoe):
        for paid in payouts(dealt):
            rows = found[paid.wager]
            rows[paid.outcome] = rows.get(paid.outcome, Fraction(0)) + chance
    return found


NO_PEEK = {"peek": False, "hit_soft_17": False}
WALKS = [
    pytest.param({}, TINY, SIDES, id="all side bets", marks=NIGHT),
    pytest.param({}, TINY, OWN_LOOKS, id="results and cards", marks=NIGHT),
    pytest.param({}, NO_TENS, ("super-tie", *OWN_LOOKS), id="no tens", marks=NIGHT),
    pytest.param(NO_PEEK, TINY, ("super-tie", *OWN_LOOKS), id="no peek"),
    pytest.param(NO_PEEK, NO_TENS, SIDES, id="no peek, no tens", marks=NIGHT),
]


@pytest.mark.parametrize(("rules", "shoe", "sides"), WALKS)
def test_every_order_of_a_tiny_shoe(
    rules: dict[str, bool], shoe: Composition, sides: tuple[str, ...]
) -> None:
    game = WITH_EXTRA.but(**rules)
    found = walked(game, sides, shoe)
    main = main_dealer_chances(game, shoe, exact=True)
    assert found["dealer-hand"] == {row.id: row.fraction for row in main.outcomes if row.fraction}
    for name in sides:
        wager = game.wager(name)
        exact = chances(game, wager, shoe, exact=True).fractions
        assert exact is not None
        names = zip(wager.outcomes, exact, strict=True)
        assert found[name] == {outcome: chance for outcome, chance in names if chance}, name


# What has no answer, and bad definitions


@pytest.mark.parametrize("game", [CLASSIC, BURNOUT, LUCKY_BREAK])
def test_main_and_riding_wagers_need_a_strategy(game: Game) -> None:
    for wager in game.wagers:
        if wager.kind in ("main", "fee", "riding"):
            assert free_chances(game, wager, SIX) is None


def test_lowest_total_needs_a_strategy_unless_known() -> None:
    wager = LUCKY_BREAK.wager("lucky-break")
    assert free_chances(LUCKY_BREAK, wager, SIX) is None
    assert free_chances(LUCKY_BREAK, wager, SIX, lowest=26) is not None


def low_and_bust(lowest: int, dealer_total: int) -> int:
    return int(lowest < 12 and dealer_total > 21)


def test_lowest_total_needs_a_strategy_where_it_matters_how_low() -> None:
    assert free_chances(CLASSIC, bet(low_and_bust, 2, needs=always), SIX, lowest=26) is None


def bust(dealer_total: int) -> int:
    return int(dealer_total > 21)


def test_a_hand_nobody_finishes_is_refused() -> None:
    with pytest.raises(BadDefinition, match=r"bust looks at dealer_total.*needs=always"):
        free_chances(CLASSIC, bet(bust, 2), SIX)


def divides(first_rank: int, second_rank: int) -> int:
    return abs(first_rank // (second_rank - 5))


def fifth(dealer_total: int) -> int:
    return 5 if dealer_total == 17 else 0


def half(first_rank: int) -> int:
    return first_rank / 2  # type: ignore[return-value]


@pytest.mark.parametrize("plain", [grids.PLAIN, 0], ids=["asked", "compiled"])
def test_a_function_that_fails_is_named(plain: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grids, "PLAIN", plain)
    outcome_grid.cache_clear()
    with pytest.raises(BadDefinition, match=r"divides .*second_rank=5.*ZeroDivisionError"):
        free_chances(CLASSIC, bet(divides, 99), SIX)
    with pytest.raises(BadDefinition, match=r"half calls first_rank=1 outcome 0\.5"):
        free_chances(CLASSIC, bet(half, 9), SIX)
    with pytest.raises(BadDefinition, match=r"fifth calls dealer_total=17 outcome 5"):
        free_chances(CLASSIC, bet(fifth, 2, needs=always), SIX)


def test_compiled_and_asked_grids_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    wager = FACE_UP.wager("two-card")
    deals = Deals.of(wager, tuple(FACE_UP.tables.peeks))
    assert (grids.ask_compiled(deals) == deals.ask_all()).all()


def no_machine_code(first_rank: int, second_rank: int) -> int:
    return sorted([first_rank, second_rank], key=str).index(second_rank)


def test_a_function_that_does_not_compile_is_asked() -> None:
    deals = Deals.of(bet(no_machine_code, 2), ())
    assert (grids.ask_compiled(deals) == deals.ask_all()).all()


def test_a_shoe_that_can_run_out_is_refused() -> None:
    twos = tiny("2c 2d 2h 2s 2c 2d 2h 2s 3c 3d 3h 3s")
    for name in ("sweet-17", "super-tie"):
        with pytest.raises(BadDefinition, match="can run out"):
            free_chances(BREAKOUT, BREAKOUT.wager(name), tiny("2c 2d 2h 2s 3c 3d"))
    with pytest.raises(BadDefinition, match="can run out"):
        main_dealer_chances(BREAKOUT, twos)


def test_an_offer_that_is_never_made_is_refused() -> None:
    with pytest.raises(BadDefinition, match="insurance is never offered"):
        free_chances(CLASSIC, CLASSIC.wager("insurance"), tiny("2c 3d 4h 5s 6c 7d"))
