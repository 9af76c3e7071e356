"""What browsers ask for and are told."""
