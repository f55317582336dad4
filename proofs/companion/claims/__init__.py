"""What a claim is, which there are, and whether they hold."""
