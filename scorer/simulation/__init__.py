"""Random legal games, for tests and benchmarks. May import the scorer's core."""
