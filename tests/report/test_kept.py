"""A sheet printed again from what was kept is the same sheet, and nothing stale is found."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from holecard.games import CLASSIC
from holecard.games.from_file import beside_classic
from holecard.report import kept as kept_module
from holecard.report.blocks import Section, Words
from holecard.report.kept import NOTHING_KEPT, Kept, name_of
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager


class Maker:
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self) -> Section:
        self.asked += 1
        return Section("A", (Words(f"made {self.asked}"),))


def test_a_thing_is_made_once(tmp_path: Path) -> None:
    make, kept = Maker(), Kept(tmp_path)
    first = kept.get(make, CLASSIC, "a section", (1, 6))
    assert kept.get(make, CLASSIC, "a section", (1, 6)) == first and make.asked == 1
    kept.get(make, CLASSIC, "a section", (1, 8))
    kept.get(make, CLASSIC.but(decks=8), "a section", (1, 6))
    assert make.asked == 3
    assert [NOTHING_KEPT.get(make, CLASSIC), NOTHING_KEPT.get(make, CLASSIC)] and make.asked == 5


def pair(pays: int, says: str = "", defined: str = "Two of one rank.") -> Wager:
    return Wager(
        id="pair", name="Pair", says=says, outcomes=("lose", "pair"), defines={"pair": defined},
        classify=lambda first_rank, second_rank: int(first_rank == second_rank),
        paytables=(PayTable("ours", {"pair": pays}),),
    )  # fmt: skip


def test_every_source_is_in_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pay tables, words, what was asked, and the code itself."""
    games = [
        beside_classic("mine", (one,))
        for one in (pair(11), pair(12), pair(11, "a pair"), pair(11, defined="A pair."))
    ]
    names = {name_of(game, "a") for game in games} | {name_of(games[0], "b")}
    names.add(name_of(replace(games[0], pitch="Another."), "a"))
    monkeypatch.setattr(kept_module, "package_hash", lambda: "another build")
    names.add(name_of(games[0], "a"))
    assert len(names) == 7


def test_a_damaged_file_is_made_anew(tmp_path: Path) -> None:
    make, kept = Maker(), Kept(tmp_path)
    first = kept.get(make, CLASSIC, "a section")
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:-9])
    assert kept.get(make, CLASSIC, "a section") != first and make.asked == 2
    file.write_bytes(b"")
    kept.get(make, CLASSIC, "a section")
    assert make.asked == 3 and len(list(tmp_path.iterdir())) == 1


def test_what_was_kept_longest_ago_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_module, "MOST_KEPT", 2)
    make, kept = Maker(), Kept(tmp_path)
    for day, asked in enumerate(("a", "b", "c")):
        kept.get(make, CLASSIC, asked)
        os.utime(tmp_path / f"{name_of(CLASSIC, asked)}.pickle", (day, day))
    assert len(list(tmp_path.iterdir())) == 2
    kept.get(make, CLASSIC, "c")
    assert make.asked == 3
    kept.get(make, CLASSIC, "a")
    assert make.asked == 4
