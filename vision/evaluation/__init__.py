"""Measures how often photos are read right. May import the rest of `vision`; the caller passes the reader in."""
