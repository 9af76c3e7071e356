"""Compiles the kernels once, before the workers of a parallel run would each do it.

`python -m tests.kernels`: a minute on a machine that has not compiled them yet, seconds on one that
has; the solver's and the simulator's side by side. What it solves is as little as needs every
kernel that some test needs.
"""

from __future__ import annotations

import subprocess
import sys

from holecard.cli.warm import charts, simulator, solver
from holecard.dealing.compiled import as_arrays, compiled_round
from holecard.envs.vector_env import TablesEnv
from tests.rules.rounds import session
from tests.rules.test_agreement import blank

BESIDE = "simulator"


def main() -> None:
    if BESIDE in sys.argv:
        simulator()
        TablesEnv(1).reset(seed=1)
        compiled_round()(as_arrays(blank(next(session("classic", 0)))))
        return
    beside = subprocess.Popen([sys.executable, "-m", "tests.kernels", BESIDE])
    solver()
    charts()
    sys.exit(beside.wait())


if __name__ == "__main__":
    main()
