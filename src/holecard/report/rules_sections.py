"""The sections of rules: what the game is, how it is played, worked rounds, and the rulings."""

from __future__ import annotations

from holecard.dealing.rules import plain
from holecard.report.blocks import Examples, Section, Steps, Table, Words
from holecard.report.examples import worked_examples
from holecard.report.facts import Facts
from holecard.report.words import play_steps, wager_says
from holecard.wagers.game import Game

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


def game_section(game: Game) -> Section:
    return Section("What the game is", (Words(game.pitch), Words(reading_words())))


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


def examples_section(game: Game) -> Section:
    return Section("Worked examples", (Words(EXAMPLE_WORDS), Examples(worked_examples(game))))
