"""A round in words, as a line, as JSON."""
