"""The hall around each of its tables: who is let in at every table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask, request

from muggins.texts import gettext

from ...web.access import Access, Role
from ...web.auth import SignedCookies, cookie_check, role_by_cookie, role_without_cookie

HALL_COOKIE = "muggins-hall"
"""The name of the hall's cookie. The cookies of its tables have another, and are sent to their own table alone."""


class HallDoor:
    """Knows the visitors of the hall at its tables."""

    def __init__(
        self, access: Access, tables_by_phone_key: Callable[[], Mapping[str, int]], phone_address: str
    ) -> None:
        """`access` is the hall's."""
        self.access = access
        self.tables_by_phone_key = tables_by_phone_key
        """The codes on the tables' sheets, with the tables' numbers. StoreError."""
        self.phone_address = phone_address
        """The address of the hall for a phone that is a camera, ending in `/`."""
        self._cookies = Flask("hall's cookies")
        self._cookies.config["SESSION_COOKIE_NAME"] = HALL_COOKIE

    def role_of_visitor(self) -> Role:
        """The desk is the HOST at every table; whoever has joined the hall is a SPECTATOR there."""
        return max(role_by_cookie(self.access, self._cookie()), role_without_cookie(self.access))

    def check(self) -> Callable[[], bool]:
        """See `Surroundings.check`."""
        is_known, is_desk = cookie_check(self.access, self._cookie()), role_without_cookie(self.access) is Role.HOST
        return lambda: is_desk or is_known()

    def camera_address(self, table: int, key: str) -> str:
        """The address at which a phone becomes the camera of the table whose sheet has the key."""
        return f"{self.phone_address}{table_path(table)[1:]}/camera?key={key}"

    def _cookie(self) -> Mapping[str, Any]:
        return SignedCookies(self.access).open_session(self._cookies, request) or {}

    def role_of_key(self, key: str) -> Role:
        """See `Surroundings.role_of_key`."""
        if self.access.is_host_key(key):
            return Role.HOST
        return Role.SPECTATOR if self.access.is_code(key) else Role.STRANGER


class TableDoor:
    """The surroundings of one table."""

    def __init__(self, door: HallDoor, table: int) -> None:
        self.path = table_path(table)
        self.role_of_visitor, self.role_of_key, self.check = door.role_of_visitor, door.role_of_key, door.check
        self._door = door
        self._table = table

    def about_phone_key(self, key: str) -> str:
        """Whose sheet was scanned, where it is that of another table."""
        other = self._door.tables_by_phone_key().get(key)
        if other is None:
            return ""
        return gettext(
            "this is the code of table %(other)s, and here is table %(table)s; scan the sheet that lies here",
            other=other,
            table=self._table,
        )


def table_path(table: int) -> str:
    """The path of a table's pages, without a `/` at its end."""
    return f"/table/{table}"
