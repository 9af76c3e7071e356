"""`holecard odds`: the exact odds of every wager of a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import (
    Decks,
    GameName,
    PayTables,
    Settings,
    Soft17,
    named_tables,
    ruled_game,
)
from holecard.errors import Unreadable

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
    ruled = ruled_game(game, decks, h17, settings)
    ask = make_ask(ruled, wagers, paytables, play, splits, fraction, shoe, without)
    if compare:
        check_left(
            "--compare goes over full decks",
            {"--shoe": shoe, "--without": without, "--chart": chart},
        )
        show_comparison(ruled, ask, as_json)
    elif chart:
        check_left("--chart prices the main wager", {"--wager": wagers, "--paytable": paytables})
        show_chart_odds(ruled, ask, chart, as_json)
    else:
        show_odds(ruled, ask, as_json, as_csv, as_markdown, fraction, outcomes)


def check_forms(forms: list[str], compare: bool, chart: str) -> None:
    """Refuse what would be left out in silence."""
    if len(forms) > 1:
        raise Unreadable(f"{' and '.join(forms)} are two forms of one answer: ask for one")
    if forms and forms != ["--json"] and (compare or chart):
        raise Unreadable(f"{forms[0]} is not a form of this answer: as text, or with --json")


def check_left(why: str, given: dict[str, Any]) -> None:
    found = [name for name, value in given.items() if value]
    if found:
        raise Unreadable(f"{why}: leave out {' and '.join(found)}")


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
    from holecard.odds.composition import full_decks, read_composition
    from holecard.odds.pricing.pricer import Ask

    if play not in ("", "main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    cards = read_composition(shoe) if shoe else full_decks(game.rules.decks)
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

    from holecard.odds.composition import full_decks
    from holecard.odds.pricing.pricer import game_odds
    from holecard.rows import columns

    edges: dict[tuple[str, str, str], dict[str, float]] = {}
    heads = []
    for h17 in (True, False):
        for decks in COMPARED_DECKS:
            head = f"{decks}D {'H17' if h17 else 'S17'}"
            heads.append(head)
            ruled = game.but(decks=decks, hit_soft_17=h17)
            found = game_odds(ruled, replace(ask, shoe=full_decks(decks)))
            for one in found.wagers:
                edges.setdefault((one.id, one.paytable, one.play), {})[head] = one.house_edge
    if as_json:
        rows = [
            {"id": key[0], "paytable": key[1], "play": key[2], "house_edge": row}
            for key, row in edges.items()
        ]
        typer.echo(json.dumps({"schema": "holecard.compare/1", "game": game.id, "wagers": rows}))
        return
    table = [["wager", "pay table", "play", *heads]]
    for (wager, name, play), row in edges.items():
        table.append([wager, name, play or "-", *(f"{row[head]:.4%}" for head in heads)])
    typer.echo(f"{game.name}: house edge, other rules as in [{game.line}]\n")
    typer.echo(columns(table, left=3))


def show_chart_odds(game: Game, ask: Ask, chart: str, as_json: bool) -> None:
    from holecard.odds.charts.files import given_chart
    from holecard.odds.playbook import BEST, Playbook
    from holecard.odds.pricing.pricer import Pricer

    if chart == BEST:
        given_chart(
            chart, game
        )  # no chart, and refused as such: it is what charts are held against
    pricer = Pricer(game, ask, Playbook(game, chart, ask.convention, ask.shoe))
    figures = chart_figures(pricer.playbook)
    shoe = pricer.shoe_text
    if as_json:
        document = {"schema": "holecard.chart/1", "game": game.id, "rules_line": game.line}
        document |= {"shoe": shoe} if shoe else {}
        first = {key: value for key, value in figures[0].items() if key != "id"}
        typer.echo(json.dumps({**document, "chart": chart, **first, "wagers": figures}))
        return
    typer.echo(f"{game.name}   [{game.line}{f', shoe {shoe}' if shoe else ''}]")
    for one in figures:
        typer.echo(
            f"{chart}: {one['id']} house edge {-one['ev']:.6%} per initial wager, exact; best play "
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
