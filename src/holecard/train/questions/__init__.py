"""What each drill asks, and the right answer, read off dealt rounds."""
