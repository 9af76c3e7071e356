"""Machine code: how it is compiled, where it is kept."""
