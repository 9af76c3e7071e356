"""What the whole server stands on: settings, refusals, limits."""
