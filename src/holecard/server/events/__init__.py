"""What can happen, one class for each kind of event."""
