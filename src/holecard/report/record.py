"""Who stands behind a sheet: who computed it, who reviewed it, and what was changed when."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from holecard.errors import Unreadable
from holecard.report.blocks import Block, Section, Table, Words

NOT_NAMED = "not named"


@dataclass(frozen=True)
class Revision:
    on: str  # a day, as 2026-03-01
    says: str


@dataclass(frozen=True)
class Record:
    """What people say of a sheet. It is given, never made up: the same record, the same bytes."""

    computed_by: str = ""
    reviewed_by: str = ""
    revisions: tuple[Revision, ...] = ()

    @property
    def stamp(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Computed by", self.computed_by or NOT_NAMED),
            ("Reviewed by", self.reviewed_by or NOT_NAMED),
        )

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The options of `holecard report` that print this record again."""
        named = (("--computed-by", self.computed_by), ("--reviewed-by", self.reviewed_by))
        told = (("--revision", f"{one.on} {one.says}") for one in self.revisions)
        return (*(pair for pair in named if pair[1]), *told)


NOBODY = Record()


def read_revision(text: str) -> Revision:
    """`2026-03-01 First issue`: the day, and what was changed."""
    found = re.fullmatch(r"(\d{4}-\d{2}-\d{2}) +(\S.*)", text.strip(), re.DOTALL)
    try:
        if found is None:
            raise ValueError
        date.fromisoformat(found[1])
    except ValueError:
        raise Unreadable(
            f"cannot read the revision {text!r}: a day and what was changed, such as "
            "'2026-03-01 First issue'"
        ) from None
    return Revision(found[1], " ".join(found[2].split()))


def record_section(record: Record) -> Section:
    rows = tuple(
        (str(number), one.on, one.says) for number, one in enumerate(record.revisions, start=1)
    )
    blocks: list[Block] = [
        Table("revisions", "Revision history", ("", "day", "what was changed"), rows, prose=True,
              widths=(5, 15, 80))
    ] if rows else [Words("Revision history: this print carries none.")]  # fmt: skip
    return Section("This document", (*blocks, Words(reading_words())))


def reading_words() -> str:
    return (
        "Figures are exact unless they say otherwise: counted over every way the cards can fall "
        "from a full shoe, with the probability of each outcome given. House edge is the expected "
        "loss per unit of the wager, for main wagers per initial wager. Nothing is estimated from "
        "play or samples but in the section on the independent check and where a figure has its "
        "standard error beside it. The rules of play are put into words from the options in force; "
        "what becomes of each wager, and the worked examples, are rounds dealt by the procedure "
        "that deals at the table."
    )
