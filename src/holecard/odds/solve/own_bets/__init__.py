"""Bets that look at one's own hand as it ends."""
