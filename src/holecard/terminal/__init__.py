"""The table in a terminal. Import it only to play: Textual takes a moment to load."""

from __future__ import annotations

from holecard.terminal.app import HolecardApp, run

__all__ = ["HolecardApp", "run"]
