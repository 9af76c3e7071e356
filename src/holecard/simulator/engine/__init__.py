"""One block of rounds, in machine code."""
