"""A table: its log, its state, its commands."""
