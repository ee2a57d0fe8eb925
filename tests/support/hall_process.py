"""A program of a hall without networks: `python tests/support/hall_process.py RECORD FOLDER TABLES`.

It prints "stands by" while another serves the hall, and the address of its lobby once it serves it. It ends with its
standard input.
"""

import sys
from functools import partial
from pathlib import Path

from hall_running import options_of

from muggins.webapp.hall.serving.hall import open_hall


def main():
    record, folder, tables = sys.argv[1:]
    options = options_of(Path(folder), record=record, tables=int(tables))
    hall = open_hall(options, partial(print, "stands by", flush=True))
    hall.start()
    print(hall.address, flush=True)
    sys.stdin.read()
    hall.stop()


if __name__ == "__main__":
    main()
