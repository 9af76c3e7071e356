"""For all tests: how many examples a property is tried with, that nothing is left running, and
that Python does not look through thousands of tests for garbage again and again."""

from __future__ import annotations

import gc
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No test is named after a set: every worker would print its words in another order, and the
    workers refuse to share tests that they know by other names."""
    for item in items:
        given = getattr(item, "callspec", None)
        for value in given.params.values() if given else ():
            if isinstance(value, set | frozenset) and len(value) > 1 and str(value) in item.nodeid:
                raise pytest.UsageError(f"{item.nodeid} is named after a set. Give it an id.")


def pytest_collection_finish() -> None:
    """What is there by now stays: a tenth of the processor time of tests in plain Python."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)
