"""The secrets of a hall and of its tables. They are in the record, so that each process has the same."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict

from ...session.store import Store
from ...web.access import LETTERS, Access, Keys, Role
from ..records.table_store import TableStore

KEYS = "keys"
PHONE = "phone key"
CAMERA = "camera"
"""Names of settings: of the hall, or of a table."""
PHONE_CODE_LENGTH = 8
"""Characters of the code on a table's sheet: with 31 to choose from, a code is among 850,000 million."""


def access_in(store: Store, default: Role) -> Access:
    """The access of a hall, or of the table of a TableStore, with the keys of the record. StoreError."""
    kept = store.add_setting(KEYS, json.dumps(asdict(Keys.fresh())))
    return Access(
        Keys(**json.loads(kept)), default, changed=lambda keys: store.set_setting(KEYS, json.dumps(asdict(keys)))
    )


def renew_code(store: Store, access: Access) -> None:
    """Take over the code that another process has drawn meanwhile. StoreError."""
    access.renew(lambda: Keys(**json.loads(store.setting(KEYS))))


def tables_by_phone_key(store: Store, tables: Iterable[int]) -> dict[str, int]:
    """The codes on the sheets of tables, with the tables' numbers. Once drawn, a code stays. StoreError."""
    return {StoreMemory(TableStore(store, table)).phone_key(): table for table in tables}


def plain_code(text: str) -> str:
    """A code as it is compared: capitals, without blanks and dashes."""
    return "".join(letter for letter in text.upper() if letter in LETTERS)


class StoreMemory:
    """Remembers the camera of a table in the record, for whichever process keeps the table next."""

    def __init__(self, store: TableStore, first: str = "") -> None:
        """`first` is the camera while nothing is remembered."""
        self._store = store
        self._first = first

    def camera(self) -> str:
        """See `CameraMemory.camera`."""
        return self._store.setting(CAMERA) or self._first

    def keep_camera(self, camera: str) -> None:
        """See `CameraMemory.keep_camera`."""
        self._store.set_setting(CAMERA, camera)

    def phone_key(self) -> str:
        """The code on the table's sheet, which a phone shows to be its camera."""
        drawn = "".join(secrets.choice(LETTERS) for _ in range(PHONE_CODE_LENGTH))
        return self._store.add_setting(PHONE, drawn)
