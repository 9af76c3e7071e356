"""The sections from the lab: a session with its bands, and counting."""

from __future__ import annotations

from holecard.cards import RANKS, rank
from holecard.lab.counting import Counting
from holecard.lab.session import Session
from holecard.lab.tolerance import ROUNDS
from holecard.money import money_text
from holecard.report.blocks import Block, Picture, Section, Table, Words
from holecard.report.entries import key_of, name_of
from holecard.report.facts import Facts
from holecard.report.figures import session_figure
from holecard.report.sections.printed_counts import count_in_print
from holecard.wagers.wager import RIDING

DASH = "–"  # noqa: RUF001
COUNT_WORDS = (
    "What taking one card out of the full shoe does to the player's value, in points: each a "
    "recount of the whole shoe, best play found again where the seat plays. Tags are the best "
    "balanced whole numbers up to 2. The bet favours the player from the trigger (running count "
    "per 52 cards left) on; how often, and what a counter wins who bets one unit there and nothing "
    "elsewhere, to a cut card at three quarters, take the value along a straight line in the count."
)
RIDING_WORDS = (
    "not here, for a bet that rides is settled over several rounds; holecard count has each by "
    "itself, all its rounds from one shoe"
)
BOUND_WORDS = (
    "That no single card matters does not make a wager safe. The bound is what a player wins who "
    "knows every card that is left and bets one unit whenever the shoe favours the player, to the "
    "same cut card: no count wins more on a wager without decisions. Between stands the best of "
    "four counts of how uneven suits or ranks have become; others were not tried. Sampled figures "
    "have their standard error beside them."
)
PERCENTILES = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)


def session_section(facts: Facts) -> Section:
    rows = [session_row(one) for one in facts.sessions]
    heads = (f"{100 * share:g}%" for share in PERCENTILES)
    head = ("wager", "stake", "expected", "std dev", *heads, "ahead")
    main = facts.sessions[0]
    figure = session_figure(main)
    words = (
        f"The player's result after {facts.rounds:,} rounds (riding bets: bets settled; offers: "
        "offers taken) at a flat stake, from the exact outcomes of one round, added up by Fourier "
        "transform: no simulation. A column headed 5% is the result that 5 sessions in 100 do not "
        "exceed. The house's result is the opposite, less tips it pays."
    )
    blocks: list[Block] = [
        Words(words),
        Table("session", f"Session of {facts.rounds:,} rounds, in dollars", head, tuple(rows),
              left=1),
        Picture(f"{main.odds.name}: result of {main.rounds:,} rounds", figure.svg(), figure.alt),
        band_table(facts),
    ]  # fmt: skip
    return Section("A session, and the bands to watch", tuple(blocks))


def session_row(one: Session) -> tuple[str, ...]:
    player = one.player
    return (
        one.odds.id,
        money_text(one.stake),
        f"{one.expected / 100:,.2f}",
        f"{player.deviation / 100:,.2f}",
        *(f"{player.percentile(share) / 100:,.0f}" for share in PERCENTILES),
        f"{player.ahead:.2%}",
    )


def band_table(facts: Facts) -> Table:
    """A row for each wager and chance; where a play is worse for the house, for that play too."""
    rows = []
    for odds, bands in facts.bands:
        name = name_of(facts.odds.wagers, key_of(odds))
        for share in dict.fromkeys(band.share for band in bands):
            cells = [
                f"{100 * band.low:.2f} to {100 * band.high:.2f}"
                for band in bands
                if band.share == share
            ]
            rows.append((name, f"{100 * share:g}%", *cells))
    head = ("wager", "chance", *(f"{number:,}" for number in ROUNDS))
    caption = "Win of the house by rounds, in percent of initial wagers: outside is an alarm"
    return Table("bands", caption, head, tuple(rows), left=2)


def count_section(facts: Facts) -> Section:
    if not facts.counts:
        return Section("Counting", ())
    ranks = deck_ranks(facts)
    rows = tuple(
        (one.effects.odds.id, *(f"{100 * by_rank[r]:+.3f}" for r in ranks))
        for one in facts.counts
        for by_rank in (effect_by_rank(one),)
    )
    tagged = tuple(tag_row(one, ranks) for one in facts.counts if one.tags)
    return Section(
        "Counting",
        (
            Words(COUNT_WORDS),
            Table("effects", "Effect of removing one card, in points", ("wager", *ranks), rows),
            Table("tags", "Tags", ("wager", *ranks), tagged),
            Table("gains", "What the best count by tags gains",
                  ("wager", "correlation", "per true count", "trigger", "rounds bet",
                   "won per 100"), tuple(gain_row(one) for one in facts.counts)),
            Words(BOUND_WORDS),
            Table("bounds", "The best count of uneven suits or ranks, and the bound on every count",
                  ("wager", "uneven count", "won per 100", "error", "bound: rounds bet",
                   "won per 100", "error"), tuple(bound_row(one) for one in facts.counts), left=2),
            *(Words(words) for words in count_notes(facts)),
            *count_in_print(facts),
        ),
    )  # fmt: skip


def bound_row(one: Counting) -> tuple[str, ...]:
    uneven, best = one.imbalance, one.bound
    count = (DASH, DASH, DASH)
    if uneven is not None:
        count = (
            f"{uneven.way.name} from {uneven.trigger:g}", f"{uneven.per_100:+.4f}",
            f"{uneven.stderr:.4f}",
        )  # fmt: skip
    bound = (DASH, DASH, DASH)
    if best is not None and best.shoes:
        bound = (f"{best.often:.2%}", f"{best.per_100:+.4f}", f"{best.stderr:.4f}")
    elif best is not None:
        bound = (f"{best.often:.4%}", f"{best.per_100:+.6f}", "exact")
    return (one.effects.odds.id, *count, *bound)


def count_notes(facts: Facts) -> list[str]:
    """What the figures do not say of themselves, each once, with the wagers it holds for."""
    said: dict[str, list[str]] = {}
    for one in facts.counts:
        ways = [one.imbalance.way] if one.imbalance else []
        named = [f"{way.name} is the {way.says}" for way in ways]
        how = [f"the bound is {one.bound.method}"] if one.bound else []
        for words in (*how, *named, *one.notes):
            said.setdefault(words, []).append(one.effects.odds.id)
    rides = [one.id for one in facts.firsts if facts.wager(one).kind == RIDING]
    if rides:
        said[RIDING_WORDS] = list(dict.fromkeys(rides))
    return [f"{', '.join(names)}: {words}." for words, names in said.items()]


def effect_by_rank(one: Counting) -> dict[str, float]:
    """The effect of a rank, over its suits where they differ."""
    found: dict[str, list[float]] = {}
    for row in one.effects.rows:
        for card in row.cards:
            found.setdefault(RANKS[rank(card) - 1], []).append(row.effect)
    return {name: sum(effects) / len(effects) for name, effects in found.items()}


def deck_ranks(facts: Facts) -> tuple[str, ...]:
    """The ranks the game's deck has."""
    held = {rank(card) for card in facts.game.answers.deck}
    return tuple(name for place, name in enumerate(RANKS, start=1) if place in held)


def tag_row(one: Counting, ranks: tuple[str, ...]) -> tuple[str, ...]:
    tags = one.tags.numbers if one.tags else (0,) * len(one.effects.rows)
    found: dict[str, set[int]] = {}
    for row, tag in zip(one.effects.rows, tags, strict=True):
        for card in row.cards:
            found.setdefault(RANKS[rank(card) - 1], set()).add(tag)
    cells = ("/".join(str(tag) for tag in sorted(found[name])) for name in ranks)
    return (one.effects.odds.id, *cells)


def gain_row(one: Counting) -> tuple[str, ...]:
    name = one.effects.odds.id
    if one.tags is None or one.gain is None or one.per_true_count is None:
        return (name, "no tags", DASH, DASH, DASH, DASH)
    gain = one.gain
    return (
        name, f"{one.tags.correlation:.4f}", f"{one.per_true_count:+.4%}", f"{gain.trigger:+.2f}",
        f"{gain.often:.4%}", f"{gain.per_100:+.4f}",
    )  # fmt: skip
