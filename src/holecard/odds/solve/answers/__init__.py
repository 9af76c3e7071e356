"""Best play in games that answer questions of the round themselves."""
