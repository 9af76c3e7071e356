"""Best play, exactly."""
