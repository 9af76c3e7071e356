"""Many tables of one seat, one step each: choices in, what each seat sees and wins out.

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
    ASK_HAND,
    ASK_LEGAL,
    AT_ROW,
    BURNED,
    CARDS,
    COUNT,
    DOUBLED,
    DRY,
    FREE,
    FROM_SPLIT,
    GIVEN,
    HAND_ROW,
    HANDS,
    HANDS_A_SEAT,
    HELD,
    HELD_CARDS,
    INSURED,
    INSURED_HALF,
    NO_CARD,
    PAID,
    RAISED,
    SEAT_ROW,
    STATE,
)
from holecard.dealing.moves import is_natural
from holecard.dealing.round import WAITING, play_round
from holecard.dealing.tables import TOTALS
from holecard.envs import one_felt, seen
from holecard.envs.one_felt import (
    CARDS_KNOWN,
    CHOICES_MADE,
    CUT_CARD,
    DEALER_HIDES,
    FEE_TENTHS,
    MOST_CARDS,
    MOST_CHOICES,
    OUT,
    SHOE_WORDS,
    felt_dtypes,
)
from holecard.envs.seen import (
    ACTIONS_KNOWN,
    COUNTED,
    SEE_BURNED,
    SEE_DEALER,
    SEE_DOUBLED,
    SEE_FREE,
    SEE_HAND,
    SEE_HAND_NUMBER,
    SEE_HANDS,
    SEE_INSURED,
    SEE_MAY,
    SEE_NEWEST,
    SEE_OPEN,
    SEE_PAID,
    SEE_PHASE,
    SEE_RAISED,
    SEE_SEAT,
    SEE_SEEN,
    SEE_SOFT,
    SEE_SPLIT,
    SEE_SUITS,
    SEE_TOTAL,
    WIDTH,
    may_bits,
    phase_asked,
    usual_choice,
)
from holecard.errors import BadDefinition
from holecard.hand import SOFT
from holecard.jit.cache import cache_folder, machine_code
from holecard.simulator.engine.chart_round import net_code
from holecard.simulator.engine.plan import NET_STEP, NET_ZERO, TENTHS

# What a table waits for: a round to be dealt, a choice, or to be paid for a round that asked none.
TO_DEAL, TO_CHOOSE, TO_PAY = range(3)
MEMORY = np.dtype(
    [
        ("net", np.float64),  # of a round that waits to be paid
        ("stage", np.int16),
        ("legal", np.int16),
        ("cards_known", np.int16),
        ("choices_made", np.int16),
        ("out", np.int16),  # cards out of the shoe
        ("past", np.int16, (COUNTED,)),  # cards of earlier rounds of this shoe, by value
        ("gone", np.uint64, (SHOE_WORDS,)),
        ("cards", np.int8, (MOST_CARDS,)),
        ("script", np.int8, (MOST_CHOICES,)),
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
    for field in range(SEAT_ROW):
        felt.seats[field] = 0
    for field in range(HAND_ROW * (HANDS_A_SEAT + 1)):
        felt.hands[field] = 0
    for field in range(AT_ROW):
        felt.at[field] = 0
    felt.seats[BURNED] = NO_CARD
    for field in range(GIVEN):
        felt.seats[field] = felt.given[field]


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
    """What the round brought, per main wager; nothing if the shoe ran out."""
    if felt.at[DRY]:
        return 0.0
    tenths = float(net_code(felt, 0, felt.tenths) // NET_STEP - NET_ZERO)
    if felt.seats[INSURED] == INSURED_HALF:
        tenths += felt.insured[int(is_natural(felt, HANDS_A_SEAT))] * (1 + felt.seats[RAISED])
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


def see(felt: Any, table: Any, rows: Any, start: int) -> None:
    """What the seat sees of the felt just dealt: seen.py's `seen_row`, from the felt's own rows.
    The hole card is read only where the round is over or the dealer plays with both cards up."""
    over = table.legal == 0
    for place in range(SEE_SEEN):
        rows[start + place] = 0
    for worth in range(COUNTED):
        rows[start + SEE_SEEN + worth] = table.past[worth]
    hand = 0 if over else felt.at[ASK_HAND]
    at = hand * HAND_ROW
    rows[start + SEE_PHASE] = phase_asked(table.legal)
    may = may_bits(table.legal)
    for action in range(ACTIONS_KNOWN):
        rows[start + SEE_MAY + action] = may >> action & 1
    rows[start + SEE_SEAT] = 1
    rows[start + SEE_HAND_NUMBER] = hand
    rows[start + SEE_HANDS] = felt.seats[HANDS]
    for place in range(felt.hands[at + COUNT]):
        card = felt.hands[at + CARDS + place]
        rows[start + SEE_HAND + felt.tables.value[card] - 1] += 1
        rows[start + SEE_SUITS + (card & 3)] += 1
        rows[start + SEE_NEWEST] = felt.tables.value[card]
        see_card(felt, card, rows, start)
    rows[start + SEE_TOTAL] = felt.hands[at + STATE] % TOTALS
    rows[start + SEE_SOFT] = int(felt.hands[at + STATE] >= SOFT)
    if felt.hands[at + FROM_SPLIT]:
        rows[start + SEE_SPLIT] = felt.tables.value[felt.hands[at + CARDS]]
    rows[start + SEE_FREE] = felt.hands[at + FREE]
    rows[start + SEE_DOUBLED] = felt.hands[at + DOUBLED]
    rows[start + SEE_RAISED] = felt.seats[RAISED]
    rows[start + SEE_INSURED] = felt.seats[INSURED]
    rows[start + SEE_PAID] = felt.seats[PAID]
    if felt.seats[BURNED] != NO_CARD:
        rows[start + SEE_BURNED] = felt.tables.value[felt.seats[BURNED]]
        see_card(felt, felt.seats[BURNED], rows, start)
    see_others(felt, over, hand, rows, start)


def see_others(felt: Any, over: bool, own: int, rows: Any, start: int) -> None:
    """The dealer's cards as far as they lie open, and the seat's but those of the hand in play."""
    dealer = HANDS_A_SEAT * HAND_ROW
    shown = felt.hands[dealer + COUNT]
    if not over and felt.ready[DEALER_HIDES] and shown > 1:
        shown = 1
    for place in range(shown):
        card = felt.hands[dealer + CARDS + place]
        if place < 2:
            rows[start + SEE_DEALER + place] = felt.tables.value[card]
        see_card(felt, card, rows, start)
    if felt.seats[HANDS] > 1:
        for hand in range(felt.seats[HANDS]):
            at = hand * HAND_ROW
            for place in range(felt.hands[at + COUNT] if hand != own else 0):
                see_card(felt, felt.hands[at + CARDS + place], rows, start)
        for place in range(felt.seats[HELD]):
            see_card(felt, felt.seats[HELD_CARDS + place], rows, start)


def see_card(felt: Any, card: int, rows: Any, start: int) -> None:
    """An open card, counted among those of this round and of the shoe: each as it comes, since a
    row read again as a whole right after single numbers of it were written makes the machine
    wait."""
    worth = felt.tables.value[card]
    rows[start + SEE_OPEN + worth - 1] += 1
    rows[start + SEE_SEEN + worth - 1] += 1


def step_tables(addresses: Any, tables: Any, actions: Any, answer: Any, same_step: int) -> None:
    """One step at every table. A round that is over is followed by the next one in the same step,
    or in the next, whose action then counts for nothing; so is no round at all."""
    felt = as_felt(addresses)
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
                see(felt, table, last, at * WIDTH)
                deal_new(felt, table)
        see(felt, table, rows, at * WIDTH)
        may = may_bits(table.legal)
        for action in range(ACTIONS_KNOWN):
            masks[at * ACTIONS_KNOWN + action] = may >> action & 1


@cache
def steps() -> dict[str, Callable[..., Any]]:
    """Every step of the round and of this file, by name."""
    from holecard.jit.intrinsics import address, high_half
    from holecard.jit.one_address import by_names, named_type

    here = sys.modules[__name__]
    names: dict[str, Any] = {}
    for part in (*PARTS, seen, one_felt, here):
        for name, thing in vars(part).items():
            if isinstance(thing, int) and names.setdefault(name, thing) != thing:
                raise BadDefinition(f"{name} means two things in the compiled round: rename one")
    for part in (*PARTS, seen, one_felt, here):
        names |= {k: v for k, v in vars(part).items() if not k.startswith("__")}
    names |= {"__name__": __name__, "high_half": high_half, "address": address}
    names["as_felt"] = by_names(named_type(felt_dtypes()))
    own = {name: thing for name, thing in names.items() if is_step(thing)}
    own |= {"ask": one_felt.ask_row, "draw": one_felt.draw_row, "note": one_felt.keep_no_trace}
    own |= {one.__name__: one for one in OWN_STEPS}
    compile_steps(own, names, compile_step)
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
    see,
    see_others,
    see_card,
    may_bits,
    step_tables,
)


# Called once a step, and from several places: not written out where they are called.
OUTER = {one.__name__ for one in (go_on, deal_new, net_won, choose_at, see, step_tables)}


def compile_step(step: Callable[..., Any]) -> Callable[..., Any]:
    """Kept in a folder of this room's own, and without reference counting: no step makes arrays.
    The round's steps are written out into one: decision 28."""
    folder = cache_folder("envs", "simulator")
    inline = step.__name__ not in OUTER
    return machine_code(
        step, folder and folder / "stepped", quick=True, _nrt=False, forceinline=inline
    )
