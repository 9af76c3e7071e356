"""The sections of rules: what the game is, how it is played, worked rounds, and the rulings."""

from __future__ import annotations

from holecard.dealing.answers import HOUSE_ANSWERS
from holecard.dealing.rules import plain
from holecard.games.from_file import replay_command
from holecard.report.blocks import Examples, Section, Steps, Table, Words
from holecard.report.facts import Facts
from holecard.report.rulings import dealt_words
from holecard.report.sections.cases import case_blocks
from holecard.report.sections.examples import worked_examples
from holecard.report.sections.wager_words import pay_blocks, wager_table
from holecard.report.sections.words import play_steps
from holecard.wagers.game import Game

OWN_FIRST = " Where the rules of play above say otherwise, they hold."
EXAMPLE_WORDS = (
    "Each round was dealt by the same procedure that deals at the table. The line below it replays:"
)


def game_section(game: Game) -> Section:
    return Section("What the game is", (Words(game.pitch),))


def rules_section(game: Game) -> Section:
    options = [
        (key, plain(game.rules[key]), option.says, other_values(game, key))
        for key, option in game.options.items()
    ]
    return Section(
        "Rules of play",
        (
            Steps(play_steps(game)),
            wager_table(game),
            *pay_blocks(game),
            *case_blocks(game),
            Table(
                "options", "Options in force, and what else the software could be set to",
                ("option", "value", "what it sets", "other values"), tuple(options), prose=True,
                widths=(20, 10, 46, 24),
            ),
        ),
    )  # fmt: skip


def other_values(game: Game, key: str) -> str:
    option = game.options[key]
    others = [plain(one) for one in option.allowed if one != game.rules[key]]
    return ", ".join(others) or "fixed in this game"


def rulings_section(facts: Facts) -> Section:
    rows: list[tuple[str, ...]] = []
    for ruling, others in facts.readings:
        rows.append(
            (
                ruling.id,
                f"{ruling.title}. {ruling.open}".replace("`", ""),
                dealt_words(facts.game, ruling),
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
                + OWN_FIRST * (facts.game.answers != HOUSE_ANSWERS)
            ),
            Table(
                "rulings", "", ("", "what the sheet leaves open", "what is dealt", "other reading"),
                tuple(with_dash(rows)), prose=True, widths=(5, 30, 43, 22),
            ),
        ),
    )  # fmt: skip


def with_dash(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [tuple(cell or "–" for cell in row) for row in rows]  # noqa: RUF001


def reading(other: tuple[str, dict[str, float]]) -> str:
    words, moved = other
    changed = [f"{name} {points:+.4f}" for name, points in moved.items() if abs(points) > 5e-7]
    return f"{words}: {', '.join(changed) or 'no figure changes'}"


def examples_section(game: Game) -> Section:
    return Section(
        "Worked examples",
        (Words(f"{EXAMPLE_WORDS} {replay_command(game.id)}."), Examples(worked_examples(game))),
    )
