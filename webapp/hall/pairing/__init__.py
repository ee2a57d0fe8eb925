"""Who meets whom next, a generator for each way of pairing. May import `tournament` and `scorer`.

`match_all` alone needs networkx, which comes with the extra `hall`.
"""
