"""A package, so that its fixtures may last as long as it does: see `browser` in conftest.py."""
