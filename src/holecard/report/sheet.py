"""The math sheet of a game: sections of blocks, from one set of facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from shlex import quote
from typing import Any

from holecard import __version__
from holecard.dealing.rules import plain
from holecard.report.blocks import Block, Code, Examples, Section, Steps, Table, Words
from holecard.report.chart_section import chart_section
from holecard.report.examples import worked_examples
from holecard.report.facts import Facts
from holecard.report.lab_sections import count_section, session_section
from holecard.report.odds_sections import edge_section, odds_section
from holecard.report.words import play_steps, wager_says
from holecard.wagers.game import Game

MOST_Z = 4.0


@dataclass(frozen=True)
class MathSheet:
    """Ready to be printed as PDF, HTML or Markdown; the same facts make the same bytes."""

    game: Game
    sections: tuple[Section, ...]

    @property
    def title(self) -> str:
        return f"{self.game.name}: math sheet"

    @property
    def stamp(self) -> tuple[tuple[str, str], ...]:
        """What the sheet is of: rules, definition, version."""
        return (
            ("Rules", self.game.line),
            ("Game", f"{self.game.id}, version {self.game.version}"),
            ("Definition", self.game.definition_hash),
            ("Computed by", f"Holecard {__version__}"),
        )

    def _repr_html_(self) -> str:
        from holecard.report.html import body

        return body(self)


@dataclass(frozen=True)
class Source:
    """Where a game can be had again: the name or the file a command takes, and, for a game put
    together by hand, what that file says."""

    name: str
    text: str = ""


def math_sheet(
    facts: Facts, simulated: Mapping[str, Any] | None = None, source: Source | None = None
) -> MathSheet:
    """The sheet of a game under its rules. `simulated` is the document `holecard simulate --json
    --check` prints: an independent check of the figures. A game that is not in the catalogue needs
    its source, or nobody can run the sheet again."""
    game = facts.game
    source = source or Source(game.id)
    sections = [
        Section("What the game is", (Words(game.pitch), Words(reading_words()))),
        rules_section(game),
        Section("Worked examples", (Words(EXAMPLE_WORDS), Examples(worked_examples(game)))),
        odds_section(facts),
        edge_section(facts),
        chart_section(facts),
        session_section(facts),
        count_section(facts),
        rulings_section(facts),
        check_section(facts, simulated, source),
        rerun_section(game, source),
    ]
    return MathSheet(game, tuple(one for one in sections if one.blocks))


EXAMPLE_WORDS = (
    "Each round was dealt by the same procedure that deals at the table. The line below it "
    'replays: holecard replay "LINE".'
)


def reading_words() -> str:
    return (
        "Figures are exact unless they say otherwise: counted over every way the cards can fall "
        "from a full shoe, with the probability of each outcome given. House edge is the expected "
        "loss per unit of the wager, for main wagers per initial wager. Nothing here is estimated "
        "from play, except in the section on the independent check."
    )


def rules_section(game: Game) -> Section:
    wagers = [(wager.name, wager.id, wager_says(wager)) for wager in game.wagers]
    options = [(key, plain(game.rules[key]), option.says) for key, option in game.options.items()]
    return Section(
        "Rules of play",
        (
            Steps(play_steps(game)),
            Table(
                "wagers", "Wagers", ("wager", "id", "what it is"), tuple(wagers), prose=True,
                widths=(18, 16, 66),
            ),
            Table(
                "options", "Options in force", ("option", "value", "what it sets"),
                tuple(options), prose=True, widths=(24, 12, 64),
            ),
        ),
    )  # fmt: skip


def rulings_section(facts: Facts) -> Section:
    rows = []
    for ruling, others in facts.readings:
        rows.append(
            (
                ruling.id,
                f"{ruling.title}. {ruling.deal}".replace("`", ""),
                "; ".join(map(reading, others)),
            )
        )
    if not rows:
        return Section("Rulings taken", ())
    return Section(
        "Rulings taken",
        (
            Words(
                "Where the rule sheet leaves something open, this is what is dealt. The last "
                "column gives the change of the house edge, in percentage points, if the option "
                "is set the other way; a dash where no option switches it."
            ),
            Table(
                "rulings", "", ("", "ruling", "other reading"), tuple(with_dash(rows)), prose=True,
                widths=(6, 64, 30),
            ),
        ),
    )  # fmt: skip


def with_dash(rows: list[tuple[str, str, str]]) -> list[tuple[str, ...]]:
    return [tuple(cell or "–" for cell in row) for row in rows]  # noqa: RUF001


def reading(other: tuple[str, dict[str, float]]) -> str:
    words, moved = other
    changed = [f"{name} {points:+.4f}" for name, points in moved.items() if abs(points) > 5e-7]
    return f"{words}: {', '.join(changed) or 'no figure changes'}"


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
    exact: dict[tuple[str, str], float] = {}
    for known in facts.odds.wagers:
        if known.play in ("", "main"):  # without a payment first
            exact.setdefault((known.id, known.paytable), float(known.ev))
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
