"""A game states its sheet: each rule the sheet states is in the game's own file, whatever the house
has as its default, and every outcome is returned by name."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from holecard import games
from holecard.dealing import rules
from holecard.dealing.felt import DEALT
from holecard.dealing.rules import HOUSE_OPTIONS, Value
from holecard.dealing.settle import (
    BLACKJACK,
    EVEN_MONEY,
    EVEN_MONEY_PUSH,
    LOSE,
    PUSH,
    SURRENDER,
    WIN,
)
from holecard.errors import Unreadable
from holecard.games import CATALOGUE, find_game
from holecard.games.from_file import load_module
from holecard.text.line import read_line, replay
from holecard.wagers import game as game_module
from holecard.wagers.game import Game
from holecard.wagers.wager import FEE, MAIN, TO_DEALER, Wager, always


class Stated(NamedTuple):
    """A sentence of a sheet that is a rule option."""

    game: str
    heading: str
    says: str
    option: str
    value: Value


BULLETS = "the following Blackjack rules"
STATED = (
    Stated("breakout", "Player Hand Blackjack", "lost before more cards", "peek", True),
    Stated("breakout", "Insurance", "offered to who backs the own hand", "insurance", True),
    Stated("breakout", "Blackjack Push", "two blackjacks push", "ties", "push"),
    Stated("lucky-break", "Dealing", "the dealer has an up card", "dealer_shows", "one"),
    Stated("lucky-break", "Dealing", "the hole card is checked", "peek", True),
    Stated("lucky-break", "Dealing", "insurance before the check", "insurance", True),
    Stated("lucky-break", "Dealing", "a blackjack is paid at once", "natural_beats_21", True),
    Stated("burnout", "Blackjack Burnout", "six decks", "decks", 6),
    Stated("burnout", BULLETS, "3 to 2", "blackjack_pays", Fraction(3, 2)),
    Stated("burnout", BULLETS, "a split ace gets one card", "hit_split_aces", False),
    Stated("burnout", BULLETS, "aces are not split again", "resplit_aces", False),
    Stated("burnout", BULLETS, "four hands at most", "max_hands", 4),
    Stated("burnout", BULLETS, "doubling after splits", "double_after_split", True),
    Stated("burnout", BULLETS, "soft 17 is hit", "hit_soft_17", True),
    Stated("burnout", BULLETS, "no surrender", "surrender", "none"),
    Stated("burnout", "Bonus Wager", "the dealer shows an ace", "dealer_shows", "one"),
    Stated("burnout", "Bonus Wager", "even money may be offered", "insurance", True),
    Stated("burnout", "Bonus Wager", "two blackjacks push", "ties", "push"),
    Stated("bad-beat", "Paytables", "a hand can be pushed", "ties", "push"),
    Stated("bad-beat", "Rules of Play 4", "a dealer blackjack ends play", "peek", True),
    Stated("bad-beat", "Rules of Play 5", "a natural is paid", "natural_beats_21", True),
    Stated("face-up", "Overview", "both dealer cards are seen", "dealer_shows", "both"),
    Stated("face-up", "Overview", "the dealer wins ties", "ties", "lose"),
    Stated("face-up", "Dealing Procedures 1", "six decks", "decks", 6),
    Stated("face-up", "Player Decision", "split, double, hit or stay", "surrender", "none"),
    Stated("face-up", "Double Down", "on 9, 10 or 11", "double_on", "9-11"),
    Stated("face-up", "Double Down", "up to an equal amount", "double_for_less", True),
    Stated("face-up", "Split", "only once", "max_hands", 2),
    Stated("face-up", "Split", "only once, aces too", "resplit_aces", False),
    Stated("face-up", "Split", "a split hand may be hit", "hit_split_aces", True),
    Stated("face-up", "Split", "and doubled", "double_after_split", True),
    Stated("face-up", "Dealer's hand", "hits until a hard 17", "hit_soft_17", True),
    Stated("face-up", "Compare hands", "wins are even money", "blackjack_pays", Fraction(1)),
    Stated("face-up", "Ruling F2", "a blackjack beats 21", "natural_beats_21", True),
    Stated("face-up", "Ruling F4", "a blackjack is seen", "peek", True),
    Stated("face-up", "Ruling F4", "no insurance", "insurance", False),
)
VALUES = {(one.game, one.option): one.value for one in STATED}


def from_its_file(name: str) -> Game:
    """The game as its file makes it now."""
    file = Path(games.__file__).with_name(f"{name.replace('-', '_')}.py")
    made = getattr(load_module(file), file.stem.upper())
    assert isinstance(made, Game)
    return made


def other_default(option: str) -> Value:
    return next(v for v in HOUSE_OPTIONS[option].allowed if v != HOUSE_OPTIONS[option].default)


@pytest.fixture
def change_house(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Value], None]:
    """Gives the house another default for one option."""

    def change(key: str, value: Value) -> None:
        changed = {**HOUSE_OPTIONS, key: replace(HOUSE_OPTIONS[key], default=value)}
        for module in (rules, game_module):
            monkeypatch.setattr(module, "HOUSE_OPTIONS", MappingProxyType(changed))

    return change


def test_no_sentence_is_listed_twice() -> None:
    assert len(VALUES) == len(STATED)


@pytest.mark.parametrize("stated", STATED, ids=lambda one: f"{one.game}-{one.option}")
def test_a_sheets_rule_is_the_games(stated: Stated) -> None:
    assert find_game(stated.game).rules[stated.option] == stated.value


@pytest.mark.parametrize("option", HOUSE_OPTIONS)
@pytest.mark.parametrize("name", CATALOGUE)
def test_another_house_default_moves_only_what_a_sheet_leaves_to_the_house(
    name: str, option: str, change_house: Callable[[str, Value], None]
) -> None:
    before, other = find_game(name).rules, other_default(option)
    change_house(option, other)
    after = from_its_file(name).rules
    assert after[option] == VALUES.get((name, option), other)
    assert after.but(**{option: before[option]}) == before


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_game_of_its_file_is_the_catalogues(name: str) -> None:
    """So that the tests of changed defaults are about the games that are dealt."""
    made = from_its_file(name)
    assert made.definition_hash == find_game(name).definition_hash
    assert made.rules == find_game(name).rules


class Held(NamedTuple):
    """A sentence of a sheet that a wager, its pay table or the range of an option holds."""

    game: str
    heading: str
    says: str
    found: Callable[[Game], object]
    value: object


def of(wager: str, field: str) -> Callable[[Game], object]:
    return lambda game: getattr(game.wager(wager), field)


ONE_TO_EIGHT = tuple(range(1, 9))
HELD = (
    Held("breakout", "Side Bets", "the four of them and insurance",
         lambda game: [one.id for one in game.wagers if one.kind != MAIN],
         ["breakout-bonus", "super-tie", "pair-up", "sweet-17", "insurance"]),
    Held("breakout", "Placing Side Bets", "only beside a dealer hand bet",
         of("breakout-bonus", "with_main"), ("dealer-hand",)),
    Held("breakout", "Placing Side Bets", "only beside a dealer hand bet",
         of("super-tie", "with_main"), ("dealer-hand",)),
    Held("breakout", "Placing Side Bets", "beside either hand", of("pair-up", "with_main"), ()),
    Held("breakout", "Placing Side Bets", "beside either hand", of("sweet-17", "with_main"), ()),
    Held("breakout", "Taking Bets Early", "cards are left out", of("pair-up", "stays"), "leave"),
    Held("breakout", "Taking Bets Early", "cards are left out", of("sweet-17", "stays"), "leave"),
    Held("breakout", "Super Tie Minimum Bet", "five dollars", of("super-tie", "least"), 500),
    Held("breakout", "Super Tie Dealer Tip", "a fixed amount a line",
         lambda game: list(game.wager("super-tie").table().tips.values()),
         [100, 200, 300, 500, 1000]),
    Held("lucky-break", "Introduction", "one to eight decks",
         lambda game: game.options["decks"].allowed, ONE_TO_EIGHT),
    Held("lucky-break", "Dealing", "cards are tucked", of("lucky-break", "stays"), "tuck"),
    Held("lucky-break", "Token Bets", "made for the dealer",
         of("lucky-break-token", "payee"), TO_DEALER),
    Held("lucky-break", "Token Bets", "the player's pay schedule",
         of("lucky-break-token", "table_of"), "lucky-break"),
    Held("burnout", "Blackjack Burnout", "a fifth of the wager",
         of("burnout", "share"), Fraction(1, 5)),
    Held("burnout", "Blackjack Burnout", "not returned", of("burnout", "kind"), FEE),
    Held("bad-beat", "Paytables", "one to eight decks",
         lambda game: game.options["decks"].allowed, ONE_TO_EIGHT),
    Held("face-up", "Player Decision", "bonuses are settled first",
         lambda game: [list(game.wager(one).settles) for one in ("two-card", "four-card")],
         [[DEALT], [DEALT]]),
)  # fmt: skip


@pytest.mark.parametrize("held", HELD, ids=[f"{one.game}-{one.says}" for one in HELD])
def test_a_sheets_sentence_is_in_the_games_wagers(held: Held) -> None:
    assert held.found(find_game(held.game)) == held.value


@pytest.mark.parametrize("wager", ["lucky-break", "lucky-break-token"])
def test_lucky_break_has_a_maximum_of_its_own(wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wagering: the posted maximum. Ruling L6 says what it is."""
    monkeypatch.setitem(wager_defaults(), "most", 20_000)
    monkeypatch.setitem(wager_defaults(), "least", 200)
    made = from_its_file("lucky-break").wager(wager)
    assert (made.least, made.most) == (100, 10_000)


def wager_defaults() -> dict[str, object]:
    """What a wager that does not say otherwise gets."""
    defaults: dict[str, object] = vars(Wager)["__init__"].__kwdefaults__
    return defaults


# Pair Up alone


@pytest.mark.parametrize(("game", "wager"), [("breakout", "pair-up"), ("bad-beat", "bad-beat")])
def test_a_wager_that_does_not_make_the_dealer_draw_says_so(
    game: str, wager: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(wager_defaults(), "needs", always)
    made = from_its_file(game).wager(wager)
    assert not any(made.needs_dealer(alive, lowest) for alive in (0, 1) for lowest in (12, 27))


ALONE = "breakout | Ah 6c Kd 6s | 1 dealer-hand 10 pair-up 5 | | 1 dealer-hand -10 pair-up +15"
WITH_17 = (
    "breakout | Ah 6c Kd 6s 5h | 1 dealer-hand 10 pair-up 5 sweet-17 5 | | "
    "1 dealer-hand -10 pair-up +15 sweet-17 +30"
)


def test_for_pair_up_alone_the_dealer_does_not_draw() -> None:
    dealt = replay(read_line(ALONE))
    assert dealt.done
    assert len(dealt.dealer_cards) == 2
    with pytest.raises(Unreadable, match="uses 4 of the 5"):
        replay(read_line(ALONE.replace("6s |", "6s 5h |")))


def test_for_sweet_17_alone_the_dealer_draws() -> None:
    assert len(replay(read_line(WITH_17)).dealer_cards) == 3


# Outcomes by name


def bad_beat(total: int, result: int, cards: int = 2, **more: int) -> tuple[str, dict[str, int]]:
    seen = {"hand_total": total, "hand_cards": cards, "hand_result": result}
    return "bad-beat", {"hands": 1, "surrendered": 0, **seen, **more}


def bonus(seat: int, dealer: int, own: int = 25, theirs: int = 22) -> tuple[str, dict[str, int]]:
    totals = {"hand_total": own, "dealer_total": theirs}
    return "breakout-bonus", {**totals, "hand_cards": seat, "dealer_cards": dealer}


def tie(own: int, dealer: int, naturals: tuple[int, int] = (0, 0)) -> tuple[str, dict[str, int]]:
    natural = {"natural": naturals[0], "dealer_natural": naturals[1]}
    return "super-tie", {"hand_total": own, "dealer_total": dealer, **natural}


def bust(total: int, cards: int, suited: int = 0, lowest: int = 20, natural: int = 0
         ) -> tuple[str, dict[str, int]]:  # fmt: skip
    dealer = {"dealer_total": total, "dealer_cards": cards, "dealer_suited": suited}
    return "lucky-break", {**dealer, "dealer_natural": natural, "lowest": lowest}


def streak(outcome: int, wins: int) -> tuple[str, dict[str, int]]:
    return "bonus-3", {"outcome": outcome, "streak": wins}


NAMED = (
    ("bad-beat", bad_beat(20, LOSE), "20-beaten"),
    ("bad-beat", bad_beat(19, LOSE), "19-beaten"),
    ("bad-beat", bad_beat(21, LOSE), "lose"),
    ("bad-beat", bad_beat(21, PUSH), "21-push"),
    ("bad-beat", bad_beat(20, PUSH), "20-push"),
    ("bad-beat", bad_beat(19, PUSH), "19-push"),
    ("bad-beat", bad_beat(21, EVEN_MONEY_PUSH), "21-push"),
    ("bad-beat", bad_beat(21, BLACKJACK), "21-win"),
    ("bad-beat", bad_beat(21, EVEN_MONEY), "21-win"),
    ("bad-beat", bad_beat(20, WIN), "20-win"),
    ("bad-beat", bad_beat(19, WIN), "19-win"),
    ("bad-beat", bad_beat(20, LOSE, hands=2), "20-beaten"),
    ("bad-beat", bad_beat(20, LOSE, cards=3), "lose"),
    ("bad-beat", bad_beat(18, LOSE), "lose"),
    ("bad-beat", bad_beat(20, SURRENDER, surrendered=1), "lose"),
    ("breakout", bonus(3, 3), "6-7-cards"),
    ("breakout", bonus(3, 4), "6-7-cards"),
    ("breakout", bonus(4, 4), "8-cards"),
    ("breakout", bonus(6, 3), "9-cards"),
    ("breakout", bonus(5, 5), "10-cards"),
    ("breakout", bonus(4, 7), "11-cards"),
    ("breakout", bonus(6, 6), "12-cards"),
    ("breakout", bonus(9, 8), "12-cards"),
    ("breakout", bonus(3, 3, own=21), "lose"),
    ("breakout", bonus(3, 3, theirs=17), "lose"),
    ("breakout", tie(24, 22), "push-bust"),
    ("breakout", tie(24, 17), "lose"),
    ("breakout", tie(17, 17), "push-17-19"),
    ("breakout", tie(18, 18), "push-17-19"),
    ("breakout", tie(19, 19), "push-17-19"),
    ("breakout", tie(20, 20), "push-20"),
    ("breakout", tie(21, 21), "push-21"),
    ("breakout", tie(21, 21, (1, 1)), "push-blackjack"),
    ("breakout", tie(21, 21, (0, 1)), "lose"),
    ("breakout", tie(21, 21, (1, 0)), "lose"),
    ("breakout", ("sweet-17", {"dealer_total": 17}), "dealer-17"),
    ("breakout", ("sweet-17", {"dealer_total": 18}), "lose"),
    ("breakout", ("insurance", {"dealer_natural": 1}), "dealer-blackjack"),
    ("breakout", ("insurance", {"dealer_natural": 0}), "lose"),
    ("lucky-break", bust(22, 3), "22"),
    ("lucky-break", bust(23, 4), "23"),
    ("lucky-break", bust(24, 5), "24"),
    ("lucky-break", bust(25, 6), "25"),
    ("lucky-break", bust(26, 3), "26"),
    ("lucky-break", bust(22, 3, suited=1), "22-3-suited"),
    ("lucky-break", bust(23, 4, suited=1), "23-4-suited"),
    ("lucky-break", bust(24, 5, suited=1), "24-5-suited"),
    ("lucky-break", bust(25, 6, suited=1), "25-5-suited"),
    ("lucky-break", bust(26, 5, suited=1), "26-5-suited"),
    ("lucky-break", bust(26, 3, lowest=26), "26"),
    ("lucky-break", bust(26, 3, lowest=27), "lose"),
    ("lucky-break", bust(21, 3), "lose"),
    ("lucky-break", bust(21, 2, natural=1), "lose"),
    ("burnout", streak(1, 3), "win"),
    ("burnout", streak(1, 2), "ride"),
    ("burnout", streak(0, 3), "ride"),
    ("burnout", streak(-1, 0), "lose"),
)


@pytest.mark.parametrize(("game", "asked", "outcome"), NAMED)
def test_an_outcome_has_the_sheets_name(
    game: str, asked: tuple[str, dict[str, int]], outcome: str
) -> None:
    name, seen = asked
    wager = find_game(game).wager(name)
    assert wager.outcomes[wager.classified(seen)] == outcome


CLASSIFIED = [
    (game.id, wager.id) for game in CATALOGUE.values() for wager in game.wagers
    if wager.kind not in (MAIN, FEE)
]  # fmt: skip


def returned(function: Callable[..., object]) -> Iterator[ast.expr]:
    """What a function returns, both sides of a condition apart."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    waiting = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    while waiting:
        found = waiting.pop()
        if isinstance(found, ast.IfExp):
            waiting += [found.body, found.orelse]
        elif found is not None:
            yield found


def is_named(found: ast.expr, function: Callable[..., object]) -> bool:
    """Whether an outcome is returned by a name of the file: a constant, an entry of a table of
    them, or what another function of the file returns by name."""
    if isinstance(found, ast.Subscript):
        found = found.value
    if isinstance(found, ast.Call) and isinstance(found.func, ast.Name):
        other = function.__globals__[found.func.id]
        return inspect.isfunction(other) and all(is_named(one, other) for one in returned(other))
    return isinstance(found, ast.Name) and found.id.isupper()


@pytest.mark.parametrize(("game", "wager"), CLASSIFIED)
def test_every_outcome_is_returned_by_name(game: str, wager: str) -> None:
    function = find_game(game).wager(wager).classify
    bare = [ast.unparse(one) for one in returned(function) if not is_named(one, function)]
    assert not bare, f"{wager} returns {', '.join(bare)}: name the place beside the outcomes"
