"""What can go wrong, and the words for it.

    HolecardError
    |- Unreadable       the text cannot be read at all
    |- UnknownName      no game, option, wager or action of that name (suggests the nearest)
    |- NotAllowed       read and understood, but the table says no
    |  |- IllegalAction     not one of the actions the hand may take now
    |  `- RefusedWager      this seat may not place that wager
    |- BadDefinition    a rule, pay table or game that cannot exist
    `- MissingExtra     an optional part of Holecard is not installed

Each class has a stable `code` (for the web) and `exit_code` (for the command line).
"""

from __future__ import annotations

from collections.abc import Iterable


class HolecardError(ValueError):
    """Whatever Holecard refuses, in words: one class to catch.

    >>> import holecard as hc
    >>> try:
    ...     hc.find_game("burn-out")
    ... except hc.HolecardError as refused:
    ...     print(refused)
    no game called 'burn-out': did you mean 'burnout'?
    """

    code = "error"
    exit_code = 1


class Unreadable(HolecardError):
    code = "text/unreadable"
    exit_code = 2


class UnknownName(HolecardError):
    code = "name/unknown"
    exit_code = 2

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        from difflib import get_close_matches  # late: only a refusal needs it

        names = sorted(known)
        near = get_close_matches(name, names, n=1, cutoff=0.5)
        right = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names) or 'none'}"
        super().__init__(f"no {kind} called {name!r}: {right}")


class NotAllowed(HolecardError):
    code = "table/not_allowed"
    exit_code = 2


class IllegalAction(NotAllowed):
    code = "action/not_allowed"


class RefusedWager(NotAllowed):
    code = "wager/refused"


class BadDefinition(HolecardError):
    code = "definition/bad"
    exit_code = 3


class MissingExtra(HolecardError):
    code = "extra/missing"
    exit_code = 4

    def __init__(
        self, what: str, extra: str = "", needs: str = "an extra", install: str = ""
    ) -> None:
        super().__init__(f"{what} needs {needs}: pip install {install or quoted(extra)}")


def quoted(extra: str) -> str:
    return f"'holecard[{extra}]'"
