"""What several claims use, derived once."""
