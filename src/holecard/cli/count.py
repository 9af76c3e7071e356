"""`holecard count`: which cards help a wager, how to count them, and what that wins."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from holecard.cli.rules import Decks, GameName, Settings, Soft17, ruled_game
from holecard.cli.session import OneTable, PlayFor, whole
from holecard.errors import BadDefinition, Unreadable
from holecard.rows import columns
from holecard.wagers.definition import SHORT

if TYPE_CHECKING:
    from holecard.lab.counting import Counting
    from holecard.odds.result import WagerOdds
    from holecard.wagers.game import Game

SEED = 7


def count(
    game: GameName,
    wager: Annotated[str, typer.Option("--wager", metavar="ID", help="Which wager.")],
    decks: Decks = None,
    h17: Soft17 = None,
    settings: Settings = None,
    paytable: OneTable = "",
    play: PlayFor = "main",
    level: Annotated[int, typer.Option(help="Largest tag, 1 to 4.")] = 2,
    cut: Annotated[float, typer.Option(help="Share of the shoe before the cut card.")] = 0.75,
    simulate: Annotated[
        str, typer.Option(metavar="ROUNDS", help="Deal shoes to the cut card as well: 1e7.")
    ] = "",
    seed: Annotated[int, typer.Option(help="The seed of that simulation.")] = SEED,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Show what removing each card does to a wager, the best count, and what it wins."""
    from holecard.lab.counting import counting

    if play not in ("main", "wager"):
        raise Unreadable(f"cannot read --play {play!r}: main or wager")
    if seed != SEED and not simulate:
        raise Unreadable("--seed is the simulation's: add --simulate ROUNDS, or leave it out")
    ruled = ruled_game(game, decks, h17, settings)
    if simulate:
        check_simulated(ruled, wager, play)
    found = counting(ruled, wager, paytable, play, level, cut)
    dealt = simulated(found, whole(simulate), seed, play) if simulate else None
    if as_json:
        typer.echo(json.dumps({**found.as_json(), "simulated": dealt}, indent=2))
    else:
        typer.echo(count_text(found) + (simulated_text(dealt) if dealt else ""))


def check_simulated(game: Game, wager: str, play: str) -> None:
    """Refuse what a simulated counter cannot bet, before anything is counted."""
    from holecard.lab.nets import known_entry, wager_of
    from holecard.odds.playbook import plays_for
    from holecard.wagers.wager import OFFER, RIDING

    found = wager_of(game, known_entry(game, wager))
    if found.kind == RIDING:
        raise BadDefinition(
            f"{wager} rides over several rounds, so a simulated count has no one depth to bet it "
            "at: leave --simulate out"
        )
    if found.kind == OFFER:
        raise BadDefinition(
            f"{wager} is decided in mid-round, where a simulated count is not read: leave "
            "--simulate out, the bound beside it is exact"
        )
    if play == "wager" and not plays_for(game, found):
        raise BadDefinition(f"{wager} needs no play of its own: leave --play wager out")


def simulated(found: Counting, rounds: int, seed: int, play: str) -> dict[str, Any]:
    """The same count at the same trigger and cut card, dealt by the simulator and played for what
    the figures are played for."""
    from fractions import Fraction

    from holecard.cards import RANKS, rank
    from holecard.experiment.simulation import simulate_game
    from holecard.odds.playbook import Playbook
    from holecard.simulator.card_count import read_count

    odds = found.effects.odds
    if found.tags is None or found.gain is None:
        raise BadDefinition(f"no tags follow {odds.id}, so there is none to simulate")
    tags: dict[str, int] = {}
    for row, tag in zip(found.effects.rows, found.tags.numbers, strict=True):
        for card in row.cards:
            name = RANKS[rank(card) - 1]
            if tags.setdefault(name, tag) != tag:
                raise BadDefinition(f"the simulator counts by rank: {name} has tags by suit here")
    text = " ".join(f"{name}:{tag}" for name, tag in tags.items())
    book = Playbook(found.game)
    ran = simulate_game(
        found.game,
        rounds,
        seed,
        play=book.for_wager(odds.id, odds.paytable) if play == "wager" else book,
        wagers=(odds.id,),
        penetration=Fraction(str(found.gain.cut)),
        count=read_count(text, f"{found.gain.trigger:.2f}"),
    )
    counted = ran.shoe["count"]
    rows = [row for row in counted["wagers"] if (row["id"], row["paytable"]) == key(odds)]
    return {"rounds": ran.rounds, "seed": seed, "play": ran.play, **counted, "wagers": rows}


def key(odds: WagerOdds) -> tuple[str, str]:
    return odds.id, odds.paytable


def simulated_text(dealt: dict[str, Any]) -> str:
    lines = [
        f"\nsimulated, {dealt['rounds']:,} rounds of one seat by {dealt['play']}, seed "
        f"{dealt['seed']}: at "
        f"{dealt['trigger']:+g} or more in {dealt['share_of_rounds']:.4%} of the rounds"
    ]
    lines += [
        f"  {row['ev']:+.4%} a bet (standard error {row['stderr']:.4%}), "
        f"{row['per_100_rounds']:+.4f} bets won per 100 rounds"
        for row in dealt["wagers"]
    ]
    return "\n".join(lines)


def count_text(found: Counting) -> str:
    from holecard.lab.counting import METHOD

    odds = found.effects.odds
    tags = found.tags.numbers if found.tags else ("-",) * len(found.effects.rows)
    fixed = any(row.fixed is not None for row in found.effects.rows)
    head = ["card", "in a deck", "effect on the player's value", *["by a fixed chart"] * fixed]
    table = [[*head, "tag"]]
    for row, tag in zip(found.effects.rows, tags, strict=True):
        moved = [f"{100 * row.effect:+.5f} points"]
        moved += [f"{100 * row.fixed:+.5f} points"] if row.fixed is not None else []
        table.append([row.name, str(row.number), *moved, f"{tag}"])
    lines = [
        f"{found.game.name}   [{found.game.line}]   {odds.hash_in(found.game)[:SHORT]}",
        f"{odds.id} {odds.paytable}: house edge {odds.house_edge:.4%} per {odds.per}; one card out",
        "",
        columns(table),
        "",
    ]
    return "\n".join([*lines, *gain_lines(found), *found.says, f"method: {METHOD}"])


def gain_lines(found: Counting) -> list[str]:
    tags, gain, slope = found.tags, found.gain, found.per_true_count
    if tags is None or gain is None or slope is None:
        return []
    return [
        f"tags up to {tags.level} follow the wager with correlation {tags.correlation:.4f}",
        f"one point of true count is worth {slope:+.4%}; the wager favours the player from "
        f"{gain.trigger:+.2f} on",
        f"cut at {gain.cut:.0%}: that is {gain.often:.4%} of the rounds, at "
        f"{gain.when_bet:+.4%} a bet: {gain.per_100:+.4f} bets won per 100 rounds dealt",
    ]
