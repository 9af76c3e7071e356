"""Figures as Vega-Lite, drawn by vl-convert: the same picture for page, PDF and notebook."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from holecard.errors import MissingExtra
from holecard.lab.design import Designs
from holecard.lab.effects import Effects
from holecard.lab.session import Session
from holecard.money import money_text

INK, SOFT, LINE = "#1f2933", "#8795a1", "#d3dae0"
LOSS, GAIN = "#b8483f", "#2c6e8f"
SERIES = (INK, GAIN, LOSS, "#9a7b2f", "#5a7d4f", "#7a5c8e")
# What a page calls these colours; it has a light and a dark theme.
ON_PAGE = {
    INK: "var(--cream)", SOFT: "var(--mist)", LINE: "var(--line)", LOSS: "var(--figure-loss)",
    GAIN: "var(--figure-gain)", "#9a7b2f": "var(--figure-blue)", "#5a7d4f": "var(--figure-green)",
    "#7a5c8e": "var(--figure-violet)",
}  # fmt: skip
RULES = {True: "hits soft 17", False: "stands on soft 17"}
# A legend whose every entry begins with a piece of the line it stands for.
SAMPLE = {
    "symbolType": "stroke", "symbolSize": 300, "symbolStrokeWidth": 1.4, "symbolFillColor": None,
    "symbolStrokeColor": INK, "labelOffset": 8, "labelLimit": 160,
}  # fmt: skip
FONT = "Libertinus Serif"
WIDTH, HEIGHT = 470, 150
THEME: dict[str, Any] = {
    "font": FONT,
    "background": "white",
    "view": {"stroke": None},
    "axis": {
        "labelFont": FONT, "titleFont": FONT, "labelColor": INK, "titleColor": INK,
        "labelFontSize": 10, "titleFontSize": 10, "titleFontWeight": "normal",
        "grid": False, "domainColor": SOFT, "tickColor": SOFT, "tickSize": 3,
    },
    "legend": {
        "labelFont": FONT, "titleFont": FONT, "labelFontSize": 10, "titleFontSize": 10,
        "labelColor": INK, "titleColor": INK,
    },
    "text": {"font": FONT},
}  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """A picture as data. `alt` says in words what it shows."""

    spec: dict[str, Any]
    alt: str

    def __repr__(self) -> str:
        return f"<figure: {self.alt}>"

    def svg(self) -> str:
        return drawn(self.spec)

    def page_svg(self, width: int = WIDTH) -> str:
        """The same picture so wide, with a page's colours and letters, to stand in its markup."""
        room = WIDTH - self.spec["width"]
        config = {**self.spec["config"], "background": "transparent"}
        svg = drawn({**self.spec, "width": width - room, "config": config})
        for ours, theirs in ON_PAGE.items():
            svg = svg.replace(ours, theirs)
        return re.sub(r'font-family="[^"]*"', 'font-family="inherit"', svg)

    def _repr_svg_(self) -> str:
        return self.svg()


def drawn(spec: dict[str, Any]) -> str:
    try:
        import vl_convert
    except ImportError as missing:
        raise MissingExtra("a figure", "report") from missing
    return str(vl_convert.vegalite_to_svg(json.dumps(spec), show_warnings=False))


def spec_of(data: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
        "width": WIDTH,
        "height": HEIGHT,
        "padding": 2,
        "config": THEME,
        "data": {"values": data},
        **more,
    }


def quantity(field: str, title: str | None, **axis: Any) -> dict[str, Any]:
    return {"field": field, "type": "quantitative", "axis": {"title": title, **axis}}


def session_figure(session: Session, whose: str = "player") -> Figure:
    """The player's result, or the house's: the chance of each range of results, ahead and behind by
    colour."""
    side = session.house if whose == "house" else session.player
    rows = [
        {
            "from": (low - side.step / 2) / 100,
            "to": (high + side.step / 2) / 100,
            "chance": chance,
            "side": "ahead" if low + high > 0 else "behind",
        }
        for low, high, chance in side.bins(90)
    ]
    encoding = {
        "x": {**quantity("from", f"{whose}'s result in dollars", format=",d", tickCount=9),
              "scale": {"zero": False, "nice": False}},
        "x2": {"field": "to"},
        "y": quantity("chance", "chance", format=".1%", tickCount=4),
        "y2": {"datum": 0},
        "color": {"field": "side", "type": "nominal", "legend": None,
                  "scale": {"domain": ["behind", "ahead"], "range": [LOSS, GAIN]}},
    }  # fmt: skip
    zero = {
        "data": {"values": [{"at": 0}]},
        "mark": {"type": "rule", "color": INK, "strokeWidth": 0.8},
        "encoding": {"x": {"field": "at", "type": "quantitative"}},
    }
    bars = {"mark": {"type": "rect", "strokeWidth": 0}, "encoding": encoding}
    spec = spec_of(rows, layer=[bars, zero])
    low, high = side.band(0.95)
    return Figure(
        spec,
        f"The {whose}'s result of {session.rounds:,} {session.counted_in} of {session.odds.name} "
        f"at {money_text(session.stake)}: between {money_text(low)} and {money_text(high)} in 95 "
        f"of 100 sessions, ahead in {side.ahead:.1%}.",
    )


def edges_figure(rows: list[tuple[str, int, bool, float]]) -> Figure:
    """House edge by decks, a line for each wager and soft-17 rule: (wager, decks, H17, edge)."""
    data = [
        {"wager": wager, "decks": decks, "rule": RULES[h17], "edge": edge}
        for wager, decks, h17, edge in rows
    ]
    wagers = list(dict.fromkeys(wager for wager, *_ in rows))
    shared = {
        "x": {"field": "decks", "type": "ordinal", "axis": {"title": "decks", "labelAngle": 0}},
        "y": quantity("edge", "house edge", format=".1%", tickCount=5),
        "color": {"field": "wager", "type": "nominal", "title": None, "sort": wagers,
                  "legend": SAMPLE, "scale": {"range": list(SERIES)}},
    }  # fmt: skip
    dashes = {
        "strokeDash": {"field": "rule", "type": "nominal", "title": None, "legend": SAMPLE,
                       "scale": {"domain": [RULES[True], RULES[False]], "range": [[1, 0], [4, 2]]}},
    }  # fmt: skip
    lines = {"mark": {"type": "line", "strokeWidth": 1.4}, "encoding": dashes}
    points = {"mark": {"type": "point", "filled": True, "size": 14, "opacity": 1}}
    spec = spec_of(data, layer=[lines, points], encoding=shared)
    spec["width"] = WIDTH - 130
    return Figure(
        spec, "House edge of each wager for one to eight decks; the table has the values."
    )


def effects_figure(effects: Effects) -> Figure:
    """The effect of removing each card, in points of the player's value."""
    data = [
        {"card": row.name, "effect": 100 * row.effect, "side": "good" if row.effect > 0 else "bad"}
        for row in effects.rows
    ]
    encoding = {
        "x": {"field": "card", "type": "nominal", "sort": [row.name for row in effects.rows],
              "axis": {"title": "card removed", "labelAngle": 0}},
        "y": quantity("effect", "points for the player", tickCount=5),
        "color": {"field": "side", "type": "nominal", "legend": None,
                  "scale": {"domain": ["bad", "good"], "range": [LOSS, GAIN]}},
    }  # fmt: skip
    alt = (
        f"Effect of removing one card on {effects.odds.name}, in points; the table has the values."
    )
    return Figure(spec_of(data, mark={"type": "bar", "size": 18}, encoding=encoding), alt)


def design_figure(designs: Designs) -> Figure:
    """The front, a point for each table found: edge spread against deviation, or the edge itself
    where there is one rule set and nothing to spread over."""
    one_set = len(designs.task.settings) == 1
    data = [
        {"deviation": one.deviation, "height": one.edges[0] if one_set else one.spread,
         "top": f"{one.top} to 1", "front": "on the front" if one.best else "beaten"}
        for one in designs.found
    ]  # fmt: skip
    tops = [f"{top} to 1" for top in sorted({one.top for one in designs.found})]
    title = "house edge" if one_set else "spread of the house edge"
    height = quantity("height", title, format=".2%", tickCount=5)
    encoding = {
        "x": quantity("deviation", "standard deviation, in wagers"),
        "y": {**height, "scale": {"zero": not one_set}},
        "shape": {"field": "front", "type": "nominal", "title": None},
        "color": {"field": "top", "type": "nominal", "title": "top prize", "sort": tops,
                  "scale": {"range": list(SERIES)}},
    }  # fmt: skip
    spec = spec_of(data, mark={"type": "point", "filled": True, "size": 50}, encoding=encoding)
    spec["width"] = WIDTH - 90
    return Figure(spec, f"Pay tables found, by deviation and {title}; the table has the values.")


def learning_figure(curves: Mapping[str, Sequence[tuple[int, float]]], what: str) -> Figure:
    """What agents still give away by the rounds they learned from, a line for each."""
    data = [
        {"agent": agent, "rounds": rounds, "lost": lost}
        for agent, points in curves.items()
        for rounds, lost in points
    ]
    shared = {
        "x": {**quantity("rounds", "rounds learned from", format=",d", tickCount=5),
              "scale": {"type": "log"}},
        "y": quantity("lost", what, format=".0%", tickCount=5),
        "color": {"field": "agent", "type": "nominal", "title": None, "sort": list(curves),
                  "legend": SAMPLE, "scale": {"range": list(SERIES)}},
    }  # fmt: skip
    lines = {"mark": {"type": "line", "strokeWidth": 1.4}}
    points = {"mark": {"type": "point", "filled": True, "size": 14, "opacity": 1}}
    spec = spec_of(data, layer=[lines, points], encoding=shared)
    spec["width"] = WIDTH - 130
    lasts = [f"{agent} {points[-1][1]:.2%}" for agent, points in curves.items()]
    last = max(rounds for points in curves.values() for rounds, _ in points)
    return Figure(spec, f"{what} after {last:,} rounds: {', '.join(lasts)}.")
