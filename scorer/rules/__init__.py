"""Rule sets as data, and the options they are made of. May import the scorer's tiles, layouts and names."""
