"""Watching in processes of their own, one for each core: tables that share a process share Python's lock."""
