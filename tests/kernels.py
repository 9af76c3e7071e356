"""Compiles the kernels once, before the workers of a parallel run would each do it.

`python -m tests.kernels`: half a minute on a machine that has not compiled them yet, two seconds
on one that has. What it solves is as little as needs every kernel that some test needs.
"""

from __future__ import annotations

from holecard.cli.warm import charts, simulator, solver
from holecard.dealing.compiled import as_arrays, compiled_round
from tests.rules.rounds import session
from tests.rules.test_agreement import blank


def main() -> None:
    solver()
    charts()
    simulator()
    compiled_round()(as_arrays(blank(next(session("classic", 0)))))


if __name__ == "__main__":
    main()
