"""Processes that solve, search and print."""
