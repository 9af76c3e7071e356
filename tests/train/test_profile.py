"""A house profile is followed, or refused with the reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from holecard.errors import BadDefinition, HolecardError, Unreadable
from holecard.games import CATALOGUE
from holecard.train.drills import make_item
from holecard.train.item import Setting
from holecard.train.profile import check_profile, default_profile, profile_of, read_profile

DEFAULT = default_profile().as_json()


def but(**changes: Any) -> dict[str, Any]:
    return DEFAULT | changes


def test_the_shipped_one_fits_every_game_and_reads_back() -> None:
    for game in CATALOGUE.values():
        check_profile(default_profile(), game)
    assert profile_of(json.loads(json.dumps(DEFAULT))) == default_profile()
    assert default_profile().cites


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([], "is no profile"),
        (but(seats="clockwise"), "right-to-left or left-to-right"),
        (but(passes="two"), "one or take-first"),
        (but(chips=[]), "1 to 12 different values"),
        (but(chips=["5", "5"]), "each value once"),
        (but(chips=["0"]), "none of nothing"),
        (but(chips=["five"]), "cannot read 'five' as an amount"),
        (but(chips=5), "a list of texts"),
        (but(chips=None), r"chips are missing: values in dollars"),
        (but(wagers=["main"]), "leaves out offer, side, riding, fee"),
        (but(wagers=[*DEFAULT["wagers"], "main"]), "twice"),
        (but(wagers=["mian"]), "did you mean 'main'"),
        (but(calls={"peak": "x"}), "did you mean 'peek'"),
        (but(chip=["5"]), "did you mean 'chips'"),
    ],
)
def test_what_cannot_be_followed_is_refused(given: Any, says: str) -> None:
    with pytest.raises(BadDefinition, match=says):
        profile_of(given)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (but(chips=["25", "100"]), r"tip of \$1 for Super Tie"),
        (but(minimums={"pair-up": "500"}), r"no less than \$500 on Pair Up"),
        (but(paytables={"pair-up": "P9"}), "pay table called 'P9'"),
        # Seen to fail: a slip in a wager's name was passed over.
        (but(minimums={"pairup": "5"}), "did you mean 'pair-up'"),
        (but(paytables={"super-tied": "x"}), "did you mean 'super-tie'"),
    ],
)
def test_what_a_game_cannot_be_dealt_by_is_refused(given: Any, says: str) -> None:
    with pytest.raises(HolecardError, match=says):
        check_profile(profile_of(given), CATALOGUE["breakout"])


def test_what_it_says_of_other_games_is_left_to_them() -> None:
    check_profile(profile_of(but(minimums={"bad-beat": "10"})), CATALOGUE["breakout"])


def test_a_file_is_toml_or_json(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(but(name="mine")))
    (tmp_path / "b.toml").write_text('chips = ["5", "1"]\nseats = "left-to-right"\n')
    (tmp_path / "c.toml").write_text("chips = [")
    assert read_profile(tmp_path / "a.json").name == "mine"
    assert read_profile(tmp_path / "b.toml").chips == (500, 100)
    for name in ("c.toml", "d.toml"):
        with pytest.raises(Unreadable):
            read_profile(tmp_path / name)


def late(setting: Setting, number: int) -> list[tuple[int, str]]:
    rows = make_item(setting, "settle", number).answer["wagers"]
    return [(row["seat"], row["verdict"]) for row in rows if not row["early"]]


def test_the_order_is_the_profiles() -> None:
    game = CATALOGUE["breakout"]
    for number in range(12):
        seats = [seat for seat, _ in late(Setting(game, 3), number)]
        assert seats == sorted(seats, reverse=True)
        other = Setting(game, 3, profile_of(but(seats="left-to-right")))
        assert [seat for seat, _ in late(other, number)] == sorted(seats)
        first = Setting(game, 3, profile_of(but(passes="take-first")))
        takes = [one == "take" for _, one in late(first, number)]
        assert takes == sorted(takes, reverse=True)


def test_chips_and_pay_tables_are_the_profiles() -> None:
    game = CATALOGUE["lucky-break"]
    house = profile_of(but(chips=["100", "20", "5", "1"], paytables={"lucky-break": "3"}))
    check_profile(house, game)
    for number in range(6):
        rows = make_item(Setting(game, 1, house), "settle", number).answer["wagers"]
        assert {chip for row in rows for chip in row["chips"]} <= set(house.chips)
    seats = make_item(Setting(game, 1, house), "settle", 2).question["felt"]["seats"]
    bets = [bet for seat in seats for bet in seat["bets"] if "lucky" in bet["wager"]]
    tables = {bet["paytable"] for bet in bets}
    assert tables <= {"3"}
