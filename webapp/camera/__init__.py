"""The camera of a table: which one watches, and what it shows. May import `session`, `scorer` and `vision`."""
