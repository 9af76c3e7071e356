"""Odds as text, CSV, Markdown and HTML: the same rows everywhere."""

from __future__ import annotations

import csv
import io
from math import floor, log10
from typing import TYPE_CHECKING

from holecard.rows import Cells, columns, html_table
from holecard.wagers.definition import SHORT

if TYPE_CHECKING:
    from holecard.odds.result import GameOdds, Offered, WagerOdds

HEAD = (
    "wager", "pay table", "play", "house edge", "RTP", "hit", "push", "std dev", "max win",
    "method",
)  # fmt: skip
FULL_DECKS, NONE = "full decks", "-"


def right_places(error: float, most: int) -> int:
    """How many decimals, at most so many, an error leaves right: it is half of the last or less."""
    return most if error <= 0 else max(0, min(most, floor(-log10(2 * error))))


def decimals(value: float, error: float, most: int, sign: str = "") -> str:
    return f"{value:{sign}.{right_places(error, most)}f}"


def right(value: float, error: float) -> float:
    """A number with its right digits, all of them where it has no error."""
    return round(float(value), right_places(error, 15)) if error > 0 else float(value)


def percent(value: float, error: float, most: int) -> str:
    return f"{value:.{max(0, right_places(error, most + 2) - 2)}%}"


def summary_row(odds: WagerOdds) -> list[str]:
    return [
        odds.id,
        odds.paytable,
        odds.condition or "-",
        odds.edge_text,
        percent(odds.rtp, odds.ev_error, 4),
        percent(odds.hit_frequency, odds.outcomes_error, 4),
        percent(odds.push_frequency, odds.outcomes_error, 4),
        decimals(odds.std_dev, odds.std_dev_error, 4),
        str(odds.max_win),
        odds.method,
    ]


def outcome_rows(odds: WagerOdds, fractions: bool) -> list[list[str]]:
    return [
        [
            row.id,
            decimals(row.probability, row.error, 10),
            str(row.pays),
            decimals(row.returns, row.error * abs(float(row.pays)), 10, "+"),
            *([str(row.fraction)] if fractions and row.fraction is not None else []),
        ]
        for row in odds.outcomes
        if row.probability > 0
    ]


def outcome_table(odds: WagerOdds, fractions: bool = False) -> Cells:
    """A row for each outcome that can come, under a head."""
    extra = ["fraction"] if fractions and odds.ev_fraction is not None else []
    return [["outcome", "probability", "pays", "return", *extra], *outcome_rows(odds, fractions)]


def wager_headline(odds: WagerOdds) -> str:
    entry = f"{odds.name} ({odds.id} {odds.paytable} {odds.condition}".rstrip()
    return f"{entry}): house edge {odds.edge_text} per {odds.per}, {odds.method}"


def wager_text(odds: WagerOdds) -> str:
    return "\n".join((wager_headline(odds), columns(outcome_table(odds)), *odds.notes))


def wager_html(odds: WagerOdds) -> str:
    return html_table(outcome_table(odds), ". ".join((wager_headline(odds), *odds.notes)))


def text(odds: GameOdds, outcomes: bool = False, fractions: bool = False) -> str:
    lines = [f"{odds.game.name}   [{odds.line}]   {odds.definition_hash[:SHORT]}"]
    head = [*HEAD[:-1]]
    lines += ["", columns([head, *(summary_row(one)[:-1] for one in odds.wagers)], left=3)]
    lines += ["", *method_lines(odds)]
    if outcomes or fractions:
        for one in odds.wagers:
            lines += ["", f"{one.id} {one.paytable} {one.condition}".rstrip()]
            lines.append(columns(outcome_table(one, fractions)))
            if fractions and one.ev_fraction is not None:
                lines.append(f"ev = {one.ev_fraction}")
    return "\n".join(lines)


def method_lines(odds: GameOdds) -> list[str]:
    """Each method and note once, with the wagers it holds for, and under which condition where it
    does not hold under all of a wager's."""
    said: dict[str, dict[str, list[str]]] = {}
    all_of: dict[str, list[str]] = {}
    for one in odds.wagers:
        add_once(all_of.setdefault(one.id, []), one.condition)
        tip = [one.tip_words] if one.tip else []
        offered = [offer_words(one.offered)] if one.offered else []
        for words in (f"{one.method}, per {one.per}", *offered, *one.notes, *tip):
            add_once(said.setdefault(words, {}).setdefault(one.id, []), one.condition)
    return [f"{names_text(names, all_of)}: {words}" for words, names in said.items()]


def add_once(names: list[str], name: str) -> None:
    if name not in names:
        names.append(name)


def names_text(names: dict[str, list[str]], all_of: dict[str, list[str]]) -> str:
    """`bonus-2, bonus-3 (main; wager)`: those that hold under the same conditions together."""
    by_condition: dict[str, list[str]] = {}
    for name, conditions in names.items():
        words = "" if conditions == all_of[name] else f" ({'; '.join(conditions)})"
        by_condition.setdefault(words, []).append(name)
    return ", ".join(f"{', '.join(ids)}{words}" for words, ids in by_condition.items())


def offer_words(offer: Offered) -> str:
    """How often a wager is offered, and what it comes to per offer and per round."""
    return (
        f"offered in {float(offer.chance):.6%} of rounds ({offer.when}); {offer.terms}; house edge "
        f"there {-offer.ev:.6%}; every offer taken in full is worth {offer.ev_per_round:+.6%} of "
        "the main wager a round"
    )


def as_csv(odds: GameOdds) -> str:
    """A row for each outcome. No column of words is ever empty all the way down: programs that
    guess types would take it for numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        ["game", "rules_line", "wager", "paytable", "play", "outcome", "probability", "pays",
         "wager_ev", "wager_std_dev", "method", "shoe", "per", "offered", "ev_per_round", "with",
         "definition_hash"]
    )  # fmt: skip
    for one in odds.wagers:
        for row in one.outcomes:
            writer.writerow(
                [odds.game.id, odds.game.line, one.id, one.paytable, one.play or NONE, row.id,
                 right(row.probability, row.error), float(row.pays), float(one.ev),
                 right(one.std_dev, one.std_dev_error), one.method, odds.shoe or FULL_DECKS,
                 one.per, *offer_cells(one), one.beside or NONE, odds.definition_hash]
            )  # fmt: skip
    return out.getvalue()


def offer_cells(odds: WagerOdds) -> list[float]:
    """How often it is offered, and what that comes to a round; other wagers may be placed in every
    round."""
    offer = odds.offered
    return [float(offer.chance), offer.ev_per_round] if offer else [1.0, float(odds.ev)]


def markdown(odds: GameOdds) -> str:
    rows = [list(HEAD), ["---"] * len(HEAD), *(summary_row(one) for one in odds.wagers)]
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"### {odds.game.name}\n`{odds.line}` · {odds.definition_hash}\n\n{table}\n"


def html(odds: GameOdds) -> str:
    rows = [HEAD, *(summary_row(one) for one in odds.wagers)]
    return html_table(rows, f"{odds.game.name} [{odds.line}] {odds.definition_hash}")
