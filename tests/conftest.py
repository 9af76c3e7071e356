"""For all tests: how many examples a property is tried with, and that nothing is left running."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import settings

from tests.processes import keep

KEEPER = pytest.StashKey[subprocess.Popen[bytes]]()

settings.register_profile("every change", max_examples=20)
settings.register_profile("nightly", max_examples=200)
settings.load_profile("every change")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Before the workers of a parallel run are started: each of them has a keeper of its own."""
    if sys.platform == "linux":
        config.stash[KEEPER] = keep()
