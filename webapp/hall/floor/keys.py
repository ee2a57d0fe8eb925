"""The secrets of a hall and of its tables. They are in the record, so that whichever program serves it has the same."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, or_

from ...session.store import Store, settings
from ...web.access import Access, Change, Keys, Role, fresh_code
from ..records.table_store import TableStore

KEYS = "keys"
PHONE_KEY = "phone key"
CAMERA = "camera"
"""Names of settings: of the hall, or of a table."""
PHONE_CODE_LENGTH = 8
"""Characters of the code on a table's sheet: with 31 to choose from, a code is among 850,000 million."""


def access_in(store: Store, default: Role) -> Access:
    """The access of a hall, or of the table of a TableStore, with the keys of the record. StoreError."""
    return Access(_kept_keys(store), default, keep=lambda _, change: _change_keys(store, change))


def take_over_keys(store: Store, access: Access) -> bool:
    """Takes over what another program has changed of the keys. Returns whether all of them are new. StoreError."""
    return access.take_over(lambda: _kept_keys(store))


def renew_keys(store: Store) -> Keys:
    """The keys of a hall, which are all made anew with those of its tables, also those of their cameras. StoreError.

    A hall that runs takes them over when it next looks.
    """
    tables = [settings.c.name.like(f"table %: {name}") for name in (KEYS, PHONE_KEY)]
    with store.connected() as connection:
        connection.execute(delete(settings).where(or_(*tables)))
    return _change_keys(store, lambda _: Keys.fresh())


def _kept_keys(store: Store) -> Keys:
    return Keys.parsed(store.add_setting(KEYS, Keys.fresh().text))


def _change_keys(store: Store, change: Change) -> Keys:
    """The keys after a change, in one step: no program undoes what another changes at the same time."""
    text = store.change_setting(KEYS, lambda kept: change(Keys.parsed(kept) if kept else Keys.fresh()).text)
    return Keys.parsed(text)


def tables_by_phone_key(store: Store, tables: Iterable[int]) -> dict[str, int]:
    """The codes on the sheets of tables, with their numbers. A code stays until all keys are renewed. StoreError."""
    return {StoreMemory(TableStore(store, table)).phone_key(): table for table in tables}


class StoreMemory:
    """The `CameraMemory` of a table in the record, for whichever program serves it next."""

    def __init__(self, store: TableStore, first: str = "") -> None:
        """`first` is the camera while nothing is remembered."""
        self._store = store
        self._first = first

    def camera(self) -> str:
        return self._store.setting(CAMERA) or self._first

    def keep_camera(self, camera: str) -> None:
        self._store.set_setting(CAMERA, camera)

    def phone_key(self) -> str:
        """The code on the table's sheet, which a phone shows to be its camera."""
        return self._store.add_setting(PHONE_KEY, fresh_code(PHONE_CODE_LENGTH))
