"""What a release is made of, and how it is run for others."""
