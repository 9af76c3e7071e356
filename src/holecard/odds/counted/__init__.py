"""Wagers nobody decides: counted, card by card."""
