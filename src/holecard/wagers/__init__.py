"""What may be bet, what it looks at, what it comes to."""
