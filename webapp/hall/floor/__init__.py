"""The tables of a hall.

May import `records`, `readers`, the single table's app with what that imports, and `scorer` and `vision`.
"""
