"""The hands of a split together, from whole decks: against every pair of hands, counted here.

Small shoes are walked in test_walk.py. Two hands from six decks are counted out here, the slow way:
every way each hand can end, beside every final hand of the dealer, weighed by the cards they take
together. Three and four hands are held to the exact count on shoes of few values.
"""

from __future__ import annotations

from collections import defaultdict
from csv import DictReader
from dataclasses import dataclass, field
from fractions import Fraction
from io import StringIO
from math import perm

import numpy as np
import numpy.typing as npt
import pytest

from holecard.dealing.settle import NATURAL
from holecard.games import BURNOUT, CLASSIC, FACE_UP
from holecard.odds.composition import full_decks, read_composition
from holecard.odds.format import as_csv, decimals, outcome_table, percent, right_places
from holecard.odds.playbook import Playbook
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.odds.result import GameOdds, wager_json
from holecard.odds.solve.acts import DOUBLE, STAND
from holecard.odds.solve.best_play import solve
from holecard.odds.solve.dealer_finals import draw_out
from holecard.odds.solve.round_results import counted_rounds, round_odds
from holecard.odds.solve.sights import Seen, Spec
from holecard.odds.solve.splitting.split_rounds import Split, SplitRounds, split_rounds
from holecard.odds.solve.splitting.splits import SplitValue
from holecard.report.sections.outcome_tables import chance_cells
from holecard.wagers.game import Game
from tests.odds.solved import odds_of

Floats = npt.NDArray[np.float64]
Hand = tuple[tuple[int, ...], int, int]  # cards drawn, total (0: bust), wagers
HALF_DECK = "A:2 2:2 3:2 4:2 5:2 6:2 7:2 8:2 9:2 T:8"
# What is proved is no more than this: of a split by its shoe, and of whole rounds by their decks.
BOUNDS = {"6": 1e-6, "2": 3e-5, "1": 2e-3, HALF_DECK: 1e-2}
OF_ROUNDS = {6: 2e-8, 2: 3e-6, 1: 1e-4}


@dataclass(frozen=True)
class Pair:
    """A pair split once against what is seen of the dealer."""

    pair: int
    seen: tuple[int, ...]
    shoe: str = "6"
    game: Game = CLASSIC
    rules: dict[str, object] = field(default_factory=dict)

    @property
    def spec(self) -> Spec:
        game = self.game.but(**{"max_hands": 2, **self.rules})
        decks = self.shoe.isdigit()
        return Spec(game, full_decks(int(self.shoe)) if decks else read_composition(self.shoe))

    def solved(self) -> tuple[Spec, Seen, SplitValue]:
        spec = self.spec
        seen = next(one for one in spec.sights if one.values == self.seen)
        return spec, seen, solve(spec, seen, "cdp1").splits[self.pair - 1]

    def rounds(self) -> SplitRounds:
        spec, seen, split = self.solved()
        return split_rounds(spec, seen, self.pair - 1, split.acts)

    def __str__(self) -> str:
        words = [f"{self.pair},{self.pair}v{self.seen}", self.game.id, self.shoe]
        return " ".join([*words, *(f"{key}={said}" for key, said in self.rules.items())])


def ways_to_end(spec: Spec, pair: int, split: SplitValue) -> dict[Hand, float]:
    """Every way a hand from one card of the pair can end, and in how many orders."""
    found: defaultdict[Hand, float] = defaultdict(float)

    def draw(hand: int, drawn: tuple[int, ...], wagers: int, last: bool) -> None:
        if last or split.acts[hand] == STAND:
            found[tuple(sorted(drawn)), int(spec.hands.state[hand]) % 32, wagers] += 1
            return
        doubles = int(split.acts[hand] == DOUBLE)
        for worth in range(10):
            into = int(spec.hands.after[hand, worth])
            if into < 0:
                found[tuple(sorted((*drawn, worth))), 0, 1 + doubles] += 1
            else:
                draw(into, (*drawn, worth), 1 + doubles, bool(doubles))

    for worth in range(10):
        draw(int(spec.hands.two[pair, worth]), (worth,), 1, False)
    return dict(found)


def falling(count: int, number: int) -> float:
    return float(perm(count, number)) if count >= number else 0.0


class Dealer:
    """The chance of each final standing beside given cards gone, no blackjack that is looked
    for."""

    def __init__(self, spec: Spec, seen: Seen, shoe: npt.NDArray[np.int64]) -> None:
        rows = draw_out(spec.tables.add, spec.tables.draws, seen.values)
        self.rows = [row for row in rows if row[2] != NATURAL or seen.hole_not < 0]
        self.drawn = np.array([row[0] for row in self.rows])
        self.orders = np.array([row[1] for row in self.rows], dtype=float)
        self.numbers = self.drawn.sum(axis=1)
        self.standings = np.array([row[2] for row in self.rows])
        self.shoe = shoe

    def beside(self, gone: tuple[int, ...]) -> dict[int, float]:
        left = self.shoe - np.bincount(gone, minlength=10)
        ways = self.orders.copy()
        for worth in range(10):
            known = np.array([falling(int(left[worth]), k) for k in range(22)])
            ways *= known[self.drawn[:, worth]]
        of_any = [max(falling(int(left.sum()), k), 1.0) for k in range(22)]
        ways /= np.array(of_any)[self.numbers]
        found = np.bincount(self.standings, ways, minlength=33)
        return {int(at): float(found[at]) for at in np.flatnonzero(found)}


Joint = dict[tuple[int, int, int], float]  # one hand's units, the other's, dealer's standing


def counted(asked: Pair) -> Joint:
    """The chance of each result of two hands beside each final standing of the dealer."""
    spec, seen, split = asked.solved()
    pair = asked.pair - 1
    shoe = seen.shoe.copy()
    shoe[pair] -= 2
    dealer = Dealer(spec, seen, shoe)
    unions: defaultdict[tuple[int, ...], list[tuple[Hand, Hand, float]]] = defaultdict(list)
    ends = ways_to_end(spec, pair, split)
    for one, orders in ends.items():
        for other, more in ends.items():
            unions[tuple(sorted(one[0] + other[0]))].append((one, other, orders * more))
    found: defaultdict[tuple[int, int, int], float] = defaultdict(float)
    for cards, pairs in unions.items():
        ways = np.prod([falling(int(shoe[worth]), cards.count(worth)) for worth in range(10)])
        chance = float(ways) / falling(int(shoe.sum()), len(cards))
        for standing, of in dealer.beside(cards).items() if chance else ():
            for one, other, orders in pairs:
                a, b = (
                    hand[2] * (int(spec.sign[hand[1], standing]) if hand[1] else -1)
                    for hand in (one, other)
                )
                found[a, b, standing] += orders * chance * of
    whole = sum(found.values())
    return {key: chance / whole for key, chance in found.items()}


def independent(joint: Joint) -> Joint:
    """The same if the hands were independent given how the dealer's hand ends."""
    one: defaultdict[tuple[int, int], float] = defaultdict(float)
    dealer: defaultdict[int, float] = defaultdict(float)
    for (a, _, standing), chance in joint.items():
        ending = min(standing, 22) if standing != NATURAL else NATURAL
        one[a, ending] += chance
        dealer[ending] += chance
    return {
        (a, b, ending): one[a, ending] * one[b, ending] / dealer[ending]
        for ending in dealer
        for a in range(-2, 3)
        for b in range(-2, 3)
    }


def by_cell(joint: Joint) -> dict[tuple[int, int], float]:
    """By units in all, and by more hands won than lost."""
    found: defaultdict[tuple[int, int], float] = defaultdict(float)
    for (a, b, _), chance in joint.items():
        won = (a > 0) + (b > 0) - (a < 0) - (b < 0)
        found[a + b, (won > 0) - (won < 0)] += chance
    return dict(found)


def apart(one: dict[tuple[int, int], float], other: dict[tuple[int, int], float]) -> float:
    return max(abs(one.get(cell, 0.0) - other.get(cell, 0.0)) for cell in set(one) | set(other))


@pytest.mark.parametrize(
    "pair",
    [
        Pair(8, (6,)),
        Pair(1, (10,)),
        Pair(1, (10,), rules={"peek": False}),
        Pair(9, (6,), "1"),
        Pair(8, (6,), HALF_DECK),
        Pair(9, (6, 10), game=FACE_UP),
        pytest.param(Pair(8, (10,)), marks=pytest.mark.nightly),
        pytest.param(Pair(8, (10,), "1"), marks=pytest.mark.nightly),
        pytest.param(Pair(2, (6,)), marks=pytest.mark.nightly),
        pytest.param(Pair(3, (5,), "2"), marks=pytest.mark.nightly),
    ],
    ids=str,
)
def test_two_hands_are_as_counted(pair: Pair) -> None:
    """Within the bound that is proved, and far nearer; hands taken as independent given the
    dealer's are not near."""
    joint = counted(pair)
    exact, rounds = by_cell(joint), pair.rounds()
    assert apart(exact, rounds.chances) < rounds.error
    for units, error in rounds.errors.items():
        chance = sum(of for (net, _), of in exact.items() if net == units)
        found = sum(of for (net, _), of in rounds.chances.items() if net == units)
        assert abs(chance - found) <= error
    assert rounds.error < BOUNDS[pair.shoe]
    missed = apart(exact, rounds.chances)
    assert apart(exact, by_cell(independent(joint))) > 100 * missed
    assert sum(rounds.chances.values()) == pytest.approx(1, abs=1e-12)


# Shoes of few values, of which the exact count can take four hands.
FEW_VALUES = [
    ("6:24 8:24 T:96", 6, 8),
    ("3:24 6:24 8:24 T:96", 6, 8),
    ("A:24 7:24 9:24 T:96", 10, 9),
    ("A:4 6:4 8:4 T:16", 10, 8),
]


@pytest.mark.parametrize(("shoe", "up", "pair"), FEW_VALUES)
@pytest.mark.parametrize("most", [3, 4])
def test_more_hands_are_as_counted(shoe: str, up: int, pair: int, most: int) -> None:
    """Level by level, what is proved is more than what is missing; from six decks, less than what
    is missing at the lowest."""
    spec, seen, solved = Pair(pair, (up,), shoe, rules={"max_hands": most}).solved()
    split = Split(spec, seen, pair - 1, solved.acts)
    exact = split.by_unions()
    assert exact.value == pytest.approx(solved.value, abs=1e-13)
    missing = []
    for level in (1, 2, 3, 4):
        found = split.by_mixture(level)
        missing.append(apart(found.chances, exact.chances))
        assert missing[-1] < found.error
        assert abs(found.value - solved.value) < 8 * found.error
    assert found.error < missing[0] or split.shoe.sum() < 100
    assert missing == sorted(missing, reverse=True)
    assert missing[-1] < missing[0] / 100


# Whole rounds: rows that sum to the exact expected value.


@pytest.mark.parametrize(
    ("game", "play", "paid", "convention", "most"),
    [
        (CLASSIC, "best", False, "cdp1", 1e-11),
        (BURNOUT, "best", True, "cdp1", 1e-11),
        (FACE_UP, "best", False, "cdp1", 1e-11),
        (CLASSIC.but(peek=False, decks=2), "best", False, "cdz-", 1e-9),
        (CLASSIC, "total", False, "cdp1", 1e-11),
        pytest.param(CLASSIC.but(decks=1), "best", False, "cdp1", 1e-9, marks=pytest.mark.nightly),
    ],
)
def test_rows_sum_to_the_expected_value(
    game: Game, play: str, paid: bool, convention: str, most: float
) -> None:
    played = Playbook(game, play, convention).page(paid).play
    odds = round_odds(played)
    value = sum(float(net) * chance for net, chance in odds.nets.items())
    assert abs(value - played.ev) < most
    assert abs(value - played.ev) <= odds.error < OF_ROUNDS[game.rules.decks]
    assert sum(odds.nets.values()) == pytest.approx(1, abs=1e-12)
    assert odds.win + odds.push + odds.lose == pytest.approx(1, abs=1e-12)
    assert set(odds.errors) <= set(odds.nets)


@pytest.mark.nightly
def test_a_value_of_no_single_policy_is_in_the_error() -> None:
    """Under `cdp` the split's value is not that of the acts the rows are made of."""
    played = Playbook(CLASSIC, convention="cdp").play
    odds = round_odds(played)
    value = sum(float(net) * chance for net, chance in odds.nets.items())
    assert 1e-9 < abs(value - played.ev) <= odds.error + 1e-14


# What is printed.


@pytest.fixture(scope="module")
def burnout() -> GameOdds:
    return odds_of("burnout")


def test_printed_rows_sum_to_the_printed_edge(burnout: GameOdds) -> None:
    for name in ("main", "main-burnout"):
        odds = burnout.find(name)
        rows = outcome_table(odds)[1:]
        total = sum(Fraction(row[3]) for row in rows)
        half_units = sum(Fraction(1, 2 * 10 ** len(row[3].split(".")[1])) for row in rows)
        edge = Fraction(odds.edge_text.rstrip("%")) / 100
        assert abs(total + edge) <= half_units + Fraction(1, 2 * 10**8)
        assert sum(Fraction(row[1]) for row in rows) == pytest.approx(1, abs=float(half_units))


def test_only_right_digits_are_printed(burnout: GameOdds) -> None:
    odds = burnout.find("main")
    for row, cells in zip(odds.outcomes, outcome_table(odds)[1:], strict=True):
        assert row.error <= odds.outcomes_error
        for text, error in ((cells[1], row.error), (cells[3], row.error * abs(float(row.pays)))):
            places = len(text.split(".")[1])
            assert places == 10 or error > Fraction(1, 2 * 10 ** (places + 1))
            assert error <= Fraction(1, 2 * 10**places)
    assert wager_json(odds)["outcomes_error"] == odds.outcomes_error > 0
    csv_rows = DictReader(StringIO(as_csv(burnout)))
    said = [float(row["probability"]) for row in csv_rows if row["wager"] == "main"]
    for row, chance in zip(odds.outcomes, said, strict=False):
        places = right_places(row.error, 15) if row.error else 17
        assert chance == round(float(row.probability), places)
        assert (chance != row.probability) == (row.error > 0)


def test_a_riding_bet_carries_the_error_of_its_rounds(burnout: GameOdds) -> None:
    main, riding = burnout.find("main"), burnout.find("bonus-3")
    assert 0 < riding.outcomes_error < 10 * main.outcomes_error
    assert riding.ev_error > riding.outcomes_error
    assert riding.with_error(3e-6).edge_text == f"{riding.house_edge:.2%}"


@pytest.mark.parametrize("shoe", ["", "8:6 9:4 T:8"], ids=["full", "small"])
def test_rounds_counted_without_nets_are_the_same_rounds(shoe: str) -> None:
    """What a streak asks, with every hand for one unit and with doubled ones told apart; with the
    payment made too. Seen to fail: with a doubled hand that wins taken for a push."""
    given = read_composition(shoe) if shoe else full_decks(1)
    told = [Playbook(BURNOUT.but(decks=1), shoe=given) for _ in range(2)]
    for paid in (False, True):
        one, other = (book.page(paid).play for book in told)
        counted, whole = counted_rounds(one), round_odds(other)
        assert whole.split > 0 and not counted.nets
        assert counted.win == pytest.approx(whole.win, abs=1e-13)
        assert counted.push == pytest.approx(whole.push, abs=1e-13)
        assert counted.lose == pytest.approx(whole.lose, abs=1e-13)


def test_right_places() -> None:
    assert [right_places(error, 10) for error in (0.0, 5e-11, 6e-11, 5e-4, 0.4, 0.6)] == [
        10, 10, 9, 3, 0, 0,
    ]  # fmt: skip
    assert decimals(0.123456789, 2e-5, 10) == "0.1235"
    assert percent(0.123456789, 2e-5, 4) == "12.35%"


def test_rules_without_splits_say_so() -> None:
    odds = game_odds(CLASSIC.but(max_hands=1), Ask(wagers=("main",))).find("main")
    assert odds.outcomes_error == 0
    assert "no round has a split" in odds.notes


def test_true_odds_have_no_more_digits_than_the_chance(burnout: GameOdds) -> None:
    """`1 in 156,163` would be six digits of a chance known to five."""
    for row in burnout.find("main").outcomes:
        shown = chance_cells(row)[1].removeprefix("1 in ").replace(",", "")
        places = len(shown.partition(".")[2]) or -(len(shown) - len(shown.rstrip("0")))
        against, error = 1 / row.probability, row.error / row.probability**2
        assert abs(float(shown) - against) <= 0.51 * 10.0**-places
        assert error <= 0.5 * 10.0**-places
