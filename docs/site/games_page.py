"""The page of the games: what is on each felt, its edge, its options, and print beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from docs.site.figures import beside_print, kept
from docs.site.markdown import cell, table
from holecard.dealing.rules import plain
from holecard.games import CATALOGUE
from holecard.report.sections.published import BAD_BEAT, Printed
from holecard.server.wire.game_answers import WagerEdge
from holecard.server.wire.shipped_edges import shipped
from holecard.wagers.game import Game

HEAD = """# Games and their figures

The six games of the catalogue under their own rules: every wager with its house edge, and every
option. This page is written by `python -m docs.site.generate` from the games themselves and
from the file of figures that the lobby shows; a test holds it to both. A link opens the lab of
the server that shows you this page, with that set-up on the bench.

House edges are exact, per initial wager from a full shoe; where a seat decides, its play is the one
named. More games are in the [gallery](gallery.md); how each figure is known,
[how we know](how-we-know.md).
"""
PRINT = """## Beside print

Published house edges beside ours, under the rules they are for. A source that rounds, simulates or
takes splits otherwise differs by that; *allowed* is what the tests let pass.
"""


def games_page() -> str:
    parts = [HEAD, *(game_text(game) for game in CATALOGUE.values()), PRINT, print_table(), ""]
    return "\n".join(parts)


def lab_link(game: str, words: str, **setup: str) -> str:
    query = urlencode({key: value for key, value in setup.items() if value})
    return f"[{words}](/lab/{game}{'?' * bool(query)}{query})"


def game_text(game: Game) -> str:
    found = shipped(game)
    if found is None:
        raise SystemExit(
            f"{game.id} has no edges on file: python -m holecard.server.wire.shipped_edges"
        )
    head = ("wager", "pay table", "played", "house edge", "on the bench")
    own = [(key, option) for key, option in game.options.items()]
    options = [
        (f"`{key}`", cell(plain(game.rules[key])), allowed(option.allowed), cell(option.says))
        for key, option in own
    ]
    return "\n\n".join(
        [
            f"## {game.name}",
            game.pitch,
            f"`{game.line}`",
            table(head, edge_rows(game, found.wagers), right=[3]),
            '??? "Every option of this game"\n\n'
            + indented(table(("option", "here", "may be", "what it says"), options)),
            "",
        ]
    )


def allowed(values: tuple[object, ...]) -> str:
    return cell(", ".join(plain(value) for value in values))


def indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def edge_rows(game: Game, wagers: list[WagerEdge]) -> Iterator[tuple[str, ...]]:
    for one in wagers:
        setup = {"wager": one.id, "table": one.paytable, "play": one.play, "beside": one.beside}
        link = lab_link(game.id, "lab", **setup)
        edge = f"{one.house_edge:.4%}"
        yield cell(one.name), cell(one.paytable), cell(one.condition), edge, link


def print_table() -> str:
    head = ("figure", "rules", "in print", "ours", "allowed", "source", "")
    return table(head, (print_row(*pair) for pair in beside_print()), right=[2, 3])


def print_row(one: Printed, name: str) -> tuple[str, ...]:
    digits = max(0, one.digits - 2)
    edge = kept()[name]
    said = one.value if one.what == BAD_BEAT else -one.value
    what = f"Bad Beat {one.figure}" if one.what == BAD_BEAT else "Classic, your hand"
    setup = {"wager": "main"}
    if one.what == BAD_BEAT:
        setup = {"wager": "bad-beat", "table": one.figure, "play": "wager"}
    link = lab_link(one.game, "lab", rules=one.rules, **setup)
    ours = f"{edge:.{min(10, digits + 2)}%}"
    allowed_points = f"{100 * one.tolerance:g}"
    return (
        what,
        f"`{one.rules}`",
        f"{said:.{digits}%}",
        ours,
        allowed_points,
        cell(one.source),
        link,
    )
