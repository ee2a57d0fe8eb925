"""Tiles in a whole picture. May import `models`, `types`, `inference` and `geometry`."""
