"""Figures: one spec, drawn the same every time, with words beside it."""

from __future__ import annotations

import re

import pytest

from holecard.games import BREAKOUT, FACE_UP
from holecard.lab.design import design
from holecard.lab.effects import effects
from holecard.lab.session import session
from holecard.lab.targets import Range, Targets, task
from holecard.odds.pricing.pricer import Ask, game_odds
from holecard.report.figures import (
    Figure,
    design_figure,
    edges_figure,
    effects_figure,
    learning_figure,
    session_figure,
)

LEARNED = {"one": [(100, 0.5), (1000, 0.25)], "other": [(100, 0.4), (1000, 0.125)]}


def session_of_pair_up() -> Figure:
    odds = game_odds(BREAKOUT, Ask(wagers=("pair-up",))).wagers[0]
    return session_figure(session(BREAKOUT, odds, 200, 500, band_rounds=()))


def some_designs() -> Figure:
    targets = Targets(edge=Range(3, 6), top=Range(50, 100))
    return design_figure(design(task(FACE_UP, "two-card"), targets))


@pytest.mark.parametrize(
    "make",
    [
        session_of_pair_up,
        some_designs,
        lambda: edges_figure([("a", 1, True, 0.05), ("a", 2, False, 0.04)]),
        lambda: effects_figure(effects(BREAKOUT, "sweet-17")),
        lambda: learning_figure(LEARNED, "given away"),
    ],
)
def test_a_figure_is_the_same_picture_every_time(make: object) -> None:
    assert callable(make)
    figure, again = make(), make()
    svg = figure.svg()
    assert svg.startswith("<svg")
    assert again.svg() == svg
    assert figure._repr_svg_() == svg
    assert len(figure.alt) > 40


def test_bars_hold_the_session() -> None:
    rows = session_of_pair_up().spec["data"]["values"]
    assert sum(row["chance"] for row in rows) == pytest.approx(1, abs=2e-4)
    assert {row["side"] for row in rows} == {"ahead", "behind"}


def test_the_house_has_a_figure_of_its_own() -> None:
    """What the player loses it wins, but for the tips it pays."""
    odds = game_odds(BREAKOUT, Ask(wagers=("super-tie",))).wagers[0]
    held = session(BREAKOUT, odds, 200, 500, band_rounds=())
    player, house = session_figure(held), session_figure(held, "house")
    for figure, side in ((player, held.player), (house, held.house)):
        rows = figure.spec["data"]["values"]
        ahead = sum(row["chance"] for row in rows if row["side"] == "ahead")
        assert ahead == pytest.approx(side.ahead, abs=0.05)
        assert f"ahead in {side.ahead:.1%}" in figure.alt
    assert player.alt.startswith("The player's") and house.alt.startswith("The house's")
    assert held.house.ahead > held.player.ahead


def test_on_a_page_a_figure_takes_the_pages_colours_and_width() -> None:
    """The same spec drawn for a page: no colour of its own, as wide as asked."""
    figure = session_of_pair_up()
    wide, narrow = figure.page_svg(620), figure.page_svg(300)
    assert not re.search(r"#[0-9a-f]{6}", wide)
    assert "var(--figure-loss)" in wide and "var(--cream)" in wide
    assert width_of(narrow) < width_of(wide)
    assert width_of(figure.svg()) < width_of(wide)


def test_a_learning_curve_holds_every_point_and_says_the_last_ones() -> None:
    """Seen to fail with the first curve's points drawn for both."""
    figure = learning_figure(LEARNED, "given away")
    rows = figure.spec["data"]["values"]
    found = {
        agent: [(row["rounds"], row["lost"]) for row in rows if row["agent"] == agent]
        for agent in LEARNED
    }
    assert found == LEARNED
    assert figure.alt == "given away after 1,000 rounds: one 25.00%, other 12.50%."
    assert all(f">{agent}</text>" in figure.svg() for agent in LEARNED)


def width_of(svg: str) -> float:
    found = re.search(r'viewBox="0 0 ([\d.]+) ', svg)
    assert found
    return float(found[1])
