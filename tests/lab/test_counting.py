"""Effects of removal against recounts, print and first principles; tags against every other tag."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest

from holecard.cards import CARDS_IN_A_DECK, value
from holecard.cli.count import count_text, simulated
from holecard.errors import BadDefinition
from holecard.games import BAD_BEAT, BREAKOUT, BURNOUT, CLASSIC, FACE_UP
from holecard.games.from_file import beside_classic
from holecard.lab.counting import Counting, Gain, count_chances, counting, per_true_count
from holecard.lab.effects import Effect, Effects, effects, fixed_play, lots
from holecard.lab.tags import best_tags, measured
from holecard.odds.composition import Composition, full_decks
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.wagers.game import Game
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager, always
from tests.lab.commands import Done, holecard

# Published (discountgambling), six decks H17, in points of the player's value.
PUSH_22 = {
    "2": -0.44, "3": 0.07, "4": 0.11, "5": 0.13, "6": -0.32, "7": -0.12, "8": -0.06, "9": -0.03,
    "T": 0.03, "A": 0.52,
}  # fmt: skip


def test_insurance_from_first_principles() -> None:
    """With an ace shown, a ten less is 96 of 311 to 95 of 310; anything else 96 of 310."""
    found = effects(CLASSIC, "insurance")
    base = 3 * Fraction(96, 311) - 1
    for row in found.rows:
        tens = 95 if row.name == "T" else 96
        assert row.effect == pytest.approx(float(3 * Fraction(tens, 310) - 1 - base), abs=1e-14)
    assert [row.name for row in found.rows] == list("A23456789T")


@pytest.mark.parametrize("wager", ["sweet-17", "super-tie", "breakout-bonus"])
def test_effects_of_a_whole_deck_cancel(wager: str) -> None:
    """A card nobody has seen changes nothing, so the effects weighed by number sum to 0."""
    found = effects(BREAKOUT, wager)
    assert sum(row.number for row in found.rows) == CARDS_IN_A_DECK
    assert found.sum == pytest.approx(0, abs=1e-12)


def test_effects_are_recounts() -> None:
    found = effects(FACE_UP.but(decks=2), "two-card")
    shoe = full_decks(2)
    for row in found.rows:
        for card in row.cards:
            ask = Ask(wagers=("two-card",), shoe=shoe.without((card,)))
            ev = game_odds(FACE_UP.but(decks=2), ask).wagers[0].ev
            assert ev - found.odds.ev == pytest.approx(row.effect, abs=1e-14)


def push_22(dealer_total: int, dealer_suited: int) -> int:
    return 1 + dealer_suited if dealer_total == 22 else 0


def recoloured(shoe: Composition) -> Composition:
    """Two suits instead of four: all of one suit then means all of one colour."""
    cards = [0] * CARDS_IN_A_DECK
    for card, number in enumerate(shoe.cards):
        black = card % 4 in (0, 3)
        cards[card - card % 4 + (0 if black else 1)] += number
    return Composition(tuple(cards))


def test_push_22_as_published() -> None:
    """22 pays 8, of one colour 20, of one suit 50: the colours as suits of a two-suit shoe."""
    bet = Wager(
        id="push-22", name="Push 22", classify=push_22, outcomes=("lose", "22", "suited"),
        paytables=(PayTable("standard", {"22": 8, "suited": 8 + 50 - 20}),), needs=always,
    )  # fmt: skip
    game = beside_classic("push_22", (bet,))

    def coloured(shoe: Composition) -> float:
        odds = game_odds(game, Ask(wagers=("push-22",), shoe=recoloured(shoe))).wagers[0]
        return float(odds.outcomes[2].probability)

    found = effects(game, "push-22")
    shoe = full_decks(6)
    base = coloured(shoe)
    edge = -(float(found.odds.ev) + 12 * base)
    # The printed 5.8540 is off its own printed chances (5.8525) by more than ours by a digit.
    assert 100 * edge == pytest.approx(5.8540, abs=1e-4)
    for row in found.rows:
        more = coloured(shoe.without((row.cards[0],))) - base
        assert 100 * (row.effect + 12 * more) == pytest.approx(PUSH_22[row.name], abs=0.0051)


def test_that_no_card_matters_does_not_make_a_bet_safe() -> None:
    """A pair minds no single rank, yet a shoe rich in some and poor in others favours it."""
    found = counting(BREAKOUT, "pair-up")
    assert [row.name for row in found.effects.rows] == list("A23456789TJQK")
    assert all(row.effect == 0 for row in found.effects.rows)
    assert found.tags is None
    assert found.as_json()["trigger"] is None
    assert found.bound is not None and found.bound.per_100 > 4 * found.bound.stderr > 0
    assert found.imbalance is not None and found.imbalance.way.name == "rank-pairs"
    text = count_text(found)
    assert "cannot find" not in text
    assert "bound on every count" in text
    assert "two cards left are of one rank" in text
    with pytest.raises(BadDefinition, match="no tags"):
        simulated(found, 1000, 7, "main")


def queen_of_hearts(first_rank: int, first_suit: int) -> int:
    return int(first_rank == 12 and first_suit == 2)


def test_suits_are_told_apart_where_they_matter() -> None:
    bet = Wager(
        id="lady", name="Lady", classify=queen_of_hearts, outcomes=("lose", "lady"),
        paytables=(PayTable("standard", {"lady": 50}),),
    )  # fmt: skip
    found = effects(beside_classic("lady", (bet,)), "lady")
    by_name = {row.name: row for row in found.rows}
    assert by_name["Q♥"].effect < 0 < by_name["Q♣♦♠"].effect
    assert by_name["Q♣♦♠"].number == 3
    assert by_name["A"].number == 4


def bf_best(found: Effects, level: int) -> float:
    """The best correlation over every balanced set of tags."""
    rows = found.rows
    energy = sum(row.number * row.effect**2 for row in rows)
    best = 0.0
    for numbers in product(range(-level, level + 1), repeat=len(rows)):
        if sum(row.number * tag for row, tag in zip(rows, numbers, strict=True)) == 0:
            squares = sum(row.number * t * t for row, t in zip(rows, numbers, strict=True))
            dot = sum(row.number * t * row.effect for row, t in zip(rows, numbers, strict=True))
            if squares:
                best = max(best, dot / sqrt(squares * energy))
    return best


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("level", [1, 2])
def test_best_tags_are_the_best_of_all(seed: int, level: int) -> None:
    draw = random.Random(seed)
    numbers = (4, 4, 8, 12, 16, 8)
    start = 0
    rows = []
    for number in numbers:
        cards = tuple(range(start, start + number))
        rows.append(Effect(str(start), cards, draw.uniform(-1, 1)))
        start += number
    found = Effects(CLASSIC, effects(CLASSIC, "insurance").odds, tuple(rows))
    tags = best_tags(found, level)
    assert tags.correlation == pytest.approx(bf_best(found, level), abs=1e-12)
    assert measured(found, tags.numbers).correlation == tags.correlation


def test_chances_of_a_count_are_draws_without_replacement() -> None:
    """Seeing n cards of one deck: by classes of tags, the hypergeometric chances."""
    game = CLASSIC.but(decks=1)
    found = effects(game, "insurance")
    tags = measured(found, (0, 1, 1, 1, 1, 1, 1, 1, 1, -2))
    ways, lowest = count_chances(found, tags, 5)
    for seen in range(6):
        assert ways[seen].sum() == pytest.approx(comb(52, seen))
    # Two cards: -4 is two tens, +2 two low cards, 0 two aces.
    assert ways[2][-4 - lowest] == comb(16, 2)
    assert ways[2][2 - lowest] == comb(32, 2)
    assert ways[2][0 - lowest] == comb(4, 2)
    assert ways[2][-1 - lowest] == 16 * 32


def test_the_straight_line_follows_real_shoes() -> None:
    """Shoes two thirds dealt, recounted: the count tells most of what their value is."""
    found = counting(BREAKOUT, "sweet-17", level=3)
    assert found.tags is not None
    assert found.per_true_count is not None
    tag_of = {
        value(card): tag
        for row, tag in zip(found.effects.rows, found.tags.numbers, strict=True)
        for card in row.cards
    }
    draw = random.Random(5)
    cards = [card for card in range(52) for _ in range(6)]
    errors, plain = [], []
    for _ in range(40):
        draw.shuffle(cards)
        seen, left = cards[:200], cards[200:]
        shoe = Composition(tuple(left.count(card) for card in range(52)))
        exact = game_odds(BREAKOUT, Ask(wagers=("sweet-17",), shoe=shoe)).wagers[0].ev
        true_count = sum(tag_of[value(card)] for card in seen) * 52 / len(left)
        base = float(found.effects.odds.ev)
        errors.append((exact - base - found.per_true_count * true_count) ** 2)
        plain.append((exact - base) ** 2)
    assert sum(errors) < 0.25 * sum(plain)


def test_gain_of_insurance_is_as_everybody_knows() -> None:
    """Perfect insurance tags turn at a true count of about 3 by tens; often about a fifth of the
    rounds that offer it."""
    found = counting(CLASSIC, "insurance", level=4)
    assert found.tags is not None
    assert found.gain is not None
    assert found.tags.correlation == pytest.approx(0.999, abs=0.02)
    assert 0.05 < found.gain.often / found.offered < 0.3
    assert found.gain.per_100 > 0
    assert found.per_true_count == per_true_count(found.effects, found.tags)


@pytest.mark.parametrize("cut", [0.0, 1.0, -2.0])
def test_absurd_cut_is_refused(cut: float) -> None:
    with pytest.raises(BadDefinition, match="cut card"):
        counting(BREAKOUT, "sweet-17", cut=cut)


def run(*words: str) -> Done:
    return holecard("count", *words)


def test_command_says_what_the_library_says() -> None:
    document = json.loads(run("breakout", "--wager", "sweet-17", "--json").stdout)
    assert document.pop("simulated") is None
    assert document == json.loads(json.dumps(counting(BREAKOUT, "sweet-17").as_json()))
    text = run("breakout", "--wager", "sweet-17").stdout
    assert f"{document['trigger']:+.2f}" in text
    refused = run("breakout", "--wager", "sweet-17", "--level", "9")
    assert refused.code == 3
    assert "1 to 4" in refused.stderr
    assert run("breakout", "--wager", "sweat-17").code == 2


def test_insurance_is_counted_per_round_dealt() -> None:
    """Offered in one round of 13, so bet in no more than that; nothing passes the bound by much
    (the straight line is the only approximation, and 1% of it here)."""
    found = counting(CLASSIC, "insurance", level=4)
    assert found.gain is not None and found.bound is not None
    assert found.offered == 1 / 13
    assert found.gain.often < 1 / 13
    assert found.gain.per_100 < 1.01 * found.bound.per_100
    assert found.gain.per_100 > 0.9 * found.bound.per_100


def test_a_fixed_chart_gains_nothing_by_a_card_it_does_not_heed() -> None:
    """By one chart a card out unseen changes nothing, so the classic effects cancel over a deck;
    by best play, found again, knowing the card is worth something."""
    moved = fixed_play(CLASSIC, "main", Playbook(CLASSIC))
    assert moved is not None
    shoe = full_decks(6)
    total = sum(len(lot) * moved(shoe.without((lot[0],))) for lot in lots(CLASSIC, "main"))
    assert total == pytest.approx(0, abs=1e-12)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "wager"), [(CLASSIC, "main"), (BURNOUT, "main-burnout")])
def test_effects_of_main_wagers(game: Game, wager: str) -> None:
    found = counting(game, wager)
    assert found.effects.sum > 0
    fixed = sum(row.number * (row.fixed or 0.0) for row in found.effects.rows)
    assert fixed == pytest.approx(0, abs=1e-12)
    assert found.gain is not None and found.bound is None
    assert "no bound" in " ".join(found.says)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("burnout", "--wager", "bonus-2"), "rides"),
        (("classic", "--wager", "insurance"), "mid-round"),
        (("breakout", "--wager", "sweet-17", "--play", "wager"), "no play of its own"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: tuple[str, ...], said: str) -> None:
    refused = run(*words, "--simulate", "1e4")
    assert refused.code == 3
    assert said in refused.stderr


def test_the_play_that_is_counted_is_simulated() -> None:
    """A seat that plays for Bad Beat stands on its 19s where it would split or double them."""
    ask = Ask(wagers=("bad-beat",), paytables={"bad-beat": "L1"}, play="wager")
    odds = game_odds(BAD_BEAT, ask).wagers[0]
    made = Effects(BAD_BEAT, odds, effects(CLASSIC, "insurance").rows)
    tags = best_tags(made, 1)
    found = Counting(made, tags, Gain(0.5, 0.0, 0.5, 0.0, 0.0))
    dealt = simulated(found, 1000, 7, "wager")
    assert "bad-beat L1 alone" in dealt["play"]
    assert [row["paytable"] for row in dealt["wagers"]] == ["L1"]
