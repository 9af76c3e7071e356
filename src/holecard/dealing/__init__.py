"""The order of play: the rule text."""
