"""What stands on a sheet, section by section."""
