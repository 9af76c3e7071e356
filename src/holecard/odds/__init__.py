"""Every branch, exactly: what each wager is worth and how best to play."""
