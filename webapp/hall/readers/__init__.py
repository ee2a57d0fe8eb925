"""Reading in a pool: pictures of many tables, read by readers in this process or, through Ray Serve, in others.

A reader holds no game: killing it loses nothing but time. May import `vision`, `models` and the texts of `scorer`. Ray
comes with the extra `hall` and is imported by `ray_serve` alone, once it is started.
"""
