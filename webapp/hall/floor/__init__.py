"""The tables of a hall: those that this process keeps, and what is known of the others.

May import `records`, `readers`, the single table's app with what that imports, and `scorer` and `vision`.
"""
