"""What the halves of a tile show.

May import `models`, `types`, `inference`, `probability`, `geometry` and the scorer's texts and TOML reader.
"""
