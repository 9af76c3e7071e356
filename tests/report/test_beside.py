"""Sections made by a second process are those that this one would make."""

from __future__ import annotations

import os
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from holecard.errors import BadDefinition
from holecard.games import CLASSIC
from holecard.report.blocks import Section, Words
from holecard.report.facts import Facts
from holecard.report.kept import NOTHING_KEPT, Kept
from holecard.report.sections import beside
from holecard.report.sections.beside import Beside, asked_of, can_copy, two_processes

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a process is copied on Linux only")
HERE = os.getpid()


def by_whom(facts: Facts) -> Section:
    return Section("By whom", (Words(str(os.getpid())),))


def dies(facts: Facts) -> Section:
    if os.getpid() != HERE:
        os._exit(9)
    return by_whom(facts)


def refused(facts: Facts) -> Section:
    raise BadDefinition("no such section")


@pytest.fixture
def facts(monkeypatch: pytest.MonkeyPatch) -> Facts:
    """With the odds, which both processes need, as good as priced; and room for a copy."""
    found = Facts(CLASSIC, (6,))
    monkeypatch.setitem(found.__dict__, "odds", None)
    monkeypatch.setattr(beside, "can_copy", lambda: True)
    monkeypatch.setattr(beside, "SECTIONS", (by_whom, dies, refused))
    return found


def made(kept: Kept, facts: Facts, make: beside.Make) -> int:
    section = kept.get(partial(make, facts), CLASSIC, *asked_of(facts, make))
    (words,) = section.blocks
    assert isinstance(words, Words)
    return int(words.text)


def test_a_section_comes_from_the_second_process_and_any_other_from_here(facts: Facts) -> None:
    with two_processes(facts, NOTHING_KEPT) as kept:
        first = made(kept, facts, by_whom)
        assert first != HERE and made(kept, facts, by_whom) == first
        assert kept.get(lambda: "made here", CLASSIC, "check", {"any": "document"}) == "made here"


def test_what_the_second_process_leaves_open_is_made_here(facts: Facts) -> None:
    """It dies over one section: that one is made here, and what is wrong with the next said."""
    with two_processes(facts, NOTHING_KEPT) as kept:
        assert made(kept, facts, dies) == HERE
        with pytest.raises(BadDefinition, match="no such section"):
            made(kept, facts, refused)


def test_nothing_is_begun_for_what_was_kept(
    facts: Facts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "SECTIONS", (by_whom,))
    before = Kept(tmp_path)
    with two_processes(facts, before) as kept:
        assert isinstance(kept, Beside) and made(kept, facts, by_whom) != HERE
    with two_processes(facts, before) as kept:
        assert kept is before and made(kept, facts, by_whom) != HERE


def test_a_process_with_threads_is_not_copied() -> None:
    done = threading.Event()
    beside_us = threading.Thread(target=done.wait)
    beside_us.start()
    assert not can_copy()
    done.set()
    beside_us.join()
