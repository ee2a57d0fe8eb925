"""Games of rounds: no layout is recorded, the tiles left in each hand are. May import the scorer's core."""
