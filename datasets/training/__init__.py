"""Training of the networks and their export. May import `optics` and `scenes`."""
