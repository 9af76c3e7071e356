"""Speed and cost growth, printed; not part of the tests. `python -m bench`, or `make bench`."""
