"""`holecard verify`: check a finished shoe, and every round that was dealt from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from holecard.cli.rules import GameFiles, bring_games
from holecard.errors import HolecardError, Unreadable


class NotFair(HolecardError):
    """The shoe, or a round dealt from it, does not check out."""

    code = "fairness/broken"
    exit_code = 1


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A shoe's proof, as JSON.")],
    commitment: Annotated[
        str | None, typer.Option(metavar="HEX", help="What your browser noted before you bet.")
    ] = None,
    entropy: Annotated[
        list[str] | None,
        typer.Option(metavar="HEX", help="What your browser added to the shuffle; repeatable."),
    ] = None,
    game: GameFiles = None,
) -> None:
    """Check a shoe of a web table: seed, entropy, order, log, money, each round by the rules."""
    from holecard.server.fairness.verify_shoe import Wrong, check, verdict
    from holecard.server.table.settle_again import settle_again

    bring_games(game)
    proof = read_proof(file)
    try:
        found = check(proof, commitment, entropy or ())
    except Wrong as wrong:
        raise NotFair(f"not fair, or not whole: {wrong}") from wrong
    try:
        again = settle_again(proof)
    except HolecardError as wrong:
        raise NotFair(f"not fair, or not whole: {wrong}") from wrong
    typer.echo(verdict(proof, found, len(entropy or ()), commitment is not None))
    typer.echo(f"{again} rounds settled again by the rules with the same result.")


def read_proof(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as wrong:
        raise Unreadable(f"cannot read {file}: {wrong}") from wrong
    if not isinstance(found, dict):
        raise Unreadable(f"{file} holds no shoe")
    return found
