"""`muggins keys renew`: whoever has joined a table or a hall, hosts too, has to come in again."""

from __future__ import annotations

from pathlib import Path

from muggins.texts import gettext

from ..camera.phone import KEY_FILE
from ..hall.floor.keys import renew_keys
from ..hall.records.schema import HALL_FILE
from ..session.store import Store, default_address
from ..web.access import Keys
from .play import KEYS_FILE


def renew(record: str | None) -> int:
    """Makes the keys of a hall anew, or else those of the single table and the hall in the data folder. StoreError."""
    folder = Path(default_address()).parent
    if record is None:
        Keys.fresh().keep_in(folder / KEYS_FILE)
        (folder / KEY_FILE).unlink(missing_ok=True)
        print(gettext("The single table has new keys; start it again where it runs."))
        if not (folder / HALL_FILE).exists():
            return 0
    store = Store(record or str(folder / HALL_FILE))
    keys = renew_keys(store)
    store.close()
    print(
        gettext(
            "The hall in %(place)s has new keys; its desk's address ends in host/%(key)s from now on. Print badges "
            "and the sheets for the cameras anew.",
            place=store.name,
            key=keys.host,
        )
    )
    return 0
