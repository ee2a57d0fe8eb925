"""Photos that a phone sends to be counted, hands and layouts. May import `web`, `session`, `vision` and `scorer`."""
