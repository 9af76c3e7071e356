"""Many tables of a few seats, one step each: choices in, what the asked seat sees and wins out.

Plain functions on one felt (one_felt.py) and a row of memory for each table; compiled together with
the round procedure. A table's memory is its cards and choices so far, and the cards out of its
shoe: all else is dealt again at each step.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from holecard.dealing.compiled import PARTS, compile_steps, is_step
from holecard.dealing.felt import (
    ASK_LEGAL,
    AT_ROW,
    BURNED,
    DRY,
    GIVEN,
    HAND_ROW,
    HANDS_A_SEAT,
    INSURED,
    INSURED_HALF,
    NO_CARD,
    RAISED,
    SEAT_ROW,
)
from holecard.dealing.moves import is_natural
from holecard.dealing.round import WAITING, play_round
from holecard.envs import one_felt, seen, seen_felt
from holecard.envs.one_felt import (
    CARDS_KNOWN,
    CHOICES_MADE,
    CUT_CARD,
    FEE_TENTHS,
    MOST_CARDS,
    MOST_CHOICES,
    OUT,
    SHOE_WORDS,
    TWO_HANDS,
    felt_dtypes,
)
from holecard.envs.seen import (
    ACTIONS_KNOWN,
    COUNTED,
    WIDE,
    WIDTH,
    may_bits,
    phase_asked,
    usual_choice,
)
from holecard.envs.seen_felt import see
from holecard.errors import BadDefinition
from holecard.jit.cache import cache_folder, machine_code
from holecard.simulator.engine.chart_round import net_code
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO, TENTHS

# What a table waits for: a round to be dealt, a choice, or to be paid for a round that asked none.
TO_DEAL, TO_CHOOSE, TO_PAY = range(3)


@cache
def memory(seats: int) -> np.dtype[Any]:
    """What is kept of a table between steps."""
    return np.dtype(
        [
            ("net", np.float64),  # of a round that waits to be paid
            ("stage", np.int16),
            ("legal", np.int16),
            ("cards_known", np.int16),
            ("choices_made", np.int16),
            ("out", np.int16),  # cards out of the shoe
            ("past", np.int16, (COUNTED,)),  # cards of earlier rounds of this shoe, by value
            ("gone", np.uint64, (SHOE_WORDS,)),
            ("cards", np.int8, (MOST_CARDS * seats,)),
            ("script", np.int8, (MOST_CHOICES * seats,)),
        ],
        align=True,
    )


class Answer(NamedTuple):
    """What a step writes, a row for each table."""

    seen: Any
    masks: Any
    rewards: Any
    ended: Any
    last: Any  # what was seen at the end of a round, where another was dealt in the same step


def as_felt(addresses: Any) -> Any:
    """The felt whose arrays lie at these addresses; compiled by jit/one_address.py."""
    raise NotImplementedError


def address(array: Any) -> Any:
    """Where an array's numbers lie; compiled by jit/intrinsics.py."""
    raise NotImplementedError


def clear_felt(felt: Any) -> None:
    seats = len(felt.seats) // SEAT_ROW
    for field in range(SEAT_ROW * seats):
        felt.seats[field] = 0
    for field in range(HAND_ROW * (HANDS_A_SEAT * seats + 1)):
        felt.hands[field] = 0
    for field in range(AT_ROW):
        felt.at[field] = 0
    for seat in range(seats):
        felt.seats[seat * SEAT_ROW + BURNED] = NO_CARD
        for field in range(GIVEN):
            felt.seats[seat * SEAT_ROW + field] = felt.given[seat * GIVEN + field]


def go_on(felt: Any, table: Any) -> int:
    """Deal the table's round again, as far as its choices go; new cards are kept."""
    clear_felt(felt)
    known = table.cards_known
    for place in range(known):
        felt.cards[place] = table.cards[place]
    for place in range(table.choices_made):
        felt.script[place] = table.script[place]
    for word in range(SHOE_WORDS):
        felt.gone[word] = table.gone[word]
    felt.ready[CARDS_KNOWN] = known
    felt.ready[CHOICES_MADE] = table.choices_made
    felt.ready[OUT] = table.out
    status = play_round(felt)
    for place in range(known, felt.ready[CARDS_KNOWN]):
        table.cards[place] = felt.cards[place]
    for word in range(SHOE_WORDS):
        table.gone[word] = felt.gone[word]
    table.cards_known = felt.ready[CARDS_KNOWN]
    table.out = felt.ready[OUT]
    return int(status)


def deal_new(felt: Any, table: Any) -> None:
    """A new round; from a new shoe once the cut card is out, or always."""
    for place in range(table.cards_known):
        table.past[felt.tables.value[table.cards[place]] - 1] += 1
    if table.out >= felt.ready[CUT_CARD]:
        table.out = 0
        for word in range(SHOE_WORDS):
            table.gone[word] = 0
        for worth in range(COUNTED):
            table.past[worth] = 0
    table.cards_known = 0
    table.choices_made = 0
    if go_on(felt, table) == WAITING:
        table.stage = TO_CHOOSE
        table.legal = felt.at[ASK_LEGAL]
    else:
        table.stage = TO_PAY
        table.legal = 0
        table.net = net_won(felt)


def net_won(felt: Any) -> float:
    """What the round brought all seats, per main wager; nothing if the shoe ran out."""
    if felt.at[DRY]:
        return 0.0
    seats = len(felt.seats) // SEAT_ROW
    tenths = 0.0
    for seat in range(seats):
        row = seat * SEAT_ROW
        tenths += float(net_code(felt, seat, felt.tenths) // NET_STEP - NET_ZERO)
        if felt.seats[row + INSURED] == INSURED_HALF:
            natural = int(is_natural(felt, seats * HANDS_A_SEAT))
            tenths += felt.insured[natural] * (1 + felt.seats[row + RAISED])
    return float((tenths - felt.ready[FEE_TENTHS]) / TENTHS)


def choose_at(felt: Any, table: Any, action: int) -> bool:
    """Make the choice, or the usual one where it is not legal; true when the round is over."""
    if table.stage == TO_PAY:
        return True
    legal = table.legal
    chosen = action if 0 <= action < ACTIONS_KNOWN and legal >> action & 1 else usual_choice(legal)
    table.script[table.choices_made] = chosen
    table.choices_made += 1
    if go_on(felt, table) == WAITING:
        table.legal = felt.at[ASK_LEGAL]
        return False
    table.legal = 0
    table.net = net_won(felt)
    return True


def step_tables(addresses: Any, tables: Any, actions: Any, answer: Any, same_step: int) -> None:
    """One step at every table. A round that is over is followed by the next one in the same step,
    or in the next, whose action then counts for nothing; so is no round at all."""
    felt = as_felt(addresses)
    width = WIDE if felt.ready[TWO_HANDS] else WIDTH
    rows, last, masks = address(answer.seen), address(answer.last), address(answer.masks)
    for at in range(tables.size):
        table = tables[at]
        answer.rewards[at] = 0.0
        answer.ended[at] = 0
        if table.stage == TO_DEAL:
            deal_new(felt, table)
        elif choose_at(felt, table, actions[at]):
            if table.stage == TO_PAY:
                go_on(felt, table)
            answer.rewards[at] = table.net
            answer.ended[at] = 1
            table.stage = TO_DEAL
            if same_step:
                see(felt, table, last, at * width)
                deal_new(felt, table)
        see(felt, table, rows, at * width)
        may = may_bits(table.legal)
        for action in range(ACTIONS_KNOWN):
            masks[at * ACTIONS_KNOWN + action] = may >> action & 1


@cache
def steps(seats: int) -> dict[str, Callable[..., Any]]:
    """Every step of the round and of this file, by name, for tables of so many seats."""
    from holecard.jit.intrinsics import address, high_half
    from holecard.jit.one_address import by_names, named_type

    here = sys.modules[__name__]
    names: dict[str, Any] = {}
    for part in (*PARTS, seen, one_felt, seen_felt, here):
        for name, thing in vars(part).items():
            if isinstance(thing, int) and names.setdefault(name, thing) != thing:
                raise BadDefinition(f"{name} means two things in the compiled round: rename one")
    for part in (*PARTS, seen, one_felt, seen_felt, here):
        names |= {k: v for k, v in vars(part).items() if not k.startswith("__")}
    names |= {"__name__": __name__, "high_half": high_half, "address": address}
    names["as_felt"] = by_names(named_type(felt_dtypes(seats)))
    own = {name: thing for name, thing in names.items() if is_step(thing)}
    own |= {"ask": one_felt.ask_row, "draw": one_felt.draw_row, "note": one_felt.keep_no_trace}
    own |= {one.__name__: one for one in OWN_STEPS}
    compile_steps(own, names, lambda step: compile_step(step, seats))
    return {name: names[name] for name in own}


OWN_STEPS = (
    one_felt.draw_place,
    one_felt.next_word,
    phase_asked,
    usual_choice,
    net_code,
    clear_felt,
    go_on,
    deal_new,
    net_won,
    choose_at,
    seen_felt.see,
    seen_felt.see_hand,
    seen_felt.see_beside,
    seen_felt.see_dealer,
    seen_felt.see_seat,
    seen_felt.see_card,
    may_bits,
    step_tables,
)


# Called once a step, and from several places: not written out where they are called.
OUTER = {one.__name__ for one in (go_on, deal_new, net_won, choose_at, see, step_tables)}


def compile_step(step: Callable[..., Any], seats: int) -> Callable[..., Any]:
    """Kept in a folder of this room's own, a folder for each number of seats: to Numba their steps
    look alike. Without reference counting: no step makes arrays. The round's steps are written out
    into one: decision 28."""
    folder = cache_folder("envs", "simulator")
    inline = step.__name__ not in OUTER
    return machine_code(
        step, folder and folder / f"stepped-{seats}", quick=True, _nrt=False, forceinline=inline
    )
