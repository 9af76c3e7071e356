"""Whether what stands in a definition is of the kind it must be: a text, a number, a function, a
tuple. A refusal says whose it is, what was found and what would be right; a slip is said where it
was made, and does not come out as a figure or as an error of something else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import UnionType
from typing import Any

from holecard.errors import BadDefinition

# What a function of a definition may stop with; `exit()` in one ends no command.
RAISED = (Exception, SystemExit)


def check_text(owner: str, field: str, found: Any) -> None:
    """A name: one line that says something."""
    if not isinstance(found, str) or not found or found != " ".join(found.split()):
        raise BadDefinition(f"{owner}: {field} is a text of one line, not {found!r}")


def check_said(owner: str, field: str, found: Any) -> None:
    """Words for people, or none."""
    if not isinstance(found, str):
        raise BadDefinition(f"{owner}: {field} is a text, not {found!r}")


def check_flag(owner: str, field: str, found: Any) -> None:
    if not isinstance(found, bool):
        raise BadDefinition(f"{owner}: {field} is True or False, not {found!r}")


def check_whole(owner: str, field: str, found: Any, least: int) -> None:
    if not is_whole(found) or found < least:
        raise BadDefinition(f"{owner}: {field} is a whole number from {least}, not {found!r}")


def check_function(owner: str, field: str, found: Any) -> None:
    if not callable(found):
        raise BadDefinition(f"{owner}: {field} is a function, not {found!r}")


def check_mapping(owner: str, field: str, found: Any, example: str) -> None:
    if not isinstance(found, Mapping):
        raise BadDefinition(f"{owner}: {field} is a mapping such as {example}, not {found!r}")


def check_tuple(owner: str, field: str, found: Any, of: type, example: str) -> None:
    """A tuple of such things, and not one of them or a list: a definition does not change."""
    if not isinstance(found, tuple) or not all(isinstance(one, of) for one in found):
        raise BadDefinition(f"{owner}: {field} is a tuple such as {example}, not {found!r}")


def check_kind(owner: str, field: str, found: Any, of: type | UnionType, example: str) -> None:
    if not isinstance(found, of):
        raise BadDefinition(f"{owner}: {field} is {example}, not {found!r}")


def check_twice(owner: str, field: str, names: Sequence[str]) -> None:
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise BadDefinition(f"{owner} has two {field} of one name: {', '.join(twice)}")


def check_among(owner: str, field: str, found: Any, known: Iterable[object]) -> None:
    if not any(type(found) is type(one) and found == one for one in known):
        right = ", ".join(repr(one) for one in known)
        raise BadDefinition(f"{owner}: {field} is {found!r}, and can be {right}")


def yes(owner: str, answer: Any) -> bool:
    """What a function that says yes or no has said. Nothing is no; a text is neither."""
    if answer is None or (not isinstance(answer, str) and answer in (0, 1)):
        return bool(answer)
    raise BadDefinition(f"{owner} answers {answer!r}: True or False")


def is_whole(number: Any) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)


def is_exact(number: Any) -> bool:
    """A whole number or a fraction: neither rounds."""
    return is_whole(number) or isinstance(number, Fraction)
