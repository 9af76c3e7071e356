"""`holecard session`: what a wager comes to after many rounds, exactly."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game
from holecard.errors import Unreadable
from holecard.money import money_text, read_money

if TYPE_CHECKING:
    from holecard.lab.session import Session
    from holecard.odds.result import WagerOdds
    from holecard.wagers.game import Game

OneWager = Annotated[str, typer.Option("--wager", metavar="ID", help="Which wager of the game.")]
OneTable = Annotated[
    str, typer.Option("--paytable", metavar="NAME", help="Its pay table; the first if left.")
]
PlayFor = Annotated[
    str, typer.Option("--play", metavar="main|wager", help="What the seat plays for; main if left.")
]


def session(
    game: GameName,
    wager: OneWager = "",
    rounds: Annotated[str, typer.Option(help="Rounds played, such as 1000 or 1e6.")] = "1000",
    stake: Annotated[str, typer.Option(help="Dollars a round; the least if left.")] = "",
    bankroll: Annotated[str, typer.Option(help="Dollars to start with: risk of ruin.")] = "",
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    paytable: OneTable = "",
    play: PlayFor = "main",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Say what a player and the house have after many rounds, without simulation."""
    from holecard.lab.nets import wager_of
    from holecard.lab.session import session as play_session
    from holecard.lab.setup import usual_stake

    ruled = ruled_game(game, decks, h17, settings)
    odds = one_wager(ruled, wager, paytable, play)
    cents = read_money(stake) if stake else usual_stake(wager_of(ruled, odds.id))
    found = play_session(
        ruled, odds, whole(rounds), cents, read_money(bankroll) if bankroll else None
    )
    typer.echo(json.dumps(found.as_json(), indent=2) if as_json else session_text(found))


def one_wager(game: Game, wager: str, paytable: str, play: str) -> WagerOdds:
    """The odds of one wager under one pay table; the first main wager without a name."""
    from holecard.lab.nets import known_entry, wager_of
    from holecard.odds.pricing.pricer import Ask, game_odds

    if play not in ("main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    name = known_entry(game, wager or game.mains[0].id)
    tables = {name: wager_of(game, name).table(paytable).name} if paytable else {}
    found = game_odds(game, Ask(wagers=(name,), paytables=tables, play=play)).wagers
    return found[0]


def whole(text: str) -> int:
    """A whole number from `1000`, `1_000` or `1e6`."""
    from holecard.lab.distribution import read_rounds

    return read_rounds(text)


def session_text(found: Session) -> str:
    from holecard.lab.session import SHARES
    from holecard.odds.format import columns

    odds, player, house = found.odds, found.player, found.house
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
    bands = [["hold of the house", "rounds", "from", "to"]]
    for band in found.bands:
        ends = f"{band.low:.3%}", f"{band.high:.3%}"
        bands.append([f"{100 * band.share:g}% of the time", f"{band.rounds:,}", *ends])
    lines = [
        f"{found.game.name}   [{found.game.line}]   {found.game.definition_hash}",
        f"{odds.id} {odds.paytable}: {found.rounds:,} {found.counted_in} at "
        f"{money_text(found.stake)}; {odds.method}, added up exactly",
        "",
        columns(sides),
        "",
        columns(bands),
    ]
    if found.ruin:
        lines += ["", ruin_text(found)]
    return "\n".join(lines)


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
    """`$1,234.56`, `-$0.40`: an expected amount, which need not be whole cents."""
    return ("-" if cents < 0 else "") + f"${abs(cents) / 100:,.2f}"
