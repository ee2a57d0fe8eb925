"""The recorded game that comes with the program. May import `camera`, `session`, `vision` and `scorer`."""
