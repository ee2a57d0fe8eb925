"""Labelled photos, read and written. May import `types`, `geometry`, `capture` and `scorer`."""
