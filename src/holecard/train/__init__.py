"""Teaching: drills for the dealer and a coach for the player, all of it read off dealt rounds."""
