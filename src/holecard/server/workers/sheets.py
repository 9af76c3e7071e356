"""A math sheet, as a worker prints it: all three forms of one sheet, told step by step."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

from holecard.lab.setup import Setup
from holecard.report.commands import Source
from holecard.report.facts import ALL_DECKS, ROUNDS, SEED, Facts, run_simulation
from holecard.report.kept import usual_folder
from holecard.report.printers.html import page
from holecard.report.printers.markdown import markdown
from holecard.report.printers.pdf import pdf
from holecard.report.sheet import math_sheet

FILE = "game.py"


def print_sheet(setup: Setup, decks: tuple[int, ...], told: Callable[[str], None]) -> str:
    """The files by name, their bytes in base64; what was priced before is kept."""
    game = setup.made()
    kept = usual_folder()
    facts = Facts(game, decks or ALL_DECKS, told=told)
    source = Source(FILE, setup.python("GAME")) if setup.edits else Source(game.id)
    simulated = run_simulation(facts, ROUNDS, SEED, kept)
    sheet = math_sheet(facts, simulated, source, kept=kept)
    told("setting the pages")
    files = {
        f"{game.id}-math-sheet.pdf": pdf(sheet),
        f"{game.id}-math-sheet.html": page(sheet).encode(),
        f"{game.id}-math-sheet.md": markdown(sheet).encode(),
    }
    return json.dumps({name: base64.b64encode(one).decode() for name, one in files.items()})
