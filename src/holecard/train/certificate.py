"""The certificate of an exam as PDF/A: what was passed, against which lines, and everything needed
to set the same exam again and check its answers. The same file prints the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from holecard import __version__
from holecard.report.printers.typeset import typeset
from holecard.train.drills import DRILLS
from holecard.train.item import Json
from holecard.train.result import RIGHT_LINE, SECONDS, certificate, verify_exam
from holecard.train.session import EXAM
from holecard.wagers.game import Game

LONGEST_NAME = 60
HEAD = ("", "right", "line", "time", "line", "")


def certificate_pdf(document: Json, game: Game, name: str = "") -> bytes:
    """Every answer is graded again first: a file that was changed prints nothing."""
    verify_exam(document, game)
    template = resources.files("holecard.train").joinpath("certificate.typ").read_bytes()
    return typeset(template, printed(document, game, name), "a certificate")


def printed(document: Json, game: Game, name: str) -> dict[str, Any]:
    told = certificate(document, game)
    result = told["result"]
    judged = [*result["drills"], *result["lines"]]
    right, of = (sum(one[key] for one in result["drills"]) for key in ("right", "of"))
    return {
        "title": f"{game.name}: {told['kind']}",
        "kind": told["kind"],
        "game": game.name,
        "passed": told["passed"],
        "verdict": verdict(told, len(document["answers"])),
        "name": name[:LONGEST_NAME],
        "head": HEAD,
        "rows": [row(one, skill(one["name"])) for one in judged],
        "wagers": [row(one, game.wager(one["name"]).name) for one in result["wagers"]],
        "right": f"{right} of {of} right",
        "rounds": rounds_table(result),
        "cites": cites(judged, result),
        "stamp": stamp(told, game),
        "check": f"holecard train {game.id} --verify FILE.json --certificate FILE.pdf",
        "made": f"Holecard {__version__}",
    }


def verdict(told: Mapping[str, Any], answered: int) -> str:
    if told["mode"] != EXAM:
        return f"{answered} questions of {told['mode']}, no exam"
    if told["passed"]:
        return f"passed, {answered} questions"
    return f"not passed, {answered} of {told['items']} questions answered"


def skill(name: str) -> str:
    return DRILLS[name].name if name in DRILLS else SECONDS[name].says


def row(one: Mapping[str, Any], says: str) -> list[str]:
    """What it is, right, its line, the time and its line; whether it passes."""
    slow = one["line_seconds"]
    return [
        says[:1].upper() + says[1:],
        share(one["accuracy"]),
        share(one["line_right"]),
        "" if one["seconds"] is None else f"{one['seconds']:.1f} s",
        "" if slow is None else f"{slow:g} s",
        "passes" if one["passes"] else "not yet",
    ]


def share(part: float) -> str:
    """Rounded down: 97.99% is not 98%."""
    return f"{int(part * 1000 + 1e-9) / 10:.1f}%"


def rounds_table(result: Mapping[str, Any]) -> list[list[str]]:
    """Tables settled an hour by seats, beside the rounds an hour that were published."""
    own, published = result["rounds_an_hour"], result["published"]["rounds_an_hour"]
    if not own:
        return []
    seats = range(1, len(published) + 1)
    settled = [f"{own[str(one)]:.0f}" if str(one) in own else "" for one in seats]
    return [
        ["seats", *map(str, seats)],
        ["tables settled an hour, the deal not in it", *settled],
        ["rounds an hour, published", *map(str, published)],
    ]


def cites(judged: Sequence[Mapping[str, Any]], result: Mapping[str, Any]) -> list[str]:
    found = [f"{RIGHT_LINE.value:.0%} right: {RIGHT_LINE.cites}"]
    found += [f"{skill(one['name'])} within {one['line_seconds']:g} s: {one['cites']}"
              for one in judged if one["cites"]]  # fmt: skip
    if result["rounds_an_hour"]:
        found.append(f"rounds an hour: {result['published']['cites']}")
    return found


def stamp(told: Mapping[str, Any], game: Game) -> list[list[str]]:
    """Enough to set the same exam again."""
    return [
        ["game", game.id],
        ["rules", told["rules_line"]],
        ["definition", told["definition_hash"]],
        ["house profile", told["house"]],
        ["drills", ", ".join(told["drills"])],
        ["seed", str(told["seed"])],
        ["questions", str(told["items"])],
        ["answers", told["answers_hash"]],
        ["file", told["hash"]],
    ]
