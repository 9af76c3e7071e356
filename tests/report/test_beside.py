"""Sections made by a second process are those that this one would make."""

from __future__ import annotations

import os
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from holecard.errors import BadDefinition
from holecard.games import CLASSIC
from holecard.report.blocks import Section, Words
from holecard.report.facts import Facts
from holecard.report.kept import NOTHING_KEPT, Kept
from holecard.report.sections import beside
from holecard.report.sections.beside import Beside, asked_of, can_copy, in_turn, two_processes
from holecard.report.sections.contents import FIGURES
from holecard.report.sections.rules_sections import rulings_section

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
    monkeypatch.setattr(beside, "EITHER", ())
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


def test_what_either_may_make_is_made_once(
    facts: Facts, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By who comes to it first: here while the other is busy, there while this one is, and what
    shares its work with it. Seen to fail: with sections that are the second process's whatever else
    it has to do; with claims that are always granted; with claims for each section by itself."""
    done = tmp_path / "done"

    def busy(_: Facts) -> Section:
        while not done.exists():
            time.sleep(0.01)
        return by_whom(facts)

    def open_to_both(_: Facts) -> Section:
        with (tmp_path / "makers").open("a") as makers:
            makers.write(f"{os.getpid()}\n")
        if os.getpid() != HERE:
            time.sleep(0.3)  # long enough to be asked for the other meanwhile
        return by_whom(facts)

    def goes_with_it(facts: Facts) -> Section:
        return by_whom(facts)

    monkeypatch.setattr(beside, "EITHER", ((open_to_both, goes_with_it),))
    monkeypatch.setattr(beside, "SECTIONS", (busy,))
    with two_processes(facts, NOTHING_KEPT) as kept:
        assert made(kept, facts, open_to_both) == HERE == made(kept, facts, goes_with_it)
        done.touch()
        assert made(kept, facts, busy) != HERE
    monkeypatch.setattr(beside, "SECTIONS", (by_whom,))
    with two_processes(facts, NOTHING_KEPT) as kept:
        while len((tmp_path / "makers").read_text().split()) < 2:
            time.sleep(0.01)
        there = made(kept, facts, goes_with_it)
        assert there != HERE and there == made(kept, facts, open_to_both)
    assert len((tmp_path / "makers").read_text().split()) == 2


def test_sections_that_are_waited_for_are_asked_for_last() -> None:
    """Seen to fail: with sections asked for as they are printed, the other readings after a wait
    for what the other process makes."""
    asked = in_turn((*FIGURES, rulings_section))
    open_to_both = tuple(make for together in beside.EITHER for make in together)
    last = *open_to_both, *beside.SECTIONS
    assert asked[-len(last) :] == last
    assert {*asked} == {*FIGURES, rulings_section}


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
