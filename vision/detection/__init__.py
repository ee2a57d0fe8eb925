"""Tiles in a whole picture. May import `models`, `types`, `inference`, `probability` and `geometry`."""
