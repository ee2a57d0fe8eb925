"""A process of a hall without networks: `python tests/support/hall_process.py RECORD FOLDER TABLES`.

It prints the address of its lobby once its tables are open, and ends with its standard input.
"""

import sys
from pathlib import Path

from hall_running import running_hall


def main():
    record, folder, tables = sys.argv[1:]
    hall = running_hall(Path(folder), record=record, tables=int(tables))
    print(hall.address, flush=True)
    sys.stdin.read()
    hall.stop()


if __name__ == "__main__":
    main()
