"""A picture in, what lies on the table out.

    state = Reader().read(image)
    print(state.layout)  # 6-4, 6-1>6-4

`Reader` reads single pictures. `Watcher` follows a table over many and says what happened. The other names are the
types of what they return. Each is loaded when it is first used, so that importing one type loads neither model.

May import `models` and, of the scorer, `tiles` and `layout`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .reading.reader import Reader
    from .tracking.watcher import Watcher
    from .types import Detection, Doubt, Image, Link, TableState, TileReading

__all__ = ["Detection", "Doubt", "Image", "Link", "Reader", "TableState", "TileReading", "Watcher"]

_HOMES = {"Reader": ".reading.reader", "Watcher": ".tracking.watcher"}
"""The modules of the names that are not types."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES.get(name, ".types"), __name__), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
