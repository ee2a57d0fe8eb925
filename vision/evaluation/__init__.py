"""How often photos are read right. May import the rest of `vision`; whoever calls it passes the reader in."""
