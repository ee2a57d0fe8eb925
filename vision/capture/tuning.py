"""The numbers by which pictures are taken, all in one place: limits of time and size, and when a camera is not well.

They are constants of the module: threads, processes and pages share them, and no experiment reads the same picture with
others.
"""

# Sources
LOST_SECONDS = 5.0
"""Seconds without a new picture after which a camera is lost."""
TIMEOUT_SECONDS = 5
"""Seconds to wait for a camera: to open it, to read from it, and to let go of it."""
RETRY_SECONDS = (1.0, 2.0, 4.0)
"""Seconds before a failed camera is opened again, one after the other; the last is repeated."""
MOST_KEPT = 10
"""Frames kept for readers that must see them all: at 30 a second, a third of a second of reading."""
FLAW_SECONDS = 5.0
"""Seconds for which a flaw is remembered once frames come again."""
FLAWS_IN_A_ROW = 3
"""Flaws within FLAW_SECONDS from which a source is flawed."""

# Network cameras and webcams
MAX_PICTURE_BYTES = 16 * 1024 * 1024
"""Most bytes of a picture, a header or a line from a camera: none sends more."""
MAX_HEADER_LINES = 100
"""Most lines in the header of a part of a stream that is a picture."""
SINGLE_SECONDS = 0.1
"""Seconds between two pictures from a camera that gives one at a time."""
WEBCAM_SIZE = (1920, 1080)
"""Width and height asked of a webcam, which gives the nearest size it has."""
MAX_PROBED = 4
"""Webcams that are tried on systems that keep no list of them."""

# Films
STILL_SECONDS = 2.0
"""Seconds for which a folder of photos, shown as a film, rests on each."""
STILL_FRAMES_PER_SECOND = 5
"""Frames a second of such a film."""
LATE_SECONDS = 0.2
"""Delay in seconds from which a frame is passed over."""
MOST_PASSED_OVER = 10
"""Most frames in a row that are passed over."""
DEFAULT_FRAMES_PER_SECOND = 25.0
"""The rate of a video that names none."""

# Decoding
MOST_PHOTO_PIXELS = 60_000_000
"""Pixels of the largest photo that is decoded. Phones take 12 to 50 million."""
MOST_JPEG_PIXELS = 16_000_000
"""Pixels of the largest JPEG from a camera that is decoded."""
LARGEST_PIXELS = 4_000_000
"""Pixels above which a picture from a camera is made smaller: 1080 lines are enough to read the tiles."""
MOST_SCANS = 20
"""Most scans of a JPEG. Each goes through the whole picture once more; progressive ones have about ten."""
MOST_SEGMENTS = 2000
"""Most segments of a JPEG. Photos with a map of depths have some hundred; a JPEG with more has no end."""
DECODING_SECONDS = 90
"""Seconds for one photo. It takes a tenth of them, on a slow machine whose cores are all busy."""
DECODING_BYTES = 2 * 1024**3
"""Memory of the process that decodes photos. A HEIC of 50 million pixels takes a quarter of it."""

# How a camera is
SMALL_SIZE = (160, 120)
"""Width and height of the copy whose content is checked."""
LIGHTS_QUANTILE = 0.995
"""Quantile of a picture's levels that is its lights."""
DARK_LEVELS = 50
"""Level of the lights, of 255, below which pips cannot be read; white tiles on a dark cloth are brighter."""
PLAIN_LEVELS = 4.0
"""Spread of grey levels below which a picture shows nothing; a table on a photo spreads by 14 and more."""
FROZEN_SECONDS = 20.0
"""How long a camera shows the very same picture before it counts as frozen. Live, its noise changes every frame."""
TURNED_SECONDS = 5.0
"""How long people are told that the picture was turned."""
