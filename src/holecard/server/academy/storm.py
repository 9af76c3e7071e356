"""A storm: three minutes, more for answers right in a row, less time for each miss."""

from __future__ import annotations

from collections.abc import Sequence

from holecard.server.academy.runs import Given, Run
from holecard.server.wire.train_answers import StormSeen

SECONDS = 180
MISS_SECONDS = 5
COMBO_FROM = 5  # from so many right in a row on an answer counts double


def storm_of(run: Run, given: Sequence[Given]) -> StormSeen:
    """What a storm has come to. An answer after its end does not count."""
    ends, points, combo = run.begun_at + 1000 * SECONDS, 0, 0
    for one in sorted(given, key=lambda one: (one.at, one.place, one.step)):
        if one.at > ends:
            break
        combo = combo + 1 if one.right else 0
        points += (2 if combo >= COMBO_FROM else 1) if one.right else 0
        ends -= 0 if one.right else 1000 * MISS_SECONDS
    return StormSeen(
        ends_at=ends,
        points=points,
        combo=combo,
        seconds=SECONDS,
        miss_seconds=MISS_SECONDS,
        combo_from=COMBO_FROM,
    )
