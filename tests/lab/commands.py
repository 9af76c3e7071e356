"""The command line in this process: quick, and the same words and exit codes."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from holecard.cli.main import run


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str


def holecard(*words: str) -> Done:
    out, err = io.StringIO(), io.StringIO()
    code = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            run(list(words))
        except SystemExit as left:
            code = int(left.code or 0)
    return Done(code, out.getvalue(), err.getvalue())
