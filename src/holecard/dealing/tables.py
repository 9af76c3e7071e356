"""The rule text, tabulated: each rule asked once for every state a hand can be in.

The round procedure looks answers up here, so no rule is written a second time for speed.
Tables are flat lists of ints; the compiled procedure gets the same ints as arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from holecard.cards import ACE, CARDS_IN_A_DECK, TEN, value
from holecard.dealing.actions import DOUBLE, HIT, STAND, SURRENDER, bit
from holecard.dealing.answers import HOUSE_ANSWERS, Answers, Finished, Held, is_held
from holecard.dealing.own_tables import HOUSE_OWN, MORE_ACTS, OwnTables, own_tables
from holecard.dealing.rules import Rules
from holecard.dealing.settle import (
    DEALER,
    NATURAL,
    OWN,
    STANDINGS,
    STREAK_COUNTS,
    round_outcome,
    settle_dealer,
    settle_own,
)
from holecard.hand import STATES, add, is_soft, total

VALUES = 11  # card values 1..10
RANKS = 13
# Where a hand stands in its life, for what it may do.
FIRST_TWO, SPLIT_TWO, DRAWN, ACES_TWO, ACES_DRAWN = range(5)
HELD_PHASES = {
    FIRST_TWO: (True, False, False),  # two cards, split, split from aces
    SPLIT_TWO: (True, True, False),
    DRAWN: (False, False, False),
    ACES_TWO: (True, True, True),
    ACES_DRAWN: (False, True, True),
}
TOTALS = 32
HAND_COUNTS = 5  # hands a seat can have, or win, or lose: none to four


class Tables(NamedTuple):
    value: Sequence[int]  # [card]
    add: Sequence[int]  # [state * VALUES + value]
    draws: Sequence[int]  # [state] the house draws to this hand
    legal: Sequence[int]  # [phase * STATES + state] actions, as bits
    pair: Sequence[int]  # [rank * RANKS + rank], ranks from 0
    may_split: Sequence[int]  # [value * 5 + hands the seat has]
    burnable: Sequence[int]  # [state] the card that made this hand may be burned
    peeks: Sequence[int]  # [up value] the dealer looks, or everyone sees
    insures: Sequence[int]  # [up value] insurance is offered
    certain: Sequence[int]  # [up value] nobody can still lose to a dealer blackjack
    natural_now: Sequence[int]  # [backs * VALUES + up value] settled before anyone acts
    natural_waits: Sequence[int]  # [backs] an open blackjack needs the dealer's drawn hand
    result: Sequence[int]  # [(backs * STANDINGS + own) * STANDINGS + dealer]
    counts: Sequence[int]  # [result] for a streak
    outcome: Sequence[int]  # [(hands * HAND_COUNTS + won) * HAND_COUNTS + lost] for a streak
    needs: Sequence[int]  # [alive * TOTALS + lowest total] wagers that need the dealer's hand
    # What only a game's own answers ask, see own_tables.py; nothing is looked up where `asks` says
    # that the house answers.
    asks: Sequence[int]
    row: Sequence[int]
    shape: Sequence[int]
    settles: Sequence[int]
    sure: Sequence[int]
    ends: Sequence[int]
    after_double: Sequence[int]
    free_double: Sequence[int]
    free_split: Sequence[int]
    against: Sequence[int]
    early: Sequence[int]


HOUSE_TABLES = Tables._fields.index("asks")  # those every game has


def tabulate(
    rules: Rules,
    needs: Sequence[int] = (0,) * (2 * TOTALS),
    answers: Answers = HOUSE_ANSWERS,
) -> Tables:
    """The tables of a rule set; `needs` comes from the game's wagers, `answers` from the game."""
    ups = range(VALUES)
    own = own_tables(rules, answers)
    acts = [legal(state, phase, rules, answers) for phase in range(5) for state in range(STATES)]
    own.asks[MORE_ACTS] = int(more_acts(acts))
    return Tables(
        value=[value(card) for card in range(CARDS_IN_A_DECK)],
        add=[add(state, worth) for state in range(STATES) for worth in ups],
        draws=[int(dealer_draws(state, rules)) for state in range(STATES)],
        legal=acts,
        pair=[int(is_pair(a, b, rules)) for a in range(RANKS) for b in range(RANKS)],
        may_split=[int(may_split(worth, hands, rules)) for worth in ups for hands in range(5)],
        burnable=[int(may_burn(state, rules)) for state in range(STATES)],
        peeks=[int(dealer_looks(up, rules)) for up in ups],
        insures=[int(up == ACE and rules.insurance) for up in ups],
        certain=[int(no_blackjack_left(up, rules)) for up in ups],
        natural_now=[int(natural_now(b, up, rules, own)) for b in (OWN, DEALER) for up in ups],
        natural_waits=[int(natural_waits(rules, own)), 0],
        result=results(rules, answers),
        counts=[*STREAK_COUNTS, *own.counts],
        outcome=outcomes(rules),
        needs=list(needs),
        asks=own.asks,
        row=own.row,
        shape=own.shape,
        settles=own.settles,
        sure=own.sure,
        ends=own.ends,
        after_double=own.after_double,
        free_double=own.free_double,
        free_split=own.free_split,
        against=own.against,
        early=own.early,
    )


def more_acts(acts: Sequence[int]) -> bool:
    """Whether hands of more than two cards may double or be given up, or split ones given up."""
    for phase in (SPLIT_TWO, DRAWN, ACES_TWO, ACES_DRAWN):
        more = bit(SURRENDER) if phase in (SPLIT_TWO, ACES_TWO) else bit(SURRENDER) | bit(DOUBLE)
        if any(mask & more for mask in acts[phase * STATES : (phase + 1) * STATES]):
            return True
    return False


def dealer_draws(state: int, rules: Rules) -> bool:
    if total(state) == 17 and is_soft(state):
        return rules.hit_soft_17
    return total(state) < 17


def legal(state: int, phase: int, rules: Rules, answers: Answers = HOUSE_ANSWERS) -> int:
    """The actions open to a hand, splitting apart; none at 21 or more (R10)."""
    if total(state) >= 21:
        return 0
    if phase == ACES_TWO and not rules.hit_split_aces:
        return bit(STAND)
    mask = bit(STAND) | bit(HIT)
    hand = held(state, phase)
    if (
        answers.says_yes("may_double", hand, rules, dealt=is_held(hand))
        if answers.may_double
        else may_double(state, phase, rules)
    ):
        mask |= bit(DOUBLE)
    if answers.may_surrender:
        surrenders = answers.says_yes("may_surrender", hand, rules, dealt=is_held(hand))
        mask |= bit(SURRENDER) if surrenders else 0
    elif phase == FIRST_TWO and rules.surrender == "late":
        mask |= bit(SURRENDER)
    return mask


def held(state: int, phase: int) -> Held:
    """The hand as a game is asked about it."""
    return Held(total(state), is_soft(state), *HELD_PHASES[phase], doubled=False)


def may_double(state: int, phase: int, rules: Rules) -> bool:
    if phase in (DRAWN, ACES_DRAWN) or (phase != FIRST_TWO and not rules.double_after_split):
        return False
    if rules.double_on in ("any", "none"):
        return rules.double_on == "any"
    # F5: a soft 19, 20 or 21 is not a 9, 10 or 11.
    lowest = 9 if rules.double_on == "9-11" else 10
    return not is_soft(state) and lowest <= total(state) <= 11


def is_pair(one: int, other: int, rules: Rules) -> bool:
    """Whether two ranks (from 0) may be split (R6)."""
    if rules.split_tens_by == "rank":
        return one == other
    return min(one + 1, TEN) == min(other + 1, TEN)


def may_split(worth: int, hands: int, rules: Rules) -> bool:
    if hands >= rules.max_hands:
        return False
    return worth != ACE or hands == 1 or rules.resplit_aces


def may_burn(state: int, rules: Rules) -> bool:
    """Burnout: any card a hit or double brought, a busting one by option (U2, U3)."""
    return total(state) <= 21 or bool(rules.extra.get("burn_after_bust", True))


def dealer_looks(up: int, rules: Rules) -> bool:
    """R3: a peek under an ace or ten; F4: with both cards up everybody sees it."""
    return up in (ACE, TEN) and (rules.peek or rules.dealer_shows == "both")


def no_blackjack_left(up: int, rules: Rules) -> bool:
    """Whether, once the dealer has looked or had no reason to, a dealer blackjack is ruled out."""
    return up not in (ACE, TEN) or dealer_looks(up, rules)


def natural_now(backs: int, up: int, rules: Rules, own: OwnTables = HOUSE_OWN) -> bool:
    """Whether a seat's blackjack is settled before anyone acts: no dealer blackjack is possible
    any more, and a dealer's drawn 21 would not change it."""
    if backs == OWN and own.special:
        return own.natural_sure[no_blackjack_left(up, rules)]
    return no_blackjack_left(up, rules) and (backs == DEALER or rules.natural_beats_21)


def natural_waits(rules: Rules, own: OwnTables) -> bool:
    """Whether an open blackjack needs the dealer's drawn hand."""
    return not own.natural_sure[1] if own.special else not rules.natural_beats_21


def results(rules: Rules, answers: Answers = HOUSE_ANSWERS) -> list[int]:
    """By standings alone: a game whose results ask for more has them in `settles`."""
    standings = range(STANDINGS)
    own = [
        settle_own(mine, dealer, rules)
        if answers.who_wins is None
        else answers.wins(plain_hand(mine), dealer, rules)
        for mine in standings
        for dealer in standings
    ]
    return own + [settle_dealer(mine, dealer) for mine in standings for dealer in standings]


def plain_hand(standing: int) -> Finished:
    """A hand with nothing more to it than its standing."""
    natural = standing == NATURAL
    points, cards = (21, 2) if natural else (standing, 3)
    return Finished(points, natural, cards, (), -1, -1, doubled=False, split=False)


def outcomes(rules: Rules) -> list[int]:
    counts = range(HAND_COUNTS)
    return [
        round_outcome(won, lost, hands, rules)
        for hands in counts
        for won in counts
        for lost in counts
    ]
