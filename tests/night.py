"""Repeats of a test for the night: `parametrize("n", [1, *at_night(2, 3)])`."""

from __future__ import annotations

from typing import Any

import pytest


def at_night(*values: Any) -> list[Any]:
    """The same test with these values, in `make nightly` only; a tuple is several arguments."""
    given = (value if isinstance(value, tuple) else (value,) for value in values)
    return [pytest.param(*one, marks=pytest.mark.nightly) for one in given]


def by_day(values: list[Any], *some: int) -> list[Any]:
    """Of a long list those at these places with every change, all of them at night."""
    return [value if at in some else at_night(value)[0] for at, value in enumerate(values)]


def night(request: pytest.FixtureRequest) -> bool:
    """Is this run the night's? For a test that goes a longer way then."""
    return "nightly" in str(request.config.getoption("markexpr")).replace("not nightly", "")
