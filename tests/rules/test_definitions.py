"""A wager or pay table that cannot exist is refused when it is written, not when it is dealt."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from holecard.cards import read_cards
from holecard.dealing.felt import ACTED, DEALT, LOOKED
from holecard.dealing.rules import Rules
from holecard.errors import BadDefinition
from holecard.games import CLASSIC
from holecard.games.from_file import beside_classic, load_game
from holecard.games.shared import insurance, own_hand
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.text.line import read_line, replay
from holecard.wagers.bets import Bet, SeatBets
from holecard.wagers.dealt import deal_round
from holecard.wagers.game import game_options
from holecard.wagers.looks import read_looks
from holecard.wagers.payout import payouts
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager, always

STANDARD = PayTable("standard", {"seventeen": 6})


def table(odds: Any, tips: Any = None) -> PayTable:
    """What a type checker would not let through either."""
    return PayTable("x", odds, tips or {})


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
        ({"id": "any pair"}, "'any pair' is no id of a wager.*such as 'any-pair'"),
        ({"id": ""}, "'' is no id of a wager"),
        ({"kind": "sidebet"}, "kind is 'sidebet', and can be 'main', 'side'"),
        ({"kind": "riding"}, "a riding wager without an outcome called 'ride'"),
        ({"payee": "house"}, "payee is 'house', and can be 'dealer', 'player'"),
        ({"stays": "put"}, "stays is 'put'"),
        ({"outcomes": ["lose", "seventeen"]}, "outcomes is a tuple such as"),
        ({"outcomes": ("lose", "seventeen", "seventeen")}, "two outcomes of one name: seventeen"),
        ({"paytables": STANDARD}, r"paytables is a tuple such as \(PayTable"),
        ({"paytables": (STANDARD, STANDARD)}, "two pay tables of one name: standard"),
        ({"least": 500, "most": 100}, "at least 500 cents and at most 100: nobody can"),
        ({"least": 0}, "least is a number of cents from 1, not 0"),
        ({"needs": True}, "needs is a function of what it looks at, not True"),
        ({"classify": None}, "classify is a function"),
        ({"settles": {"dealt": by_up_card}}, r"at 'dealt': stages are DEALT \(0\)"),
        ({"settles": {DEALT: True}}, "what settles it when dealt is a function"),
        ({"paytables": (table({"seventeen": 2.5}),)}, r"pays 2.5, .* Fraction\(5, 2\)"),
        (
            {"paytables": (table({"seventeen": float("nan")}),)},
            "pays nan, which is no exact",
        ),
        ({"paytables": (table({"seventeen": "5:2"}),)}, "pays '5:2', which is no exact"),
        ({"paytables": (table({"seventeen": True}),)}, "pays True, which is no exact"),
        ({"paytables": (table({"lose": 0, "seventeen": 6}),)}, "lose pays 0.*'push'"),
        ({"paytables": (table({"seventeen": 6}, {"seventeen": 0.5}),)}, "whole cents"),
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
    game = replace(CLASSIC, make_wagers=lambda rules: (own_hand(), wrong, *insurance(rules)))
    seat = SeatBets(1, (Bet("main", 1000), Bet("seventeen", 500)))
    with pytest.raises(BadDefinition, match=r"^seventeen .* outcome 2"):
        payouts(deal_round(game, [seat], read_cards("Ah 9c Kd 8s")))


def test_two_wagers_of_one_name() -> None:
    def twice(rules: Rules) -> tuple[Wager, ...]:
        return own_hand(), bet(), bet()

    game = replace(CLASSIC, make_wagers=twice)
    with pytest.raises(BadDefinition, match="classic has two wagers of one name"):
        assert game.wagers


def spoilt(make: Any, **rules: Any) -> Any:
    return replace(CLASSIC.but(**rules), make_wagers=make)


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (spoilt(lambda rules: (bet(),)), "classic has no main wager: `own_hand"),
        (spoilt(lambda rules: (own_hand(), bet())), "offers insurance and has no wager for it"),
        (spoilt(lambda: (own_hand(),)), "make_wagers cannot make .* TypeError.* of the rules"),
        (spoilt(lambda rules: 1 / 0), "make_wagers cannot make .* ZeroDivisionError"),
        (spoilt(lambda rules: [own_hand()]), "what make_wagers gives is a tuple"),
        (spoilt(lambda rules: (own_hand(), "bet")), "what make_wagers gives is a tuple"),
        (
            spoilt(lambda rules: (own_hand(), bet(with_main=("mian",))), insurance=False),
            "with_main of seventeen: no classic main wager called 'mian': did you mean 'main'",
        ),
        (
            spoilt(lambda rules: (own_hand(), bet(table_of="sweet")), insurance=False),
            "table_of of seventeen: no classic wager called 'sweet'",
        ),
    ],
)
def test_wagers_that_cannot_stand_on_one_felt(game: Any, says: str) -> None:
    with pytest.raises(BadDefinition, match=says):
        assert game.wagers


def test_misspelt_options_of_a_game() -> None:
    with pytest.raises(BadDefinition, match="no house option called 'deks': did you mean 'decks'"):
        game_options("deks", "insurance")
    with pytest.raises(BadDefinition, match="no house option called 'surender'"):
        game_options("decks", only={"surender": ("late",)})
    with pytest.raises(BadDefinition, match="'My Game' is no id of a game"):
        replace(CLASSIC, id="My Game")


def test_a_file_imports_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("PAYS = 6\n", encoding="utf-8")
    file = tmp_path / "Seventeen_bet.py"
    file.write_text(
        "from beside_it import PAYS\n"
        "from holecard import PayTable, Wager\n"
        "WAGERS = Wager(id='seventeen', name='Seventeen', outcomes=('lose', 'seventeen'),\n"
        "    classify=lambda dealer_total: int(dealer_total == 17),\n"
        "    paytables=(PayTable('ours', {'seventeen': PAYS}),))\n",
        encoding="utf-8",
    )
    before = list(sys.path)
    assert load_game(file).wager("seventeen").table().pays("seventeen") == 6
    assert sys.path == before


def test_the_round_that_is_shown_is_the_one_that_is_spoken_of() -> None:
    """A function that fails for many hands: the looks that are named are those of the line."""
    wrong = bet(classify=lambda first_rank, dealer_total: 1 // (first_rank == 0), needs=always)
    game = beside_classic("wrong", (wrong,))
    with pytest.raises(BadDefinition) as refused:
        game_odds(game, Ask(wagers=("seventeen",)))
    said, line = str(refused.value).split(". It happens in: ")
    dealt = replay(read_line(line.replace("wrong", "classic", 1)))  # the same cards and choices
    seen = read_looks(wrong.looks, dealt.felt, 0)
    assert all(f"{name}={value}" in said for name, value in seen.items())
