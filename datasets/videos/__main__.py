"""`python -m muggins.datasets.videos`."""

import sys

from .render_video import main

if __name__ == "__main__":
    sys.exit(main())
