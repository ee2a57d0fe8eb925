"""How many random games the tests of the rules play."""

import os

GAMES = int(os.environ.get("MUGGINS_GAMES", "12"))
"""Of each game. `make games` plays 10,000."""
