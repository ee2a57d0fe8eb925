"""Tracks the table over many frames and says what happened there.

May import `types`, `geometry`, `layout`, `motion`, `capture` and `scorer`.
"""
