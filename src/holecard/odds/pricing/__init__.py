"""Each wager by the method that is exact for it."""
