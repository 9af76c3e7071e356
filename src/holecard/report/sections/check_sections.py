"""The sections that check the sheet: a simulation beside it, and how to run it again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from holecard.odds.pricing.pricer import extra_ids
from holecard.report.blocks import Block, Code, Section, Table, Words
from holecard.report.commands import Source, install, odds_again, report_again, simulate_again
from holecard.report.facts import Facts
from holecard.report.record import Record
from holecard.wagers.game import Game

MOST_Z = 4.0
MORE_ROUNDS, SEED = "1e9", 7
LIMITS = (
    "What this does not check. Both readers take the rules from one text: who wins, what a rule "
    "allows, which outcome a hand is and what that pays are the same functions at the table, in "
    "the simulator and in the exact engine. A misread rule sheet is misread in all three; against "
    "that stand the rule examples and a second reading of the sheets that shares no code "
    "(docs/how-we-know.md). The simulator also plays the charts the exact engine found: that no "
    "better play exists is shown by walks of small shoes, not here. What the two do not share is "
    "the counting: one adds up the chances of every way a shoe can fall, the other deals shuffled "
    "shoes and counts. Sessions, counting, liability and whatever else is worked out from the "
    "outcomes is not simulated."
)


def check_section(
    facts: Facts, simulated: Mapping[str, Any] | None, source: Source, record: Record
) -> Section:
    more = simulate_again(facts.game, source, MORE_ROUNDS, SEED)
    again = report_again(facts.game, source, record, "--check simulation.json")
    commands = (
        Words("With more rounds, or another seed, and printed here:"),
        Code(more),
        Code(again),
    )
    if simulated is None:
        words = Words("This sheet was printed without a simulation.")
        return Section("Independent check", (words, Words(LIMITS), *commands))
    return Section("Independent check", (*agreement(facts, simulated), Words(LIMITS), *commands))


def agreement(facts: Facts, simulated: Mapping[str, Any]) -> tuple[Block, ...]:
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
    return (Words(words), table, Words(verdict))


def check_rows(facts: Facts, simulated: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The simulated seat plays for its main wager; each entry beside the figure with the payment
    it says it made."""
    rows: list[tuple[str, ...]] = []
    paid = extra_ids(facts.game)
    exact: dict[tuple[str, str, str], float] = {}
    for one in facts.odds.wagers:
        if one.play in ("", "main"):
            exact[one.id, one.paytable, "" if one.id in paid else one.beside] = float(one.ev)
    for one in simulated["wagers"]:
        key = one["id"], one["paytable"]
        known = exact.get((*key, "" if one["id"] in paid else one.get("with", "")))
        if known is not None and one.get("stderr"):
            z = (one["ev"] - known) / one["stderr"]
            edges = f"{-known:.4%}", f"{-one['ev']:.4%}", f"{one['stderr']:.4%}"
            rows.append((*key, *edges, f"{z:+.2f}"))
    return rows


def agreement_rows(sections: Iterable[Section]) -> tuple[tuple[str, ...], ...]:
    """The rows of simulated against exact, as they are printed."""
    blocks = (block for section in sections for block in section.blocks)
    return next((one.rows for one in blocks if isinstance(one, Table) and one.id == "check"), ())


def rerun_section(game: Game, source: Source, record: Record) -> Section:
    blocks: tuple[Block, ...] = (
        Words(
            "Every figure can be had again, the decision-free ones as fractions too. A definition "
            "other than the one on the first page is another game, other rules or other pay "
            "tables; the same inputs print the same bytes. A line that ends in a backslash goes on "
            "in the next: copied together they are one command."
        ),
        Code(install()),
        Code(odds_again(game, source)),
        Code(report_again(game, source, record)),
    )
    if source.text:
        blocks += (Words(f"{source.name} contains:"), Code(source.text))
    return Section("How to run it again", blocks)
