"""The top of the table: whose game, under which rules, and the purse."""

from __future__ import annotations

from rich.text import Text

from holecard.money import money_text
from holecard.terminal.block import joined, wrapped
from holecard.terminal.colours import BRASS, BRIGHT, CREAM, MIST
from holecard.wagers.game import Game


def purse_text(purse: int, on_spots: int, riding: int) -> Text:
    text = Text()
    if riding:
        text.append(f"riding {money_text(riding)}  ", MIST)
    if on_spots:
        text.append(f"bet {money_text(on_spots)}  ", MIST)
    return text.append("purse ", MIST).append(money_text(purse), f"bold {BRIGHT}")


def head_text(game: Game, purse: Text, width: int) -> Text:
    """One line where it fits; the rules on lines of their own where not."""
    name = Text.assemble(("Holecard", f"bold {BRASS}"), ("  ", ""), (game.name, f"bold {CREAM}"))
    rules = Text(game.line, MIST)
    spare = width - name.cell_len - purse.cell_len
    if rules.cell_len + 6 <= spare:
        left = Text.assemble(name, "   ", rules)
        return left.append(" " * (width - left.cell_len - purse.cell_len)).append_text(purse)
    top = name.copy().append(" " * max(1, spare)).append_text(purse)
    words = [Text(word, MIST) for word in game.line.split()]
    return joined([top, *wrapped(words, width, " ")])
