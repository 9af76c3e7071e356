"""A cell of a chart with the payment made, and a cell of the lists of cards to burn: what a lock
costs, against the whole given again by letters.

Seen to fail: with a lock that drops the lists of its cell; with the locked column followed without
the burn; with hands reached by a burned card; with a lock of the lists changing doubles for hits.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from holecard.errors import HolecardError
from holecard.odds.charts.burn_cells import burn_cell_odds, read_burn_cell, with_burn_locks
from holecard.odds.charts.burn_files import given_json, read_burn_chart
from holecard.odds.charts.by_total import IMPOSSIBLE, SPLIT_IT
from holecard.odds.charts.cells import PAIRS, Cell, cell_odds, letters_for, read_cell
from holecard.odds.charts.with_burn import BurnChart, follow
from holecard.odds.solve.burn import BurnSight
from holecard.odds.solve.hands import NAMES
from holecard.odds.solve.one_hand import burn_values, hand_number
from tests.night import at_night
from tests.odds.solved import paid_chart, paid_play

CELLS = [
    "soft.18.A",
    "pairs.99.7",
    *at_night("hard.16.T", "hard.17.8", "hard.12.6", "soft.20.6", "pairs.AA.A"),
]
LISTS = ("burn-hit.16.T", "burn-hit.s17.9", "burn-double.11.6", "burn-double.s18.5")
ACE, FIVE, TEN = 0, 4, 9


def given_again(given: BurnChart, cell: Cell, letter: str) -> BurnChart:
    """All of it written out as letters, one of them changed by hand, and read back."""
    rows = given_json(given)
    name = f"soft {cell.row}" if cell.part == "soft" else cell.row
    row = rows[cell.part][name]
    row[rows["columns"].index(cell.column)] = letter
    for label, letters in rows["pairs"].items():  # those not split follow their total
        rows["pairs"][label] = [one if one == SPLIT_IT else IMPOSSIBLE for one in letters]
    return read_burn_chart(rows, "a test")


@pytest.mark.parametrize("text", CELLS)
def test_the_cost_of_a_lock_is_that_of_the_whole_chart(text: str) -> None:
    given, play = paid_chart(), paid_play()
    cell = read_cell(text, given.chart)
    found = cell_odds(play, given, cell)
    assert set(found.costs) == set(letters_for(play.spec, cell))
    assert found.costs[found.letter] == 0
    compared = 0
    for letter, cost in found.costs.items():
        if cell.part == PAIRS and letter == "no":
            again = follow(play.spec, given_again(given, cell, IMPOSSIBLE))
        elif (taken := "D" in letter or letter == "H") and not listed(given, cell, letter):
            continue  # what is burned there is not written out: best play takes no card
        else:
            again = follow(play.spec, given_again(given, cell, letter))
            compared += taken
        assert cost == pytest.approx(play.ev - again.ev, abs=1e-15)
    assert compared or cell.part == PAIRS


def listed(given: BurnChart, cell: Cell, letter: str) -> bool:
    places = [(False, cell.state, cell.column)] if letter in ("H", "D") else []
    places += [(True, cell.state, cell.column)] if "D" in letter else []
    return all(place in given.burns.taken for place in places)


def test_a_lock_costs_what_its_hands_lose() -> None:
    """No hand comes to such a cell twice, and split hands do not come to it: so the cost is how
    often it comes times what the action loses, if hands are reached and valued with the burn still
    at hand."""
    given, play = paid_chart(), paid_play()
    for text, other in (("hard.16.T", "S"), ("hard.18.T", "H"), ("soft.17.9", "S")):
        found = cell_odds(play, given, read_cell(text, given.chart))
        values = found.values
        word = {"S": "stand", "H": "hit"}
        lost = (found.first + found.later) * (values[word[found.letter]] - values[word[other]])
        assert found.costs[other] == pytest.approx(lost, abs=1e-14)


@pytest.mark.nightly
@pytest.mark.parametrize("text", LISTS)
def test_the_cost_of_burning_otherwise_for_every_card(text: str) -> None:
    check_burning_otherwise(text, range(10))


@pytest.mark.parametrize(("text", "cards"), [(LISTS[1], (ACE, TEN)), (LISTS[2], (FIVE,))])
def test_the_cost_of_burning_otherwise(text: str, cards: tuple[int, ...]) -> None:
    check_burning_otherwise(text, cards)


def check_burning_otherwise(text: str, cards: Iterable[int]) -> None:
    given, play = paid_chart(), paid_play()
    cell = read_burn_cell(text, given.burns)
    found = burn_cell_odds(play, given, cell)
    assert found.burned == given.burns.lists[cell.place] and found.often > 0
    assert all(cost >= -1e-5 for cost in found.costs.values())
    part, row, column = text.split(".")
    rows = given_json(given)
    lists = rows["burn_after_hit" if part == "burn-hit" else "burn_after_double"]
    cells = lists[row.replace("s", "soft ")]
    place = rows["columns"].index(column)
    before = cells[place]
    assert set(found.costs) == set(range(10))
    for worth in cards:
        other = set("" if before == "none" else before) ^ {NAMES[worth]}
        cells[place] = "".join(sorted(other, key=NAMES.index)) or "none"
        again = follow(play.spec, read_burn_chart(rows, "a test"))
        assert found.costs[worth] == pytest.approx(play.ev - again.ev, abs=1e-15)


def test_locks_add_up_in_one_chart() -> None:
    given, play = paid_chart(), paid_play()
    spec = play.spec
    locks = ("hard.18.T.H", "burn-hit.18.T.9T", "pairs.99.7.P")
    both = with_burn_locks(spec, given, locks)
    assert both.chart.letter(18, "T") == "H" and (8, "7") in both.chart.splits
    # The list of a cell that takes a card now is shown, and is as locked.
    assert (False, 18, "T") in both.burns.taken
    assert dict(both.burns.rows())["18"][both.burns.columns.index("T")] == "9T"
    assert "18" not in dict(given.burns.rows())
    one = with_burn_locks(spec, given, (locks[0], locks[2]))
    base = follow(spec, one)
    found = burn_cell_odds(base, one, read_burn_cell("burn-hit.18.T", one.burns))
    assert found.often > 0
    assert base.ev - follow(spec, both).ev > max(found.costs.values())


def test_the_chart_without_the_burn_and_the_lists_stay() -> None:
    given, play = paid_chart(), paid_play()
    held = with_burn_locks(play.spec, given, ("hard.16.T.S",))
    assert held.after == given.after and held.burns == given.burns


@pytest.mark.parametrize(
    ("lock", "words"),
    [
        ("burn-hit.16.none", "cannot read the cell"),
        ("burn-hit.99.T.none", "no row of burn-hit"),
        ("burn-hit.16.Z.none", "no column"),
        ("burn-hit.16.T.X", "no cards to burn"),
        ("burn-hit.16.T.", "no cards to burn"),
        ("hard.16.T.X", "cannot be"),
    ],
)
def test_locks_that_cannot_be_are_refused(lock: str, words: str) -> None:
    given, play = paid_chart(), paid_play()
    with pytest.raises(HolecardError, match=words):
        with_burn_locks(play.spec, given, (lock,))


def test_a_doubled_card_kept_or_burned_adds_up_to_the_double() -> None:
    """Card by card: what the list says is done, by what each is worth, is the double's own value.
    Against a 6 no look tells of the hole card, so each card is as likely as there are of it."""
    play = paid_play()
    sight = next(one for one in play.sights if NAMES[one.seen.place] == "6")
    assert isinstance(sight, BurnSight)
    for cards in ((5, 6), (7, 9), (10, 2), (1, 7)):
        hand = hand_number(play.spec, cards)
        left = sight.seen.shoe.astype(float) - play.spec.hands.counts[hand]
        value = 0.0
        for at, many in enumerate(left):
            worth = burn_values(play.spec, sight, hand, at + 1, doubled=True)
            burned = sight.burn_double[hand, at]
            value += many / left.sum() * worth["burn" if burned else "keep"]
        assert value == pytest.approx(sight.double.win[hand] - sight.double.lose[hand], abs=1e-12)
