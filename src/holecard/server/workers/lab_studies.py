"""The lab's studies, as a worker makes them: sessions, designs and counts, each with its figure."""

from __future__ import annotations

from holecard.errors import MissingExtra
from holecard.lab.counting import METHOD as COUNT_METHOD
from holecard.lab.counting import counting
from holecard.lab.design import METHOD as DESIGN_METHOD
from holecard.lab.design import design
from holecard.lab.distribution import check_rounds, read_rounds
from holecard.lab.nets import SEAT, wager_of
from holecard.lab.ruin import Ruin, check_bankroll
from holecard.lab.session import METHOD, SHARES, Session, session
from holecard.lab.setup import Setup, odds_text
from holecard.lab.targets import HIT_SLACK, Range, Targets, read_range, task
from holecard.money import read_money
from holecard.odds.charts.cell_words import TEN, card_words
from holecard.server.wire.games import condition_words
from holecard.server.wire.lab_answers import (
    CountRow,
    DesignFound,
    Drawn,
    LabCounting,
    LabDesigns,
    LabSession,
    SessionBand,
    SessionBin,
    SessionRuin,
    SessionSide,
    SidePercentile,
)
from holecard.server.workers.lab_odds import checked, entry_of, table_named, worst_of
from holecard.text.words import outcome_words

CHART_BINS = 90


def session_of(
    setup: Setup, wager: str, table: str, play: str, rounds: str, stake: str, bankroll: str,
    width: int, beside: str = "",
) -> str:  # fmt: skip
    """Amounts as people type them: what cannot be read is refused before anything is solved."""
    game = checked(setup, wager, table, play, beside)
    number = read_rounds(rounds)
    check_rounds(number)
    cents = read_money(stake)
    wager_of(game, wager).check_limits(cents, SEAT)
    purse = read_money(bankroll) if bankroll.strip() else None
    if purse is not None:
        check_bankroll(cents, purse)
    odds = entry_of(setup, wager, table, play, beside)
    found = session(game, odds, number, cents, purse, watched=worst_of(setup, wager, table))
    return session_seen(found, width).model_dump_json()


def session_seen(found: Session, width: int) -> LabSession:
    player, house = found.player, found.house
    risk = found.ruin
    return LabSession(
        rules_line=found.game.line,
        method=f"{METHOD}; the round: {found.odds.method}",
        condition=condition_words(found.game, found.odds),
        watched=condition_words(found.game, found.watched or found.odds),
        counted_in=found.counted_in,
        rounds=found.rounds,
        stake=found.stake,
        player=side_seen(found, "player", found.expected, width),
        house=side_seen(found, "house", found.house_expected, width),
        percentiles=[
            SidePercentile(
                share=share, player=player.percentile(share), house=house.percentile(share)
            )
            for share in SHARES
        ],
        bands=[
            SessionBand(rounds=one.rounds, share=one.share, low=one.low, high=one.high)
            for one in found.bands
        ],
        ruin=None if risk is None else ruin_seen(risk),
    )


def side_seen(found: Session, whose: str, expected: float, width: int) -> SessionSide:
    side = found.house if whose == "house" else found.player
    return SessionSide(
        expected=expected,
        std_dev=side.deviation,
        ahead=side.ahead,
        even=side.even,
        behind=side.behind,
        bins=[
            SessionBin(low=low, high=high, probability=chance)
            for low, high, chance in side.bins(CHART_BINS)
        ],
        figure=drawn("session_figure", width, found, whose),
    )


def ruin_seen(risk: Ruin) -> SessionRuin:
    return SessionRuin(
        bankroll=risk.bankroll, within=risk.within, ever=risk.ever, ever_method=risk.ever_method
    )


def drawn(name: str, width: int, *of: object) -> Drawn | None:
    """A figure in the page's colours; none where the drawing extra is not installed."""
    from holecard.report import figures

    figure = getattr(figures, name)(*of)
    try:
        return Drawn(svg=figure.page_svg(width), alt=figure.alt)
    except MissingExtra:
        return None


def targets_of(wanted: dict[str, str], flags: tuple[str, ...]) -> Targets:
    """Targets as people type them: `3-6`, or nothing."""

    def ranged(key: str, what: str, slack: float = 0.0) -> Range | None:
        text = wanted.get(key, "")
        return read_range(text, what, slack) if text.strip() else None

    return Targets(
        edge=read_range(wanted.get("edge", ""), "a house edge"),
        hit=ranged("hit", "a hit frequency", HIT_SLACK),
        deviation=ranged("deviation", "a standard deviation"),
        top=ranged("top", "a top prize"),
        monotone="free-order" not in flags,
        strict="strict" in flags,
        any_odds="any-odds" in flags,
    )


def designs_of(
    setup: Setup, wager: str, table: str, wanted: tuple[tuple[str, str], ...],
    decks: tuple[int, ...], flags: tuple[str, ...], width: int,
) -> str:  # fmt: skip
    targets = targets_of(dict(wanted), flags)
    both = "both-17" in flags
    game = checked(setup, wager, table, "")
    asked = task(game, wager, decks, both, table_named(game, wager, table))
    found = design(asked, targets)
    return LabDesigns(
        rules_line=game.line,
        wager=wager,
        table=table,
        method=DESIGN_METHOD,
        condition=condition_words(game, asked.settings[0].odds),
        settings=[one.name for one in asked.settings],
        paid=list(reversed(asked.paid)),
        paid_says=[outcome_words(asked.wager, name) for name in reversed(asked.paid)],
        found=[
            DesignFound(
                pays={name: odds_text(one.table.pays(name)) for name in one.table.odds},
                edges=list(one.edges),
                spread=one.spread,
                std_dev=one.deviation,
                hit_frequency=one.hit,
                top=odds_text(one.top),
                front=one.best,
            )
            for one in found.found
        ],
        figure=drawn("design_figure", width, found),
    ).model_dump_json()


def counting_of(
    setup: Setup, wager: str, table: str, play: str, level: int, cut: float, width: int
) -> str:
    game = checked(setup, wager, table, play)
    named = table_named(game, wager, table)
    found = counting(game, wager, named, play or "main", level, cut)
    tags = found.tags.numbers if found.tags else (None,) * len(found.effects.rows)
    gain, best = found.gain, found.bound
    return LabCounting(
        rules_line=game.line,
        method=COUNT_METHOD,
        condition=condition_words(game, found.effects.odds),
        ev=float(found.effects.odds.ev),
        rows=[
            CountRow(
                card=row.name,
                says=counted_words(row.name, row.number),
                cards=row.number,
                effect=row.effect,
                tag=tag,
            )
            for row, tag in zip(found.effects.rows, tags, strict=True)
        ],
        correlation=found.tags.correlation if found.tags else None,
        per_true_count=found.per_true_count,
        trigger=gain.trigger if gain else None,
        cut=cut,
        often=gain.often if gain else None,
        when_bet=gain.when_bet if gain else None,
        per_100=gain.per_100 if gain else None,
        bound_often=best.often if best else None,
        bound_per_100=best.per_100 if best else None,
        bound_stderr=best.stderr if best else None,
        says=list(found.says),
        figure=drawn("effects_figure", width, found.effects),
    ).model_dump_json()


def counted_words(name: str, number: int) -> str:
    """The cards of a row, of which a deck has so many: tens and faces are one card to most bets."""
    if name == TEN:
        return {16: "10 J Q K", 12: "J Q K"}.get(number, card_words(name))
    return name.replace(TEN, card_words(TEN))
