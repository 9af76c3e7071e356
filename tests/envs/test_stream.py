"""The tables that are stepped draw from the simulator's generator, a word at a time."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from holecard.envs.one_felt import next_word
from holecard.simulator.engine.random_stream import WORDS, fill_words, stream_state


def test_words_are_those_of_the_simulators_stream() -> None:
    """Seen to fail with a shift of next_word changed."""
    state = stream_state(7, 3)
    desk, words = np.zeros(64, dtype=np.uint64), np.zeros(WORDS, dtype=np.uint64)
    desk[:4] = state
    table = SimpleNamespace(stream=state.copy())
    with np.errstate(over="ignore"):
        fill_words(desk, words)
        assert [int(next_word(table)) for _ in range(WORDS)] == words.tolist()
    assert table.stream.tolist() == desk[:4].tolist()
