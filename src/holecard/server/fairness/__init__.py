"""Shoes nobody can choose."""
