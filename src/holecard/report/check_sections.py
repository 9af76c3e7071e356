"""The sections that check the sheet: a simulation beside it, and how to run it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from holecard import __version__
from holecard.dealing.rules import plain
from holecard.report.blocks import Block, Code, Section, Table, Words
from holecard.report.facts import Facts
from holecard.wagers.game import Game

MOST_Z = 4.0


@dataclass(frozen=True)
class Source:
    """Where a game can be had again: the name or the file a command takes, and, for a game put
    together by hand, what that file says."""

    name: str
    text: str = ""


def check_section(facts: Facts, simulated: Mapping[str, Any] | None, source: Source) -> Section:
    title = "Independent check"
    named = f"{quote(source.name)} {set_options(facts.game)}"
    command = f"holecard simulate {named} --rounds 1e9 --seed 7 --check --json"
    if simulated is None:
        words = (
            "The exact engine and the simulator share the rule text and nothing else: one counts "
            "every branch, the other deals random shoes. This sheet was printed without a "
            "simulation. To run one, and to print its agreement here:"
        )
        again = f"holecard report {named} --check simulation.json -o sheet.pdf"
        return Section(title, (Words(words), Code(f"{command} > simulation.json\n{again}")))
    rows = check_rows(facts, simulated)
    words = (
        f"{simulated['rounds']:,} rounds from fresh shoes, seed {simulated['seed']}, dealt by the "
        f"simulator with the play the figures are for ({simulated.get('play', 'best play')}). z is "
        "the difference in standard errors; about one in sixteen thousand lies beyond four by "
        "chance alone. Wagers of one seat share their rounds, so their z go together."
    )
    head = ("wager", "pay table", "exact edge", "simulated", "standard error", "z")
    worst = max((abs(float(row[-1])) for row in rows), default=0.0)
    verdict = f"Largest |z|: {worst:.2f}. " + (
        "The two agree." if worst <= MOST_Z else "The two do not agree: do not use this sheet."
    )
    table = Table("check", "Simulated against exact", head, tuple(rows), left=2)
    more = Words("With more rounds, and any seed:")
    return Section(title, (Words(words), table, Words(verdict), more, Code(command)))


def check_rows(facts: Facts, simulated: Mapping[str, Any]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    exact = {
        (one.id, one.paytable): float(one.ev)
        for one in facts.odds.wagers
        if one.play in ("", "main")
    }
    for one in simulated["wagers"]:
        key = one["id"], one["paytable"]
        if key in exact and one.get("stderr"):
            z = (one["ev"] - exact[key]) / one["stderr"]
            edges = f"{-exact[key]:.4%}", f"{-one['ev']:.4%}", f"{one['stderr']:.4%}"
            rows.append((*key, *edges, f"{z:+.2f}"))
    return rows


def set_options(game: Game) -> str:
    """Every option in force, as a command takes it."""
    return " ".join(f"--set {key}={plain(game.rules[key])}" for key in game.options)


def rerun_section(game: Game, source: Source) -> Section:
    named = f"{quote(source.name)} {set_options(game)}"
    commands = (
        f"pip install 'holecard[report]=={__version__}'",
        f"holecard odds {named} --json --fraction",
        f"holecard report {named} -o sheet.pdf",
    )
    blocks: tuple[Block, ...] = (
        Words(
            "Every figure can be had again, the decision-free ones as fractions too. A definition "
            f"other than {game.definition_hash} is another game, other rules or other pay tables; "
            "the same inputs print the same bytes."
        ),
        Code("\n".join(commands)),
    )
    if source.text:
        blocks += (Words(f"{source.name} holds:"), Code(source.text))
    return Section("How to run it again", blocks)
