"""A block: lines of text drawn as one thing, put beside others, let flow, centred on the felt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

Block = list[Text]


def width_of(block: Sequence[Text]) -> int:
    return max((line.cell_len for line in block), default=0)


def padded(line: Text, width: int) -> Text:
    """A copy of the line, blanks added up to the width."""
    longer = line.copy()
    longer.pad_right(max(0, width - line.cell_len))
    return longer


def beside(blocks: Sequence[Block], gap: int = 1) -> Block:
    """Blocks from left to right, their tops in line."""
    height = max((len(block) for block in blocks), default=0)
    lines = []
    for row in range(height):
        line = Text()
        for place, block in enumerate(blocks):
            line.append(" " * gap if place else "")
            line.append_text(padded(block[row] if row < len(block) else Text(), width_of(block)))
        lines.append(line)
    return lines


def flow(blocks: Iterable[Block], width: int, gap: int = 3) -> Block:
    """Blocks in rows, as many in a row as fit; each row centred."""
    rows: list[list[Block]] = []
    for block in blocks:
        used = sum(width_of(one) + gap for one in rows[-1]) if rows else width + 1
        if used + width_of(block) <= width:
            rows[-1].append(block)
        else:
            rows.append([block])
    return [line for row in rows for line in centred(beside(row, gap), width)]


def centred(block: Block, width: int) -> Block:
    """The block as a whole moved to the middle; its lines keep their places."""
    left = max(0, (width - width_of(block)) // 2)
    return [Text(" " * left).append_text(line) for line in block]


def wrapped(words: Iterable[Text], width: int, gap: str = "  ") -> Block:
    """Words from left to right, broken between words."""
    lines: Block = []
    for word in words:
        if lines and lines[-1].cell_len + len(gap) + word.cell_len <= width:
            lines[-1].append(gap).append_text(word)
        else:
            lines.append(Text().append_text(word))
    return lines


def joined(lines: Iterable[Text]) -> Text:
    text = Text("\n").join(lines)
    text.no_wrap = True
    text.overflow = "crop"
    return text
