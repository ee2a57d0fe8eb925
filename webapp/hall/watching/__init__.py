"""Workers that watch the tables of a hall, in processes of this machine or as actors of a Ray cluster.

A worker holds nothing that is not there again after three pictures. May import `vision` and the texts of `scorer`. Ray
comes with the extra `cluster` and is imported by `cluster` alone, once it is started.
"""
