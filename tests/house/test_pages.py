"""The pages are shown facts: none of them reads what the server says in words.

What they show is tested in tests/browser/test_facts.py; this finds the place where one would begin
to read. Seen to fail: with totals cut out of the dealer's sentences, and with a pill that asked
whether the dealer's words begin with "shows", and with cards set in bold where a sentence had one.
"""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "ui" / "src"
READS = re.compile(
    r"(?:[sS]ays|[dD]oes)\)?[?!]?"
    r"\.(?:startsWith|endsWith|includes|indexOf|lastIndexOf|slice|replace\w*|match\w*|split)\("
)
# The name of a wager or a table, a card or the id of a cell taken apart, by what they are called.
TAKES_APART = re.compile(
    r"(?:(?<!path)name|cell|habit\w*|letter|card|paytable|\?\? id)\)?[?!]?"
    r"\.(?:startsWith|endsWith|slice|replace\w*|match\w*|split)\((?!\" \")"
)
# A cell's id, `burn-hit.s17.T`, taken apart, and its letters turned into words.
DECODES = re.compile(r"""split\("\."\)|/\^?[sT]\$?/|\(?\\d|=== "T"|isBurn""")


def test_no_page_reads_a_sentence() -> None:
    files = [file for file in SOURCES.rglob("*") if file.suffix in (".ts", ".svelte")]
    assert len(files) > 50
    found = {
        str(file.relative_to(SOURCES)): READS.findall(file.read_text(encoding="utf-8"))
        for file in files
    }
    assert {name: reads for name, reads in found.items() if reads} == {}


def test_no_page_takes_a_name_apart() -> None:
    """Seen to fail: with a habit's words made from the id of its cell, with "hand" cut off a main
    wager's name, with tables told by how their names end, with a ten read from a card's letter."""
    files = [file for file in SOURCES.rglob("*") if file.suffix in (".ts", ".svelte")]
    found = {
        str(file.relative_to(SOURCES)): TAKES_APART.findall(file.read_text(encoding="utf-8"))
        for file in files
    }
    assert {name: reads for name, reads in found.items() if reads} == {}


def test_no_chart_reads_the_id_of_a_cell() -> None:
    """Seen to fail: with the words of a cell made from `s17` in the panel."""
    files = [*(SOURCES / "strategy").iterdir(), *(SOURCES / "train" / "coach").iterdir()]
    assert len(files) >= 5
    assert {
        file.name: reads
        for file in files
        if (reads := DECODES.findall(file.read_text(encoding="utf-8")))
    } == {}
