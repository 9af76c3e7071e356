"""`holecard verify`: check a finished shoe, and every round that was dealt from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

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
) -> None:
    """Check a finished shoe of a web table: seed, entropy, order, log, and each round's result."""
    from holecard.server.fairness.verify_shoe import Wrong, check

    proof = read_proof(file)
    try:
        rounds = check(proof, commitment)
    except Wrong as wrong:
        raise NotFair(f"not fair, or not whole: {wrong}") from wrong
    replayed = replay_rounds(proof)
    typer.echo(
        f"Fair: shoe {proof['number']} of table {proof['table']}, {rounds} rounds from its order, "
        f"{replayed} settled again with the same result."
    )


def read_proof(file: Path) -> dict[str, Any]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as wrong:
        raise Unreadable(f"cannot read {file}: {wrong}") from wrong
    if not isinstance(found, dict):
        raise Unreadable(f"{file} holds no shoe")
    return found


def replay_rounds(proof: dict[str, Any]) -> int:
    """Deal every finished round of the shoe again from its line."""
    from holecard.server.events.event import read_event
    from holecard.server.events.round import RoundSettled
    from holecard.text.line import read_line, replay

    events = [read_event(one["kind"], one["body"]) for one in proof["events"]]
    settled = [one for one in events if isinstance(one, RoundSettled)]
    lines = [one.line for one in settled if one.shoe == proof["number"] and not one.called_off]
    for line in lines:
        replay(read_line(line))
    return len(lines)
