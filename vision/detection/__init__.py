"""Tiles in a whole picture.

May import `models`, `types`, `inference`, `probability`, `geometry` and the scorer's texts.
"""
