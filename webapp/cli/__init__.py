"""The `muggins` command. May import everything."""
