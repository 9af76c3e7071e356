"""`holecard odds`: the exact odds of every wager of a game."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import (
    Decks,
    GameName,
    PayTables,
    Settings,
    Soft17,
    check_left,
    named_tables,
    read_key,
    ruled_game,
)
from holecard.errors import Unreadable
from holecard.money import read_money

if TYPE_CHECKING:
    from holecard.odds.playbook import Playbook
    from holecard.odds.pricing.pricer import Ask
    from holecard.wagers.game import Game

COMPARED_DECKS = (1, 2, 4, 6, 8)

Wagers = Annotated[
    list[str] | None, typer.Option("--wager", metavar="ID", help="Only this wager; repeatable.")
]
PlayFor = Annotated[
    str, typer.Option("--play", metavar="main|wager", help="What the seat plays for; both if left.")
]
Splits = Annotated[
    str, typer.Option("--splits", metavar="cdz-|cdp1|cdp", help="How split hands are played.")
]
ShoeText = Annotated[
    str, typer.Option("--shoe", help="An arbitrary shoe, such as 'A:23 2:24 ... T:96'.")
]
Removed = Annotated[
    str, typer.Option("--without", metavar="CARDS", help="Cards taken out of the shoe: 'As Kd'.")
]


def odds(
    game: GameName,
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    wagers: Wagers = None,
    paytables: PayTables = None,
    play: PlayFor = "",
    splits: Splits = "cdp1",
    shoe: ShoeText = "",
    without: Removed = "",
    meter: Annotated[
        str, typer.Option(metavar="MONEY", help="What is on a progressive meter, such as 25000.")
    ] = "",
    chart: Annotated[
        str,
        typer.Option(help="Price the main wager under a chart: total, mimic, never-bust, FILE."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="A row for each outcome.")] = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="A Markdown table.")] = False,
    fraction: Annotated[
        bool, typer.Option("--fraction", help="Exact fractions where no strategy is needed.")
    ] = False,
    outcomes: Annotated[bool, typer.Option("--outcomes", help="Outcome tables too.")] = False,
    compare: Annotated[
        bool, typer.Option("--compare", help="House edges over decks and both soft-17 rules.")
    ] = False,
) -> None:
    """Price every wager of a game (or of your own file.py) exactly."""
    forms = {"--json": as_json, "--csv": as_csv, "--markdown": as_markdown}
    check_forms([name for name, wanted in forms.items() if wanted], compare, chart)
    given: dict[str, Any]
    rows = {"--outcomes": outcomes, "--fraction": fraction}
    ruled = ruled_game(game, decks, h17, settings)
    ask = make_ask(ruled, wagers, paytables, play, splits, fraction, shoe, without)
    if meter:
        ask = replace(ask, meter=read_money(meter))
    check_tables(ask)
    if shoe and not compare:
        given = {"--decks": decks, **{"--set decks": set_by_hand(settings)["decks"]}}
        check_left("--shoe is the whole shoe", given)
    if compare:
        given = {
            "--shoe": shoe,
            "--without": without,
            "--chart": chart,
            "--decks": decks,
        }
        soft_17 = {"--h17 or --s17": h17 is not None, **compared_settings(settings)}
        check_left("--compare goes over full decks and both soft-17 rules", given | soft_17)
        check_left("--compare shows house edges", rows)
        show_comparison(ruled, ask, as_json)
    elif chart:
        given = {"--wager": wagers, "--paytable": paytables, "--play": play, **rows}
        check_left("--chart prices the main wager", given)
        show_chart_odds(ruled, ask, chart, as_json)
    else:
        check_left("--markdown is a table of wagers", rows if as_markdown else {})
        check_left("--csv holds plain numbers", {"--fraction": as_csv and fraction})
        show_odds(ruled, ask, as_json, as_csv, as_markdown, fraction, outcomes)


def check_forms(forms: list[str], compare: bool, chart: str) -> None:
    """Refuse what would be left out in silence."""
    if len(forms) > 1:
        raise Unreadable(f"{' and '.join(forms)} are two forms of one answer: ask for one")
    if forms and forms != ["--json"] and (compare or chart):
        raise Unreadable(f"{forms[0]} is not a form of this answer: as text, or with --json")


def check_tables(ask: Ask) -> None:
    """A pay table of a wager that is not asked for would change nothing."""
    unasked = [name for name in ask.paytables if ask.wagers and name not in ask.wagers]
    if unasked:
        raise Unreadable(f"--paytable names {', '.join(unasked)}: not among the --wager asked for")


def compared_settings(settings: list[str] | None) -> dict[str, bool]:
    """Rules that a comparison goes over, set by hand."""
    by_hand = set_by_hand(settings)
    return {f"--set {key}": by_hand[key] for key in ("decks", "hit_soft_17")}


def set_by_hand(settings: list[str] | None) -> dict[str, bool]:
    keys = {read_key(setting) for setting in settings or ()}
    return {key: key in keys for key in ("decks", "hit_soft_17")}


def make_ask(
    game: Game,
    wagers: list[str] | None,
    paytables: list[str] | None,
    play: str,
    splits: str,
    fraction: bool,
    shoe: str,
    without: str,
) -> Ask:
    from holecard.cards import read_cards
    from holecard.odds.composition import read_composition, shoe_of
    from holecard.odds.pricing.pricer import Ask

    if play not in ("", "main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    cards = read_composition(shoe) if shoe else shoe_of(game)
    if without:
        cards = cards.without(read_cards(without))
    return Ask(
        wagers=tuple(wagers or ()),
        paytables=named_tables(game, paytables),
        play=play,
        convention=splits,
        fractions=fraction,
        shoe=cards,
    )


def show_odds(
    game: Game,
    ask: Ask,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
    fraction: bool,
    outcomes: bool,
) -> None:
    from holecard.odds import format
    from holecard.odds.pricing.pricer import game_odds

    found = game_odds(game, ask)
    if as_json:
        typer.echo(json.dumps(found.as_json(fraction), indent=2))
    elif as_csv:
        typer.echo(format.as_csv(found), nl=False)
    elif as_markdown:
        typer.echo(format.markdown(found), nl=False)
    else:
        typer.echo(format.text(found, outcomes, fraction))


def show_comparison(game: Game, ask: Ask, as_json: bool) -> None:
    """One table: a row for each wager and pay table, a column for each rule set."""
    from dataclasses import replace

    from holecard import __version__
    from holecard.odds.composition import shoe_of
    from holecard.odds.pricing.pricer import game_odds
    from holecard.rows import columns

    edges: dict[tuple[str, str, str, str], dict[str, float]] = {}
    heads = []
    for h17 in (True, False):
        for decks in COMPARED_DECKS:
            head = f"{decks}D {'H17' if h17 else 'S17'}"
            heads.append(head)
            ruled = game.but(decks=decks, hit_soft_17=h17)
            found = game_odds(ruled, replace(ask, shoe=shoe_of(ruled)))
            for one in found.wagers:
                key = one.id, one.paytable, one.play, one.beside
                edges.setdefault(key, {})[head] = one.house_edge
    if as_json:
        rows = [
            {"id": wager, "paytable": name, "play": play}
            | ({"with": beside} if beside else {})
            | {"house_edge": row}
            for (wager, name, play, beside), row in edges.items()
        ]
        document = game.json_head("holecard.compare/1", __version__)
        typer.echo(json.dumps({**document, "wagers": rows}))
        return
    table = [["wager", "pay table", "play", *heads]]
    for (wager, name, play, beside), row in edges.items():
        condition = ", ".join(filter(None, (play, f"with {beside}" if beside else "")))
        table.append([wager, name, condition or "-", *(f"{row[head]:.4%}" for head in heads)])
    typer.echo(f"{game.name}: house edge, other rules as in [{game.line}]   {game.short_hash}\n")
    typer.echo(columns(table, left=3))


def show_chart_odds(game: Game, ask: Ask, chart: str, as_json: bool) -> None:
    from holecard import __version__
    from holecard.odds.charts.files import given_chart
    from holecard.odds.playbook import BEST, Playbook
    from holecard.odds.pricing.pricer import Pricer
    from holecard.wagers.definition import SHORT

    if chart == BEST:
        given_chart(
            chart, game
        )  # no chart, and refused as such: it is what charts are held against
    pricer = Pricer(game, ask, Playbook(game, chart, ask.convention, ask.shoe))
    figures = chart_figures(pricer.playbook)
    shoe = pricer.shoe_text
    if as_json:
        document = game.json_head("holecard.chart/1", __version__)
        document |= {"definition_hash": pricer.playbook.definition_hash}
        document |= {"shoe": shoe} if shoe else {}
        first = {key: value for key, value in figures[0].items() if key != "id"}
        typer.echo(json.dumps({**document, "chart": chart, **first, "wagers": figures}))
        return
    words, short = pricer.playbook.words, pricer.playbook.definition_hash[:SHORT]
    typer.echo(f"{game.name}   [{game.line}{f', shoe {shoe}' if shoe else ''}]   {short}")
    for one in figures:
        typer.echo(
            f"{words}: {one['id']} house edge {-one['ev']:.6%} per initial wager, exact; best play "
            f"{-one['best_ev']:.6%}; the chart costs {one['best_ev'] - one['ev']:.6%}"
        )


def chart_figures(book: Playbook) -> list[dict[str, Any]]:
    """The main wager under a chart, and with a payment made where the chart says what to burn."""
    from holecard.odds.charts.with_burn import BurnChart
    from holecard.wagers.wager import FEE, paid_entry

    main = book.game.mains[0]
    found = [(main.id, book.play, book.best, 0.0)]
    for fee in (wager for wager in book.game.wagers if wager.kind == FEE):
        if isinstance(book.paid.given, BurnChart):
            entry, share = paid_entry(main, fee), float(fee.share)
            found.append((entry, book.paid.play, book.paid.best, share))
    return [
        {
            "id": id,
            "ev": played.ev - paid,
            "best_ev": best.ev - paid,
            "wagered": played.wagered + paid,
        }
        for id, played, best, paid in found
    ]
