"""The math sheet: a game's rules, pay tables and exact figures as a document to submit."""
