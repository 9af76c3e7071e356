"""The sections of exact figures: every wager's outcomes, and house edges by decks."""

from __future__ import annotations

from math import floor, log10

from holecard.lab.nets import wager_of
from holecard.odds.format import decimals, percent
from holecard.report.blocks import Block, Picture, Section, Table, Words
from holecard.report.facts import Facts, Key, key_of
from holecard.report.figures import edges_figure
from holecard.text.words import outcome_words


def name_of(facts: Facts, key: Key) -> str:
    """A wager with its pay table and play where it has several."""
    wager, table, play, beside = key
    several = len({one.paytable for one in facts.odds.wagers if one.id == wager}) > 1
    words = f"{wager} {table}" if several else wager
    words = f"{words}, for itself" if play == "wager" else words
    paid = beside and not wager.endswith(f"-{beside}")
    return f"{words}, with {beside}" if paid else words


def odds_section(facts: Facts) -> Section:
    rows = [
        (
            name_of(facts, key_of(one)), one.edge_text, percent(one.rtp, one.ev_error, 4),
            percent(one.hit_frequency, one.outcomes_error, 4),
            percent(one.push_frequency, one.outcomes_error, 4),
            decimals(one.std_dev, one.std_dev_error, 4),
            f"{one.skew:.2f}", str(one.max_win), f"{one.element_of_risk:.4%}",
        )
        for one in facts.odds.wagers
    ]  # fmt: skip
    head = ("wager", "house edge", "RTP", "hit", "push", "std dev", "skew", "max win", "per unit")
    blocks: list[Block] = [
        Words(f"Rules: {facts.game.line}. " + method_words(facts)),
        Table("summary", "House edge, return, frequency and deviation", head, tuple(rows)),
    ]
    for wager in dict.fromkeys(one.id for one in facts.firsts):
        blocks += outcome_tables(facts, wager)
    return Section("Wagers, pay tables and outcomes", tuple(blocks))


def method_words(facts: Facts) -> str:
    said: dict[str, list[str]] = {}
    for one in facts.odds.wagers:
        names = said.setdefault(f"{one.method}, per {one.per}", [])
        if one.id not in names:
            names.append(one.id)
    words = [f"{', '.join(names)}: {how}." for how, names in said.items()]
    notes = dict.fromkeys(note for one in facts.odds.wagers for note in one.notes)
    ours = [wager.id for wager in facts.game.wagers for table in wager.paytables if table.ours]
    if ours:
        words.append(f"The pay tables of {', '.join(ours)} are Holecard's own, not the sheet's.")
    if any(one.play == "wager" for one in facts.odds.wagers):
        words.append(
            "“For itself” is best play for that wager alone; otherwise for the main wager."
        )
    words += [f"{note[:1].upper()}{note[1:]}." for note in notes]
    return " ".join([*words, *tip_words(facts), "Per unit: house edge per unit wagered in all."])


def tip_words(facts: Facts) -> list[str]:
    return [
        f"{one.name}: the dealer's tip comes to {one.tip / 100:.4f} dollars a wager; of a $5 wager "
        f"the house keeps {one.edge_after_tips():.4%} after tips."
        for one in facts.firsts
        if one.tip
    ]


def outcome_tables(facts: Facts, wager: str) -> list[Block]:
    """One table of chances for a wager; a column of odds for each pay table with these chances."""
    entries = [one for one in facts.odds.wagers if one.id == wager and one.play in ("", "main")]
    first = entries[0]
    entries = [one for one in entries if one.beside == first.beside]
    single = len(entries) == 1
    heads = ["pays"] if single else [one.paytable for one in entries]
    rows = []
    definition = wager_of(facts.game, wager)
    for at, row in enumerate(first.outcomes):
        if row.probability <= 0:
            continue
        name = outcome_words(definition, row.id)
        pays = [str(one.outcomes[at].pays) for one in entries]
        error = row.error * abs(float(row.pays))
        returned = [decimals(row.returns, error, 10, "+")] if single else []
        chance = decimals(row.probability, row.error, 10)
        rows.append((name, chance, odds_against(row.probability, row.error), *pays, *returned))
    total = f"{sum(row.probability for row in first.outcomes):.10f}"
    value = decimals(first.row_ev, abs(first.row_ev - first.ev), 10, "+")
    last = ["", *([""] * len(entries)), *([value] if single else [])]
    head = ["outcome", "probability", "one in", *heads, *(["return"] if single else [])]
    caption = f"{first.name} ({wager}): every outcome" + ("" if single else ", odds by pay table")
    return [
        Table(
            f"outcomes-{wager}", caption, tuple(head),
            (*rows, ("all", total, *last)), total=True,
        )
    ]  # fmt: skip


def odds_against(chance: float, error: float) -> str:
    """One in so many, to a hundredth or the nearest whole, or as far as it is right."""
    one_in = 1 / chance
    most = 2 if one_in < 1000 else 0
    known = floor(-log10(2 * error * one_in**2)) if error > 0 else most
    return f"{round(one_in, min(known, most)):,.{max(0, min(known, most))}f}"


def edge_section(facts: Facts) -> Section:
    blocks: list[Block] = []
    for h17, words in ((True, "hits"), (False, "stands on")):
        decks = [number for number in facts.decks if (number, h17) in facts.edges]
        keys = list(dict.fromkeys(k for n in decks for k in facts.edges[n, h17]))
        rows = [
            (
                name_of(facts, key),
                *(f"{facts.edges[n, h17][key]:.4%}" if key in facts.edges[n, h17] else "–"  # noqa: RUF001
                  for n in decks),
            )
            for key in keys
        ]  # fmt: skip
        head = ("wager", *(f"{number} deck{'s' * (number > 1)}" for number in decks))
        caption = f"House edge, the dealer {words} soft 17; other rules as above"
        name = f"edges-{'h17' if h17 else 's17'}"
        blocks.append(Table(name, caption, head, tuple(rows)))
    lines = [
        (one.name, n, h17, facts.edges[n, h17][key_of(one)])
        for one in facts.firsts
        for n, h17 in facts.edges
        if key_of(one) in facts.edges[n, h17]
    ]
    figure = edges_figure(lines)
    caption = "House edge by decks; dashed where the dealer stands on soft 17"
    return Section("House edge by decks", (*blocks, Picture(caption, figure.svg(), figure.alt)))
