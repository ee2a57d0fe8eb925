"""The program of a bundle: the command, which plays and opens the browser where a double click names nothing else."""

import multiprocessing
import sys

if __name__ == "__main__":
    # The process that decodes photos is this program once more: it ends here.
    multiprocessing.freeze_support()
    from muggins.webapp.cli.main import main

    sys.exit(main(sys.argv[1:] or ["play", "--open"]))
