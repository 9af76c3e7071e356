"""Charts people can carry, read and priced."""
