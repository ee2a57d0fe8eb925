"""One game at one table, from what is told and what is seen to what is kept.

May import `scorer`, `vision.types` and `vision.tracking.events`.
"""
