"""People deciding: a table with a purse, its views, and the terminal."""
