"""Runs every part of the bench there is, or those named: `python -m bench simulate`."""

from __future__ import annotations

import importlib
import importlib.util
import sys

PARTS = {
    "simulate": "bench.speed",
    "odds": "bench.odds",
    "sheet": "bench.sheet",
    "train": "bench.train",
    "envs": "bench.envs",
    "first": "bench.first_minute",
}


def main(wanted: list[str]) -> None:
    for name, module in PARTS.items():
        if (not wanted or name in wanted) and importlib.util.find_spec(module):
            print(f"== {name}", flush=True)
            importlib.import_module(module).main()


if __name__ == "__main__":
    main(sys.argv[1:])
