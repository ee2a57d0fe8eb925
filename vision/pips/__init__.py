"""What the halves of a tile show. May import `models`, `types`, `inference`, `probability` and `geometry`."""
