"""The command line in this process: quick, and the same words and exit codes."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

from holecard.cli.main import run


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str


def holecard(*words: str, text: str = "") -> Done:
    """What the command says and leaves with, given `text` to read."""
    out, err = io.StringIO(), io.StringIO()
    code = 0
    before, sys.stdin = sys.stdin, io.StringIO(text)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            run(list(words))
    except SystemExit as left:
        code = int(left.code or 0)
    finally:
        sys.stdin = before
    return Done(code, out.getvalue(), err.getvalue())
