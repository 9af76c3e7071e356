"""The sheet as Markdown: tables that a plain editor can read. Pictures become their words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from holecard.cards import card_symbol, read_card
from holecard.report.blocks import (
    Block,
    Code,
    Example,
    Examples,
    Grids,
    Picture,
    Steps,
    Table,
    Words,
)

if TYPE_CHECKING:
    from holecard.report.sheet import MathSheet


def markdown(sheet: MathSheet) -> str:
    parts = [f"# {sheet.title}"]
    parts.append("\n".join(f"- {name}: `{value}`" for name, value in sheet.stamp))
    for number, section in enumerate(sheet.sections, start=1):
        parts.append(f"## {number}. {section.title}")
        parts += [block_text(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def block_text(block: Block) -> str:
    match block:
        case Words(text):
            return text
        case Steps(items):
            return "\n".join(f"{number}. {one}" for number, one in enumerate(items, start=1))
        case Code(text):
            return f"```text\n{text}\n```"
        case Picture(caption, _, alt):
            return f"*{caption}.* {alt}"
        case Table():
            left = len(block.head) if block.prose else block.left
            return titled(block.caption, table_text(block.head, block.rows, left))
        case Grids(items):
            return "\n\n".join(
                titled(one.caption, table_text(one.head, one.rows, 1)) for one in items
            )
        case Examples(items):
            return "\n\n".join(example_text(one) for one in items)


def titled(caption: str, table: str) -> str:
    return f"**{caption}**\n\n{table}" if caption else table


def table_text(head: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    rule = ["---" if at < left else "---:" for at in range(len(head))]
    cells = [list(head), rule, *(list(row) for row in rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
                     for row in cells)  # fmt: skip


def example_text(one: Example) -> str:
    lines = [f"**{one.title}**", ""]
    for hand in one.hands:
        cards = " ".join(card_symbol(read_card(text)) for text in hand.cards)
        says = f"~~{cards}~~" if hand.gone else cards
        lines.append(f"- {hand.whose}: {says} ({hand.says})")
    lines += [f"- {line}" for line in one.results]
    return "\n".join([*lines, "", f"`{one.line}`"])
