"""From a playbook to a simulator's arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from holecard.dealing import actions
from holecard.dealing.tables import VALUES
from holecard.hand import STATES, TOP, add
from holecard.odds.charts.by_total import TotalChart, column_of
from holecard.odds.charts.with_burn import BurnChart
from holecard.odds.playbook import Playbook
from holecard.odds.solve.acts import ACTIONS, STAND, SURRENDER
from holecard.odds.solve.answers.answered_play import AnsweredPlay, AnsweredSight
from holecard.odds.solve.answers.answered_splits import AnsweredSplit
from holecard.odds.solve.best_play import Play, Sight
from holecard.odds.solve.burn import BurnSight
from holecard.odds.solve.hands import lattice
from holecard.odds.solve.sights import Spec
from holecard.odds.solve.switch import SwitchPlay
from holecard.simulator.engine.chart import (
    AFTER_BURN,
    DOUBLED_KIND,
    EARLY_KIND,
    KINDS,
    UNSPLIT,
    Chart,
    chart_by_state,
    mimic,
    never_bust,
    no_worth,
    wishes,
)
from holecard.simulator.engine.lineup import ChartFor
from holecard.wagers.wager import Wager

Ints = npt.NDArray[np.int64]
ACTION_OF = np.array(ACTIONS, dtype=np.int64)  # [act of the solver] the action of a round
BUSTED = 22  # the lowest total that is out


def sight_places(spec: Spec, places: dict[tuple[int, ...], int]) -> Ints:
    """[up value * VALUES + hole value] the place of what the seat sees."""
    found = np.zeros((VALUES, VALUES), dtype=np.int64)
    for up in range(1, VALUES):
        for hole in range(1, VALUES):
            values = tuple(sorted((up, hole))) if spec.both_up else (up,)
            found[up, hole] = places.get(values, 0)
    return found.reshape(-1)


def from_total(spec: Spec, chart: TotalChart) -> Chart:
    """A chart by totals: one choice for every total and column."""
    size = len(spec.sights)
    first, then = np.full((2, size, STATES), actions.STAND)
    splits = np.zeros((size, VALUES))
    places = {}
    for place, seen in enumerate(spec.sights):
        places[seen.values] = place
        column = column_of(seen.values)
        for state in range(STATES):
            first[place, state] = ACTIONS[chart.first.get((state, column), STAND)]
            then[place, state] = ACTIONS[chart.then.get((state, column), STAND)]
        for pair in range(VALUES - 1):
            splits[place, pair + 1] = (pair, column) in chart.splits
    return chart_by_state(spec.tables, sight_places(spec, places), first, then, splits, size)


def from_play(play: Play) -> Chart:
    """Best play: a choice for every multiset of cards, for split hands by their pair, and, with
    the payment made, for every card that may have been burned."""
    hands = lattice()
    size = hands.state.size
    nodes = size + TOP - BUSTED + 1
    every = any(isinstance(sight, (BurnSight, AnsweredSight)) for sight in play.sights)
    lanes = KINDS if every else AFTER_BURN + 1
    acts = np.full((lanes, len(play.sights), nodes), STAND)
    splits = np.zeros((len(play.sights), VALUES))
    burn = np.zeros((2, len(play.sights), nodes, VALUES), dtype=np.uint8)
    places = {}
    for place, sight in enumerate(play.sights):
        places[sight.seen.values] = place
        fill_acts(acts[:, place, :size], sight)
        for pair in sight.split:
            splits[place, pair + 1] = 1
        if isinstance(play, AnsweredPlay):
            acts[EARLY_KIND, place, :size] = np.where(play.early(sight), SURRENDER, STAND)
        splits[place, 0] = isinstance(play, AnsweredPlay) and play.raises(sight)
        if isinstance(sight, BurnSight):
            burn[0, place, :size, 1:] = sight.burn_hit
            burn[1, place, :size, 1:] = sight.burn_double
    kinds = np.arange(KINDS) if every else np.arange(KINDS) % (AFTER_BURN + 1)
    return Chart(
        sight=sight_places(play.spec, places),
        after=lattice_after(nodes),
        state=np.concatenate([hands.state, np.arange(BUSTED, TOP + 1)]).astype(np.int64),
        lanes=np.repeat(kinds, 2).astype(np.int64),
        wish=wishes(ACTION_OF[acts], actions.STAND).reshape(-1),
        splits=splits.astype(np.uint8).reshape(-1),
        burns=burn.reshape(-1),
        worth=switch_worth(play),
        nodes=nodes,
        sights=len(play.sights),
    )


def switch_worth(play: Play) -> Ints:
    """What two cards are worth to one who may swap them, by value, as dealt and as swapped."""
    if not isinstance(play, SwitchPlay):
        return no_worth(len(play.sights))
    found = np.zeros((2, len(play.sights), VALUES, VALUES), dtype=np.int64)
    found[:, :, 1:, 1:] = play.worth
    return found.reshape(-1)


def fill_acts(acts: Any, sight: Sight) -> None:
    """[kind, hand]: unsplit, split off each pair, after each burned card; the house's hands of each
    pair, and doubled ones."""
    acts[0] = sight.acts
    for pair, split in sight.splits.items():
        acts[pair + 1] = split.acts
    if isinstance(sight, AnsweredSight):
        acts[DOUBLED_KIND:EARLY_KIND] = sight.doubled[1:]
        for pair, split in sight.splits.items():
            if isinstance(split, AnsweredSplit):
                acts[AFTER_BURN + 1 + pair] = split.free_acts
    if isinstance(sight, BurnSight):
        for burned, after in enumerate(sight.after):
            acts[AFTER_BURN + 1 + burned] = after


def lattice_after(nodes: int) -> Ints:
    """[node * VALUES + value]: the lattice with a node for every total that is out."""
    hands = lattice()
    size = hands.state.size
    after = np.zeros((nodes, VALUES), dtype=np.int64)
    for node in range(nodes):
        for value in range(1, VALUES):
            into = int(hands.after[node, value - 1]) if node < size else node
            if into < 0:
                into = size + add(int(hands.state[node]), value) % 32 - BUSTED
            after[node, value] = into
    return after.reshape(-1)


def from_burn_chart(spec: Spec, given: BurnChart) -> Chart:
    """Charts by totals with the payment made: lanes 0 and 1 with the burn at hand, 2 and 3 for
    split hands and once it is used."""
    before, after = from_total(spec, given.chart), from_total(spec, given.after)
    lanes = np.tile(np.array([2, 3], dtype=np.int64), KINDS)
    lanes[2 * UNSPLIT : 2 * UNSPLIT + 2] = 0, 1
    burns = np.zeros((2, len(spec.sights), STATES, VALUES), dtype=np.uint8)
    for place, seen in enumerate(spec.sights):
        for (doubled, state, column), values in given.burns.lists.items():
            if column == column_of(seen.values):
                for worth in values:
                    burns[int(doubled), place, state, worth + 1] = 1
    return before._replace(
        lanes=lanes, wish=np.concatenate([before.wish, after.wish]), burns=burns.reshape(-1)
    )


def charts_of(book: Playbook) -> ChartFor:
    """A playbook as the simulator's arrays, by main wager and whether the payment is made."""

    def chart(main: Wager, paid: bool) -> Chart:
        page = book.page(paid)
        if page.given is None:
            return from_play(page.play)
        if isinstance(page.given, BurnChart):
            return from_burn_chart(book.spec, page.given)
        if isinstance(page.given, TotalChart):
            return from_total(book.spec, page.given)
        return {"mimic": mimic, "never-bust": never_bust}[book.name](book.game.tables)

    return chart
