"""The sheet as one HTML page that needs nothing else, and prints."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from holecard.cards import SUIT_SYMBOLS, SUITS
from holecard.report.blocks import (
    Block,
    Code,
    Example,
    Examples,
    Grid,
    Grids,
    Picture,
    Steps,
    Table,
    Words,
    card_face,
)

if TYPE_CHECKING:
    from holecard.report.sheet import MathSheet

STYLE = """
body{font:16px/1.5 Georgia,'Libertinus Serif',serif;color:#1f2933;max-width:60rem;margin:2rem auto;
padding:0 1rem}h1{font-size:2rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .75rem;
border-bottom:1px solid #c4ccd4}table{border-collapse:collapse;margin:.5rem 0 1.25rem;
font-size:.85rem;font-variant-numeric:lining-nums tabular-nums}caption{text-align:left;
font-weight:600;padding:.25rem 0}th{font-weight:400;color:#66737f;border-bottom:1px solid #1f2933}
td,th{padding:.15rem .6rem .15rem 0;text-align:right;vertical-align:top}.l{text-align:left}
.total td{border-top:1px solid #1f2933}.wide{overflow-x:auto}.grid td{text-align:center;
min-width:1.8rem;padding:.1rem .3rem}.S{background:#f6dedb}.H{background:#dcebdd}
.D{background:#fbeecb}.P{background:#d9e6f4}.R{background:#eadff2}
.examples{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.75rem}
.examples article{border:1px solid #c4ccd4;border-radius:4px;padding:.75rem}
.card{display:inline-block;border:1px solid #66737f;border-radius:3px;padding:.1rem .35rem;
margin-right:.2rem;background:#fff}.red{color:#b3372e}
.gone .card{text-decoration:line-through;opacity:.6}code,pre{font-size:.72rem;color:#46525d;
overflow-wrap:anywhere;white-space:pre-wrap}pre{background:#f3f5f7;padding:.75rem}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.1rem 1rem;font-size:.9rem}
dd{margin:0;overflow-wrap:anywhere}
figure{margin:1rem 0}svg{max-width:100%;height:auto}@media print{h2{break-after:avoid}
.page{break-before:page;break-after:page}
table,article,figure{break-inside:avoid}}
""".replace("\n", "")


def page(sheet: MathSheet) -> str:
    """A whole document."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width"><title>{escape(sheet.title)}</title>'
        f"<style>{STYLE}</style></head>\n<body>{body(sheet)}</body></html>\n"
    )


def body(sheet: MathSheet) -> str:
    """Title and sections, for a page or a notebook."""
    stamp = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in sheet.stamp)
    parts = [f"<h1>{escape(sheet.game.name)}</h1><dl>{stamp}</dl>"]
    for number, section in enumerate(sheet.sections, start=1):
        page = ' class="page"' * section.own_page
        parts.append(f"<section{page}><h2>{number}. {escape(section.title)}</h2>")
        parts += [block_html(block) for block in section.blocks]
        parts.append("</section>")
    return "\n".join(parts)


def block_html(block: Block) -> str:
    match block:
        case Words(text):
            return f"<p>{escape(text)}</p>"
        case Steps(items):
            return "<ol>" + "".join(f"<li>{escape(one)}</li>" for one in items) + "</ol>"
        case Code(text):
            return f"<pre>{escape(text)}</pre>"
        case Picture(caption, svg, alt):
            label = f'role="img" aria-label="{escape(alt)}"'
            return f"<figure {label}><figcaption>{escape(caption)}</figcaption>{svg}</figure>"
        case Table():
            return table_html(block)
        case Grids(items):
            return "".join(grid_html(one) for one in items)
        case Examples(items):
            return f'<div class="examples">{"".join(example_html(one) for one in items)}</div>'


def table_html(table: Table) -> str:
    def side(at: int) -> str:
        return ' class="l"' if table.prose or at < table.left else ""

    head = "".join(
        f'<th scope="col"{side(at)}>{escape(cell)}</th>' for at, cell in enumerate(table.head)
    )
    rows = []
    for number, row in enumerate(table.rows, start=1):
        last = ' class="total"' if table.total and number == len(table.rows) else ""
        cells = "".join(f"<td{side(at)}>{escape(cell)}</td>" for at, cell in enumerate(row))
        rows.append(f"<tr{last}>{cells}</tr>")
    caption = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    return (
        f'<div class="wide"><table id="{escape(table.id)}">{caption}<thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def grid_html(grid: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in grid.head)
    letters = max(len(cell) for row in grid.rows for cell in row[1:]) <= 3
    rows = []
    for label, *cells in grid.rows:
        painted = "".join(
            f'<td class="{cell[:1] if letters and cell[:1] in "SHDPR" else ""}">{escape(cell)}</td>'
            for cell in cells
        )
        rows.append(f'<tr><th scope="row" class="l">{escape(label)}</th>{painted}</tr>')
    return (
        f'<div class="wide"><table class="grid"><caption>{escape(grid.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def card_html(text: str) -> str:
    rank, suit = card_face(text)
    red = " red" if suit in "dh" else ""
    return f'<span class="card{red}">{rank}{SUIT_SYMBOLS[SUITS.index(suit)]}</span>'


def example_html(one: Example) -> str:
    hands = "".join(
        f'<p class="{"gone" * hand.gone}">{escape(hand.whose)} '
        f"{''.join(map(card_html, hand.cards))} {escape(hand.says)}</p>"
        for hand in one.hands
    )
    results = "<br>".join(escape(line) for line in one.results)
    return (
        f"<article><strong>{escape(one.title)}</strong>{hands}<p>{results}</p>"
        f"<code>{escape(one.line)}</code></article>"
    )
