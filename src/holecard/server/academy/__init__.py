"""A trainee: what was begun and answered, what comes next, and how it stands."""
