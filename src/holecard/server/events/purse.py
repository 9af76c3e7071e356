"""Events of a player: money from the house, another name."""

from __future__ import annotations

from dataclasses import dataclass

from holecard.server.events.kept import Kept


@dataclass(frozen=True, slots=True)
class PurseGranted(Kept):
    kind = "purse/granted"
    player: str
    cents: int


@dataclass(frozen=True, slots=True)
class PlayerNamed(Kept):
    kind = "player/named"
    player: str
    name: str
