"""Kills a PostgreSQL server while events are written to it: `python tests/support/kill_postgres.py [--times 50]`."""

from __future__ import annotations

import argparse
import random
import threading
import time

from find_postgres import Server

from muggins.webapp.session.store import Store

EVENTS = 60
PATIENCE_SECONDS = 600
PASS = {"event": "pass", "player": "Ann"}


def kill_while_writing(server: Server, address: str, seed: int) -> tuple[list[float], float]:
    """The numbers that were stored, of 1 to EVENTS, and the seconds from the restart until the writer went on."""
    lot = random.Random(seed)
    store = Store(address, patience=PATIENCE_SECONDS)
    game, kill_at = store.add_game(), lot.randrange(5, EVENTS - 5)
    reached = threading.Event()
    times: list[float] = []

    def write() -> None:
        for number in range(1, EVENTS + 1):
            store.append(game, number, PASS | {"t": number})
            times.append(time.monotonic())
            if number == kill_at:
                reached.set()

    writer = threading.Thread(target=write)
    writer.start()
    reached.wait()
    server.kill()
    server.start()
    restarted = time.monotonic()
    writer.join()
    stored = [event["t"] for event in store.events(game)]
    store.close()
    return stored, max(0.0, min((moment for moment in times if moment > restarted), default=restarted) - restarted)


def main() -> None:
    """Kill a server of its own as often as asked, and print what was lost or doubled."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=50)
    asked = parser.parse_args()
    server, wrong, longest = Server(), 0, 0.0
    try:
        server.start()
        address = server.new_database()
        for seed in range(asked.times):
            stored, waited = kill_while_writing(server, address, seed)
            wrong += stored != list(range(1, EVENTS + 1))
            longest = max(longest, waited)
    finally:
        server.close()
    print(f"{asked.times} kills: {wrong} records with an event lost or doubled; at most {longest:.1f} s to go on")


if __name__ == "__main__":
    main()
