"""A session as people read it: both sides, the bands of the house's win, the risk of ruin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from holecard.money import MINUS, money_text
from holecard.rows import Cells, columns, html_tables
from holecard.wagers.definition import SHORT

if TYPE_CHECKING:
    from holecard.lab.session import Session


def session_text(found: Session) -> str:
    lines = [
        f"{found.game.name}   [{found.game.line}]   {found.definition_hash[:SHORT]}",
        f"{headline(found)}; {found.odds.method}, added up exactly",
        *([f"play: {found.chosen}"] if found.chosen else []),
        "",
        columns(side_cells(found)),
        "",
        columns(band_cells(found)),
    ]
    if found.ruin:
        lines += ["", ruin_text(found)]
    return "\n".join(lines)


def session_html(found: Session) -> str:
    title = f"{found.game.name} [{found.game.line}]: {headline(found)}"
    ruined = f"<p>{ruin_text(found)}</p>" if found.ruin else ""
    return html_tables([side_cells(found), band_cells(found)], title) + ruined


def headline(found: Session) -> str:
    """`bonus-2 standard (wager, with burnout): 1,000 wagers settled at $5`."""
    condition = f" ({found.odds.condition})" if found.odds.condition else ""
    entry = f"{found.odds.id} {found.odds.paytable}{condition}"
    return f"{entry}: {found.rounds:,} {found.counted_in} at {money_text(found.stake)}"


def side_cells(found: Session) -> Cells:
    from holecard.lab.session import SHARES

    player, house = found.player, found.house
    sides = [["", "player", "house"]]
    sides.append(["expected", dollars(found.expected), dollars(found.house_expected)])
    sides.append(["standard deviation", dollars(player.deviation), dollars(house.deviation)])
    for word, mine, theirs in (
        ("ahead", player.ahead, house.ahead),
        ("even", player.even, house.even),
        ("behind", player.behind, house.behind),
    ):
        sides.append([word, f"{mine:.4%}", f"{theirs:.4%}"])
    for share in SHARES:
        row = [money_text(side.percentile(share)) for side in (player, house)]
        sides.append([f"{100 * share:g}% have at most", *row])
    return sides


def band_cells(found: Session) -> Cells:
    bands = [["win of the house", "rounds", "from", "to"]]
    for band in found.bands:
        ends = f"{band.low:.3%}", f"{band.high:.3%}"
        bands.append([f"{100 * band.share:g}% of the time", f"{band.rounds:,}", *ends])
    return bands


def ruin_text(found: Session) -> str:
    risk = found.ruin
    if risk is None:
        return ""
    return (
        f"risk of ruin with {money_text(risk.bankroll)}: {risk.within:.6%} within "
        f"{risk.rounds:,} {found.counted_in} (exact recursion), {risk.ever:.6%} in the long run "
        f"({risk.ever_method})"
    )


def dollars(cents: float) -> str:
    """`$1,234.56`, `−$0.40`: an expected amount, which need not be whole cents."""
    return (MINUS if cents < 0 else "") + f"${abs(cents) / 100:,.2f}"
