"""A wager or pay table that cannot exist is refused when it is written, not when it is dealt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from holecard.cards import read_cards
from holecard.dealing.felt import ACTED, DEALT, LOOKED
from holecard.dealing.rules import Rules
from holecard.errors import BadDefinition
from holecard.games import CLASSIC
from holecard.games.shared import own_hand
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import deal_round
from holecard.wagers.payout import payouts
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

STANDARD = PayTable("standard", {"seventeen": 6})


def seventeen(dealer_total: int) -> int:
    return int(dealer_total == 17)


def by_dealer_total(dealer_total: int) -> bool:
    return dealer_total == 17


def by_hole(hole_rank: int) -> bool:
    return hole_rank == 1


def by_hand(hand_total: int) -> bool:
    return hand_total > 21


def by_up_card(up_value: int) -> bool:
    return up_value == 1


def bet(**changes: Any) -> Wager:
    """A dozen lines make a side bet; here each test spoils one of them."""
    whole: dict[str, Any] = {
        "id": "seventeen",
        "name": "Seventeen",
        "classify": seventeen,
        "outcomes": ("lose", "seventeen"),
        "paytables": (STANDARD,),
    }
    return Wager(**{**whole, **changes})


def test_the_bet_itself_is_fine() -> None:
    assert bet().looks == ("dealer_total",)
    assert bet(settles={DEALT: by_up_card}).settles


def unknown_look(dealer_totl: int) -> int:
    return 0


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"paytables": ()}, "seventeen has no pay table"),
        ({"paytables": (PayTable("x", {}),)}, "does not say what seventeen pays"),
        ({"paytables": (PayTable("x", {"seventeen": -2}),)}, "cannot pay -2"),
        (
            {"paytables": (PayTable("x", {"seventeen": 6, "sevnteen": 6}),)},
            "pay table x of seventeen: no outcome called 'sevnteen': did you mean 'seventeen'",
        ),
        (
            {"paytables": (PayTable("x", {"seventeen": 6}, tips={"tie": 100}),)},
            "no outcome called 'tie'",
        ),
        ({"classify": unknown_look}, "no thing to look at called 'dealer_totl': did you mean"),
        ({"needs": by_dealer_total}, "needs may look at alive and lowest only"),
    ],
)
def test_bad_wager(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadDefinition, match=says) as wrong:
        bet(**changes)
    assert wrong.value.exit_code == 3


@pytest.mark.parametrize(
    ("stage", "settled"),
    [
        (DEALT, by_dealer_total),
        (DEALT, by_hole),
        (LOOKED, by_hole),
        (ACTED, by_hole),
        (ACTED, by_dealer_total),
        (DEALT, by_hand),
        (LOOKED, by_hand),
    ],
)
def test_early_settlement_by_what_nobody_knows(stage: int, settled: Callable[..., bool]) -> None:
    with pytest.raises(BadDefinition, match="cannot be settled when"):
        bet(settles={stage: settled})


def test_outcome_that_does_not_exist() -> None:
    wrong = bet(classify=lambda dealer_total: 2)
    game = replace(CLASSIC, make_wagers=lambda rules: (own_hand(), wrong))
    seat = SeatBets(1, (Bet("main", 1000), Bet("seventeen", 500)))
    with pytest.raises(BadDefinition, match=r"^seventeen .* outcome 2"):
        payouts(deal_round(game, [seat], read_cards("Ah 9c Kd 8s")))


def test_two_wagers_of_one_name() -> None:
    def twice(rules: Rules) -> tuple[Wager, ...]:
        return own_hand(), bet(), bet()

    game = replace(CLASSIC, make_wagers=twice)
    with pytest.raises(BadDefinition, match="classic has two wagers of one name"):
        assert game.wagers
