"""`python -m holecard`."""

from holecard.cli.main import run

run()
