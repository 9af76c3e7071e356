"""The pages are shown facts: none of them reads what the server says in words.

What they show is tested in tests/browser/test_facts.py; this finds the place where one would begin
to read. Seen to fail: with totals cut out of the dealer's sentences, and with a pill that asked
whether the dealer's words begin with "shows".
"""

from __future__ import annotations

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "ui" / "src"
READS = re.compile(
    r"(?:[sS]ays|[dD]oes)\)?[?!]?"
    r"\.(?:startsWith|endsWith|includes|indexOf|lastIndexOf|slice|replace\w*|match\w*|split)\("
)
# The log sets the cards of a sentence in bold; it learns nothing from them.
SET_IN_BOLD = {"table/Log.svelte": ["says.split("]}


def test_no_page_reads_a_sentence() -> None:
    files = [file for file in SOURCES.rglob("*") if file.suffix in (".ts", ".svelte")]
    assert len(files) > 50
    found = {
        str(file.relative_to(SOURCES)): READS.findall(file.read_text(encoding="utf-8"))
        for file in files
    }
    assert {name: reads for name, reads in found.items() if reads} == SET_IN_BOLD
