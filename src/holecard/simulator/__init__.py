"""Rounds by the million: a chart deciding, fast, on one core or a cluster."""
