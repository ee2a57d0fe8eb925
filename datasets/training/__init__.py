"""Training of the networks and their export. May import `scenes`."""
