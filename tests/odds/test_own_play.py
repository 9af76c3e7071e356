"""Play for a bet on the own hand alone, in games whose answers change what a seat may do: exact,
against the best there is in a walk of every branch in fractions.

Seen to fail: with a doubled hand that does what it does for the main wager, with a hand given up
before the dealer looks where the main wager has it so, with a dealer blackjack left out of the play
that takes the original bet alone, and with the main wager worth what it is without a raise.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from holecard.cards import value
from holecard.dealing.felt import FIRST, SECOND, Felt
from holecard.errors import BadDefinition
from holecard.odds.solve.own_bets.hand_bets import followed_hand, own_hand_chances
from holecard.odds.solve.own_bets.own_hand import OwnHand, Shared
from holecard.wagers.dealt import Dealt
from holecard.wagers.wager import Wager
from tests.night import by_day
from tests.odds.test_gallery import SPLIT_UP, TENS, Table, sees
from tests.odds.test_own_bets_answered import BETS, WALKED, beside, raising
from tests.odds.test_seen_hand import all_outcomes
from tests.odds.test_walk import CLOSE, same_chances
from tests.odds.walk import VALUE, Totals, Walk, outcomes, own_hand, seat_sees, seat_sees_both

CAME_TO, LONG, STIFF_START, BEATEN, _, GIVEN = BETS
UNSPLIT = [table for table in WALKED if table.rules.get("max_hands", 1) == 1]
ANY = "Ad:2 6d:3 8d:3 Kd:3"
CASES = [(table, wager) for table in UNSPLIT for wager in BETS]
BY_DAY = (Table("early-surrender", TENS), CAME_TO), (Table("double-attack", ANY), GIVEN)


def alone(table: Table, wager: Wager) -> OwnHand:
    return followed_hand(Shared(table.solved(), wager), wager.paytables[0], for_wager=True)


def worth(hand: OwnHand) -> float:
    return float(hand.pays @ hand.chances().floats)


def sees_start(felt: Felt, both: bool) -> Any:
    """As a seat sees, and what it was dealt first, in what order."""
    view = seat_sees_both(felt) if both else seat_sees(felt)
    return view, tuple(value(felt.seats[card]) for card in (FIRST, SECOND) if felt.seats[card] >= 0)


def alike(table: Table) -> str:
    return "card" if table.game.tables.shape != [0] else "value"


def of_case(one: object) -> str:
    return one.id if isinstance(one, Wager) else str(one)


@pytest.mark.parametrize(("table", "wager"), by_day(CASES, *map(CASES.index, BY_DAY)), ids=of_case)
def test_best_is_that_of_a_walk(table: Table, wager: Wager) -> None:
    table = beside(table)
    both = table.game.rules.dealer_shows == "both"
    walk = Walk(
        table.game, table.cards, (wager.id,), measure=outcomes(wager.id), alike=alike(table),
        sees=lambda felt: sees_start(felt, both),
    )  # fmt: skip
    hand = alone(table, wager)
    assert abs(worth(hand) - float(walk.best()[VALUE])) < CLOSE


def with_main(dealt: Dealt) -> Totals:
    """The chance of each outcome, and what the main wager comes to."""
    return {VALUE: own_hand(dealt)[VALUE], **all_outcomes(dealt)}


ATTACK, EARLY = Table("double-attack", ANY), Table("early-surrender", TENS)
AGAIN = Table("spanish-21", "6s:2 7s:2 7d:1 8s:2 Ks:3 As:1", {"redouble": True})
ORIGINAL = (
    Table("no-hole-card", TENS, {"blackjack_takes": "original"}),
    Table("no-hole-card", "A:3 8:5 T:6", {"max_hands": 3, "blackjack_takes": "original"}),
)
FOLLOWED = [
    (EARLY, CAME_TO),
    (SPLIT_UP[2], LONG),
    (ATTACK, BEATEN),
    (EARLY, STIFF_START),
    (AGAIN, STIFF_START),
    *((table, wager) for table in (AGAIN, *ORIGINAL, *SPLIT_UP) for wager in (CAME_TO, LONG)),
]


@pytest.mark.parametrize(("table", "wager"), by_day(FOLLOWED, 0, 1, 3), ids=of_case)
def test_what_it_does_is_worth_what_is_said(table: Table, wager: Wager) -> None:
    """Splits too, and what becomes of the main wager beside it. A stiff start is played otherwise
    than another: where no two kinds meet in a hand, one chart has both. Seen to fail: refused."""
    table = beside(table)
    hand = alone(table, wager)
    play, both = hand.played(), table.game.rules.dealer_shows == "both"
    walk = Walk(
        table.game, table.cards, (wager.id,), measure=with_main, alike=alike(table),
        sees=lambda felt: sees(felt, both),
    )  # fmt: skip
    walked = walk.follow(raising(play))
    own = {name: walked.get(f"{wager.id} {name}", Fraction(0)) for name in wager.outcomes}
    assert same_chances(hand.chances().floats, own, wager.outcomes)
    main = float(walked[VALUE])
    assert hand.main_ev() == pytest.approx(main, abs=CLOSE)
    assert play.ev == pytest.approx(main, abs=CLOSE)
    beside_best = own_hand_chances(hand.shared, wager.paytables[0]).floats
    assert worth(hand) > float(hand.pays @ beside_best) - CLOSE


def test_kinds_of_start_that_meet_in_a_hand_are_no_chart() -> None:
    with pytest.raises(BadDefinition, match=r"later on \(A A 6 6 against T\)"):
        alone(beside(ATTACK), STIFF_START).played()
