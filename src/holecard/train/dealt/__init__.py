"""A dealt round as the dealer works it: its steps, their words, why, and what would be wrong."""
