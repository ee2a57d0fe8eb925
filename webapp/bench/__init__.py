"""How fast muggins is here. May import everything but `cli`."""
