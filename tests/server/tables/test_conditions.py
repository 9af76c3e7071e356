"""Every figure sent to the pages says what it takes for granted, so that a seat is shown those that
belong to what it has placed."""

from __future__ import annotations

import json

import pytest

from holecard.lab.setup import Setup
from holecard.server.wire.games import edges
from holecard.server.workers.lab_odds import copied, entry_of, priced, wager_seen, worst_of
from holecard.server.workers.lab_studies import session_of

SMALL = Setup("burnout", "1D H17 DAS SP4 3:2 peek")


def test_edges_of_a_seat_that_pays_and_of_one_that_does_not() -> None:
    found = edges("burnout", SMALL.rules).wagers
    four = [one for one in found if one.id == "bonus-3"]
    assert [(one.play, one.beside, one.played) for one in four] == [
        ("main", "", "main"),
        ("main", "burnout", "main"),
        ("wager", "", "bonus-3"),
        ("wager", "burnout", "bonus-3"),
    ]
    assert [one.condition for one in four] == [
        "played for the main wager, no payment made",
        "played for the main wager, Burnout payment made",
        "played for the streak alone, no payment made",
        "played for the streak alone, Burnout payment made",
    ]
    # What the same seat has on its main wager: the entry of that play, or `main_edge`.
    mains = {one.beside: one.house_edge for one in found if one.wager == "main"}
    assert set(mains) == {"", "burnout"}
    assert [one.main_edge for one in four[:2]] == [None, None]
    for one in four[2:]:
        assert one.main_edge is not None and one.main_edge > mains[one.beside]


def test_figures_that_no_play_touches_have_no_condition() -> None:
    found = edges("breakout", "").wagers
    sweet = next(one for one in found if one.id == "sweet-17")
    assert (sweet.play, sweet.beside, sweet.played, sweet.condition) == ("", "", "", "")


def test_bad_beat_names_its_play() -> None:
    found = [
        one for one in edges("bad-beat", "1D H17").wagers if one.paytable in ("P5", "standard")
    ]
    conditions = {(one.id, one.condition) for one in found}
    assert ("main", "played for the main wager") in conditions
    assert ("bad-beat", "played for Bad Beat alone") in conditions
    alone = next(one for one in found if one.id == "bad-beat" and one.play == "wager")
    main = next(one for one in found if one.id == "main")
    assert alone.main_edge is not None and alone.main_edge > main.house_edge


@pytest.mark.nightly
def test_the_lab_has_each_figure_of_a_bonus() -> None:
    seen = [wager_seen(SMALL.made(), one) for one in priced(SMALL, "bonus-3").priced]
    assert len({(one.play, one.beside) for one in seen}) == len(seen) == 4
    plain = entry_of(SMALL, "bonus-3", "", "")
    burned = entry_of(SMALL, "bonus-3", "", "wager", "burnout")
    assert (plain.play, plain.beside) == ("main", "")
    assert worst_of(SMALL, "bonus-3", "") == burned
    text = json.loads(copied(SMALL, "bonus-3", "", "wager", "json", "burnout"))["text"]
    assert json.loads(text)["wagers"][0]["with"] == "burnout"


@pytest.mark.nightly
def test_alarm_bands_are_those_of_the_worst_play() -> None:
    words = ("100", "5", "", 620)
    mild = json.loads(session_of(SMALL, "bonus-3", "", "main", *words))
    worst = json.loads(session_of(SMALL, "bonus-3", "", "wager", *words, "burnout"))
    assert mild["condition"] == "played for the main wager, no payment made"
    assert mild["watched"] == worst["condition"]
    assert mild["bands"] == worst["bands"]
    assert mild["player"]["expected"] < worst["player"]["expected"]
