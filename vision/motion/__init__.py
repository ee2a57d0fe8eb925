"""What moves in front of the camera. May import `capture`."""
