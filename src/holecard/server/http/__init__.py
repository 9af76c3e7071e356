"""Every address, and the gate before them."""
