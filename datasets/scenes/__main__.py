"""`python -m muggins.datasets.scenes`."""

import sys

from .make_scenes import main

if __name__ == "__main__":
    sys.exit(main())
