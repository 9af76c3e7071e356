"""The reference of a definition: every field of Wager, PayTable, Option and Game, and every look,
read from the source. `python -m holecard.report.reference` prints docs/reference.md."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

from holecard.dealing.felt import STAGE_NAMES
from holecard.dealing.rules import Option
from holecard.odds.counted.both_hands import JOINT_LOOKS
from holecard.odds.counted.dealer_hand import HOUSE_LOOKS
from holecard.odds.counted.outcome_grid import DEAL_LOOKS
from holecard.odds.counted.red_run import REDS
from holecard.odds.solve.own_bets.hand_bets import BESIDE_LOOKS, END_LOOKS
from holecard.odds.solve.own_bets.hand_ends import OWN_LOOKS
from holecard.simulator.engine.record_word import USUAL
from holecard.wagers.game import Game
from holecard.wagers.looks import LOOKS, Look
from holecard.wagers.meter import Meter
from holecard.wagers.paytable import PayTable
from holecard.wagers.wager import Wager

HEAD = """# Reference of a definition

Every field of a wager, a pay table, a meter, an option and a game, and everything a wager may look
at. This page is printed from the source by `python -m holecard.report.reference`, and a test holds
it to that. How to use them: [define a wager](define-a-wager.md), [define a game](define-a-game.md).
"""
LOOKS_HEAD = """## Looks

The parameters of `classify`, by name; each is a whole number. `known` is the stage from which
everybody knows it: a bet can be settled early by no later one. `exact with` says which of the exact
methods follow it; a bet is priced by one of them if that follows all its looks:

- **deal**: every deal of the first cards; no play matters.
- **dealer**: every final hand of the dealer, beside the first cards; the bet must make the dealer
  draw (`needs`).
- **reds**: the run of red cards, by itself.
- **own**: how the seat's first hand ends, under best play for the main wager and for this bet.
- **net**: what the main wager comes to, by itself, under best play for that.
- **both**: both hands, beside a main wager on the dealer's.
- **streak**: a chain of rounds.

`simulated` is the path: the fast one, or the table's own procedure, which is some forty times
slower (about half a million rounds a second and core).
"""
FIELD = re.compile(r"^    (\w+): ([^=#]+?)(?: = ([^#]+?))?(?:  # (.*))?$")


def reference() -> str:
    kinds = (Wager, PayTable, Meter, Option, Game)
    return "\n".join([HEAD, *(fields_table(kind) for kind in kinds), LOOKS_HEAD, looks_table(), ""])


def fields_table(kind: type) -> str:
    head = f"## {kind.__name__}\n\n| field | type | default | what it is |\n|---|---|---|---|"
    return "\n".join([head, *field_rows(kind), ""])


def field_rows(kind: type) -> Iterator[str]:
    """A row for each field one can give: its comment beside it or above it says what it is."""
    above: list[str] = []
    for line in inspect.getsource(kind).splitlines():
        if line.startswith("    def ") or line.startswith("    @"):
            return
        if line.startswith("    # "):
            above.append(line[6:])
            continue
        found = FIELD.match(line)
        if found and "init=False" not in line:
            name, type_, default, beside = found.groups()
            says = " ".join(above) if above else (beside or "")
            yield f"| `{name}` | `{plain(type_)}` | {default_text(default)} | {plain(says)} |"
        above = []


def default_text(default: str | None) -> str:
    if default is None:
        return "must be given"
    found = re.search(r"default=([^,)]+)", default)
    given = found.group(1) if found else default
    return "none" if "default_factory" in default else f"`{plain(given)}`"


def plain(text: str) -> str:
    """Without what a table would take for its own."""
    return text.strip().replace("|", "or")


def looks_table() -> str:
    head = (
        "| look | values | what it is | known | exact with | simulated |\n|---|---|---|---|---|---|"
    )
    return "\n".join([head, *(look_row(look) for look in LOOKS.values())])


def look_row(look: Look) -> str:
    path = "fast" if look.name in USUAL.looks else "procedure"
    known = STAGE_NAMES[look.known]
    values = f"{look.lowest} to {look.highest}"
    return f"| `{look.name}` | {values} | {look.says} | {known} | {methods(look.name)} | {path} |"


def methods(name: str) -> str:
    known = {
        "deal": DEAL_LOOKS,
        "dealer": HOUSE_LOOKS,
        "reds": {REDS},
        "own": OWN_LOOKS | END_LOOKS | BESIDE_LOOKS,
        "net": {"net"},
        "both": JOINT_LOOKS,
        "streak": {"streak", "outcome"},
    }
    return ", ".join(method for method, looks in known.items() if name in looks) or "none"


if __name__ == "__main__":
    print(reference(), end="")
