"""`holecard design`: pay tables that meet targets under several rule sets at once."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from holecard.cli.rules import GameName, Settings, Soft17, check_left, read_key, ruled_game
from holecard.cli.session import Beside, OneTable, PlayFor
from holecard.errors import Unreadable
from holecard.rows import columns
from holecard.wagers.definition import SHORT

if TYPE_CHECKING:
    from holecard.lab.design import Designs


def design(
    game: GameName,
    wager: Annotated[str, typer.Option("--wager", metavar="ID", help="Which wager.")],
    edge: Annotated[str, typer.Option(help="House edge in percent: 3-6.")] = "3-6",
    hit: Annotated[str, typer.Option(help="Hit frequency in percent: 12 or 10-14.")] = "",
    deviation: Annotated[str, typer.Option(help="Standard deviation in wagers: 3-8.")] = "",
    top: Annotated[str, typer.Option(help="Top prize to one: 250 or 100-500.")] = "",
    decks: Annotated[str, typer.Option(help="Decks it must hold for: 1,2,6,8.")] = "",
    both_17: Annotated[
        bool, typer.Option("--both-17", help="It must hold whether soft 17 is hit or not.")
    ] = False,
    h17: Soft17 = None,
    settings: Settings = None,
    paytable: OneTable = "",
    play: PlayFor = "",
    beside: Beside = "",
    free_order: Annotated[
        bool, typer.Option("--free-order", help="A rarer outcome may pay less.")
    ] = False,
    strict: Annotated[bool, typer.Option("--strict", help="No two outcomes pay the same.")] = False,
    any_odds: Annotated[
        bool, typer.Option("--any-odds", help="Every whole number, not only those on felts.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Find pay tables with whole-number odds for a target edge, hit rate, deviation and prize."""
    from holecard.lab.design import design as search
    from holecard.lab.targets import HIT_SLACK, Targets, read_range, task

    if both_17 and h17 is not None:
        raise Unreadable("--both-17 goes over both soft-17 rules: leave out --h17 or --s17")
    if free_order and strict:
        raise Unreadable("--strict is about odds that rise with rarity: leave out --free-order")
    targets = Targets(
        edge=read_range(edge, "a house edge"),
        hit=read_range(hit, "a hit frequency", HIT_SLACK) if hit else None,
        deviation=read_range(deviation, "a standard deviation") if deviation else None,
        top=read_range(top, "a top prize") if top else None,
        monotone=not free_order,
        strict=strict,
        any_odds=any_odds,
    )
    if decks:
        by_hand = {"--set decks": any(read_key(one) == "decks" for one in settings or ())}
        check_left("--decks says for which shoes it must hold", by_hand)
    ruled = ruled_game(game, None, h17, settings)
    if play not in ("", "main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    asked = task(ruled, wager, read_decks(decks), both_17, paytable, play, beside)
    with stdout_kept():
        found = search(asked, targets)
    typer.echo(json.dumps(found.as_json(), indent=2) if as_json else design_text(found))


def read_decks(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    for word in words:
        if not (word.isdecimal() and word.isascii() and len(word) < 3):
            raise Unreadable(f"cannot read --decks {text!r}: numbers such as 1,2,6,8")
    return tuple(dict.fromkeys(int(word) for word in words))


@contextmanager
def stdout_kept() -> Iterator[None]:
    """The solver's library now and then writes a line of its own: to stderr, where it belongs."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        os.dup2(2, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def design_text(found: Designs) -> str:
    from holecard.lab.design import METHOD

    task = found.task
    names = [one.name for one in task.settings]
    head = ["", *(f"{number}" for number in range(1, len(found.found) + 1))]
    table = [head]
    for name in reversed(task.paid):
        table.append([name, *(str(one.table.pays(name)) for one in found.found)])
    table.append(["", *("" for _ in found.found)])
    for at, name in enumerate(names):
        table.append([f"edge {name}", *(f"{one.edges[at]:.3%}" for one in found.found)])
    table.append(["spread", *(f"{one.spread:.3%}" for one in found.found)])
    table.append(["std dev", *(f"{one.deviation:.3f}" for one in found.found)])
    table.append(["hit", *(f"{one.hit:.3%}" for one in found.found)])
    table.append(["on the front", *("yes" if one.best else "-" for one in found.found)])
    rest = [name for name in task.base.odds if name not in task.paid]
    kept = f"; kept as they are: {', '.join(rest)}" if rest else ""
    return "\n".join(
        [
            f"{task.game.name}   [{task.game.line}]   {found.definition_hash[:SHORT]}",
            f"{task.wager.id}: {len(found.found)} pay tables, least spread first; std dev and hit "
            f"under {names[0]}{kept}",
            "",
            columns(table),
            "",
            f"chances: {task.method}, per {task.settings[0].odds.per}; search: {METHOD}",
            *([f"play: {chosen}"] if (chosen := task.settings[0].chosen) else []),
        ]
    )
