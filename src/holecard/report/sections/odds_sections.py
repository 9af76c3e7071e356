"""The sections of exact figures: every wager's outcomes, and house edges by decks."""

from __future__ import annotations

from math import fsum
from statistics import NormalDist

from holecard.odds.format import decimals, offer_words, percent
from holecard.odds.result import WagerOdds
from holecard.report.blocks import Block, Picture, Section, Table, Words
from holecard.report.entries import condition_words, key_of, name_of
from holecard.report.facts import Facts
from holecard.report.figures import edges_figure
from holecard.report.sections.outcome_tables import outcome_blocks

DASH = "–"  # noqa: RUF001
SHARES = (0.90, 0.95, 0.99)
ELSEWHERE = (
    "Play for a streak (for itself) is priced under the rules in force only; under others by "
    "holecard odds --play wager, with --decks, --h17 or --s17."
)


def odds_section(facts: Facts) -> Section:
    rows = [summary_cells(facts, one) for one in facts.odds.wagers]
    head = ("wager", "house edge", "RTP", "hit", "push", "std dev", "skew", "max win", "per unit")
    blocks: list[Block] = [
        Words(f"Rules: {facts.odds.line}. {reading_words(facts)}"),
        Table("summary", "House edge, return, frequency and deviation", head, tuple(rows)),
        play_table(facts),
        volatility_table(facts),
    ]
    for wager in dict.fromkeys(
        one.id for one in facts.odds.wagers if not shares_table(facts, one.id)
    ):
        blocks += outcome_blocks(facts, wager)
    return Section("Wagers, pay tables and outcomes", tuple(blocks))


def summary_cells(facts: Facts, one: WagerOdds) -> tuple[str, ...]:
    return (
        name_of(facts.odds.wagers, key_of(one)), one.edge_text, percent(one.rtp, one.ev_error, 4),
        percent(one.hit_frequency, one.outcomes_error, 4),
        percent(one.push_frequency, one.outcomes_error, 4),
        decimals(one.std_dev, one.std_dev_error, 4), decimals(one.skew, skew_error(one), 2),
        str(one.max_win), percent(one.element_of_risk, one.ev_error / one.wagered, 4),
    )  # fmt: skip


def skew_error(one: WagerOdds) -> float:
    """What the error of each row can do to the third moment, and to the deviation below it."""
    if not one.std_dev:
        return 0.0
    cubes = fsum(row.error * abs(float(row.pays) - one.row_ev) ** 3 for row in one.outcomes)
    return cubes / one.std_dev**3 + 3 * abs(one.skew) * one.std_dev_error / one.std_dev


def shares_table(facts: Facts, wager: str) -> bool:
    """Whether a wager has the outcomes and odds of another: a token for the dealer."""
    return wager in facts.game.wagers_by_id and bool(facts.game.wager(wager).table_of)


def reading_words(facts: Facts) -> str:
    words = [
        "Per unit is the house edge per unit wagered in all. The figures are for the play and the "
        "condition that the next table names; figures of different ways of playing are not to be "
        "added up, for no one plays both ways. Ways are equally likely deals, counted in whole "
        "numbers. Where a play is followed there are chances and no count."
    ]
    ours = [wager.id for wager in facts.game.wagers for table in wager.paytables if table.ours]
    if ours:
        words.append(f"The pay tables of {', '.join(ours)} are Holecard's own, not the sheet's.")
    return " ".join([*words, *tip_words(facts)])


def tip_words(facts: Facts) -> list[str]:
    return [
        f"{one.name}: the dealer's tip comes to {one.tip / 100:.4f} dollars a wager; of a $5 wager "
        f"the house keeps {one.edge_after_tips():.4%} after tips."
        for one in facts.firsts
        if one.tip
    ]


def play_table(facts: Facts) -> Table:
    """What each figure takes for granted, figures with the same condition together."""
    said: dict[tuple[str, str, str], list[str]] = {}
    for one in facts.odds.wagers:
        offered = [offer_words(one.offered)] if one.offered else []
        notes = "; ".join((*offered, *one.notes))
        key = condition_words(one), one.per, f"{notes[:1].upper()}{notes[1:]}"
        said.setdefault(key, []).append(name_of(facts.odds.wagers, key_of(one)))
    rows = tuple(
        (", ".join(names), how, per, notes or DASH) for (how, per, notes), names in said.items()
    )
    return Table(
        "plays", "The play each figure is for", ("figures", "play", "per", "conditions"), rows,
        prose=True, widths=(24, 26, 16, 34),
    )  # fmt: skip


def volatility_table(facts: Facts) -> Table:
    """Deviation times the normal quantile: the return of N rounds stays within this over the root
    of N, with that chance, for N so large that the sum is normal."""
    quantiles = [NormalDist().inv_cdf((1 + share) / 2) for share in SHARES]
    rows = [
        (
            name_of(facts.odds.wagers, key_of(one)),
            decimals(one.variance, 2 * one.std_dev * one.std_dev_error, 4),
            *(decimals(z * one.std_dev, z * one.std_dev_error, 4) for z in quantiles),
            *(percent(quantiles[1] * one.std_dev / 10 ** (power / 2),
                      quantiles[1] * one.std_dev_error / 10 ** (power / 2), 4)
              for power in (3, 4, 5, 6)),
        )
        for one in facts.odds.wagers
    ]  # fmt: skip
    head = (
        "wager", "variance", *(f"index at {share:.0%}" for share in SHARES),
        "1,000: ±", "10,000: ±", "100,000: ±", "1,000,000: ±",
    )  # fmt: skip
    caption = (
        "Volatility index (deviation times the normal quantile), and the return's 95% tolerance "
        "by rounds, index over root of rounds; exact bands follow below"
    )
    return Table("volatility", caption, head, tuple(rows))


def edge_section(facts: Facts) -> Section:
    blocks: list[Block] = [Words(ELSEWHERE)] if facts.elsewhere.play else []
    for h17, words in ((True, "hits"), (False, "stands on")):
        decks = [number for number in facts.decks if (number, h17) in facts.edges]
        keys = list(dict.fromkeys(k for n in decks for k in facts.edges[n, h17]))
        rows = [
            (
                name_of(facts.odds.wagers, key),
                *(f"{facts.edges[n, h17][key]:.4%}" if key in facts.edges[n, h17] else DASH
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
