"""Many frames to what happened at the table.

May import `types`, `geometry`, `layout`, `motion`, `capture` and `scorer`.
"""
