"""`muggins bench hall`: films played at many tables through the whole program, and what that costs.

May import everything of the hall, the recorded game, and the bench of a single table.
"""
