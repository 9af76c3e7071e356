"""The pages are shown facts: none of them reads what the server says in words.

What they show is tested in tests/browser/test_facts.py; this finds the place where one would begin
to read. Seen to fail: with totals cut out of the dealer's sentences, and with a pill that asked
whether the dealer's words begin with "shows", with cards set in bold where a sentence had one,
and with the hand's name of a main wager cut out of the wager's.
"""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "ui" / "src"
READS = re.compile(
    r"(?:[sS]ays|[dD]oes)\)?[?!]?"
    r"\.(?:startsWith|endsWith|includes|indexOf|lastIndexOf|slice|replace\w*|match\w*|split)\("
)
# A name cut down to what is wanted of it: "dealer" of "dealer hand".
CUTS = re.compile(
    r"(?<!path)name\b[^;{}\n]{0,12}\.(?:startsWith|endsWith|includes|slice|replace\w*|match\w*|split)\("
)
# A cell's id, `burn-hit.s17.T`, taken apart, and its letters turned into words.
DECODES = re.compile(r"""split\("\."\)|/\^?[sT]\$?/|\(?\\d|=== "T"|isBurn""")


def test_no_page_reads_a_sentence() -> None:
    files = [file for file in SOURCES.rglob("*") if file.suffix in (".ts", ".svelte")]
    assert len(files) > 50
    found = {
        str(file.relative_to(SOURCES)): [*READS.findall(text), *CUTS.findall(text)]
        for file in files
        if (text := file.read_text(encoding="utf-8"))
    }
    assert {name: reads for name, reads in found.items() if reads} == {}


def test_no_chart_reads_the_id_of_a_cell() -> None:
    """Seen to fail: with the words of a cell made from `s17` in the panel."""
    files = list((SOURCES / "strategy").iterdir())
    assert len(files) >= 3
    assert {
        file.name: reads
        for file in files
        if (reads := DECODES.findall(file.read_text(encoding="utf-8")))
    } == {}
