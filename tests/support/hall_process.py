"""A process of a hall without networks: `python tests/support/hall_process.py RECORD FOLDER TABLES`.

It prints the address of its lobby once its tables are open, and ends with its standard input. Its heart beats, and it
looks at the record, ten times a second. Its leases last an hour: no machine is so busy that they end while it lives.
"""

import sys
from pathlib import Path

from hall_running import options_of

from muggins.webapp.hall.floor import floor
from muggins.webapp.hall.records import leases
from muggins.webapp.hall.serving.hall import open_hall


def main():
    record, folder, tables = sys.argv[1:]
    leases.LEASE_SECONDS = 3600.0
    floor.EXCHANGE_SECONDS = 0.1
    hall = open_hall(options_of(Path(folder), record=record, tables=int(tables)))
    hall.context.tables._heartbeat._seconds = 0.1
    hall.start()
    print(hall.address, flush=True)
    sys.stdin.read()
    hall.stop()


if __name__ == "__main__":
    main()
