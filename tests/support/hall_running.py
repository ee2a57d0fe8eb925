"""A hall in this process whose cameras are scripted: no network is loaded, and nothing is read by itself."""

from serving import BlindWatcher

from muggins.vision.capture.status import WELL
from muggins.vision.tracking.rescan import UnreadError
from muggins.webapp.hall.serving.hall import HallOptions, open_hall


class NoReaders:
    """A pool that reads nothing."""

    def read(self, picture, set=6):
        raise UnreadError("these readers read nothing")

    def judge(self, picture):
        return WELL

    def make_clip(self, pictures):
        return b""

    def close(self):
        pass


def options_of(folder, **options):
    """A hall of four tables at any free port."""
    given = {"tables": 4, "port": 0, "folder": folder, "pool": NoReaders()}
    return HallOptions(**given | {"make_watcher": lambda number: lambda session: BlindWatcher()} | options)


def running_hall(folder, **options):
    """The hall, started. Whoever has it stops it."""
    hall = open_hall(options_of(folder, **options))
    hall.start()
    return hall
