"""A split: what its hands are worth one after another, and what they come to together."""
