"""The recorded game. May import `camera`, `session`, `vision` and `scorer`."""
