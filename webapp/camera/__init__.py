"""The camera over a table and what it says. May import `session`, `scorer` and `vision`."""
