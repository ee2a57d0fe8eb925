"""A tournament as an append-only list of events, and the state that they lead to. May import `scorer`.

Knows no web and no database. `pairing`, beside it, works out who meets whom next.
"""
