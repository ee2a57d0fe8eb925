"""Reads and writes labelled photos. May import `types`, `geometry`, `capture` and `scorer`."""
