"""Addresses of tables that this process does not keep: where they are kept, or that there is no such table."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.exceptions import ServiceUnavailable
from werkzeug.wrappers import Response as AnyResponse

from muggins.texts import gettext

from ...web.access import Role
from ...web.auth import open_to
from ...web.described import NoContent, takes
from ..floor.context import current_hall
from ..floor.surroundings import table_path

elsewhere = Blueprint("elsewhere", __name__)

WAIT_SECONDS = 2
"""Seconds after which a program asks again for a table that nobody keeps: a process is about to take it."""
METHODS = ("GET", "POST", "DELETE")


class _TableArgument(TypedDict, total=False):
    table: int


class KeptByNobody(ServiceUnavailable):
    """A table that another process is about to take. Its page tries again by itself."""

    def get_headers(self, *context: Any) -> list[tuple[str, str]]:
        """See HTTPException."""
        return [*super().get_headers(*context), ("Refresh", str(WAIT_SECONDS))]


@elsewhere.get("/api/hall/here")
@open_to(Role.STRANGER)
@takes(arguments=_TableArgument)
def here() -> Annotated[NoContent, "This program answers."]:
    """Nothing; pages of the hall's other processes may hear it where this one keeps the `table`, or none is named."""
    table = request.args.get("table", type=int)
    is_here = table is None or table in current_hall().tables.held()
    return Response(status=204, headers={"Cross-Origin-Resource-Policy": "cross-origin"} if is_here else {})


@elsewhere.route("/table/<int:number>/", methods=METHODS, defaults={"rest": ""}, provide_automatic_options=False)
@elsewhere.route("/table/<int:number>/<path:rest>", methods=METHODS, provide_automatic_options=False)
@open_to(Role.STRANGER)
def lead_on(number: int, rest: str) -> AnyResponse:
    """Leads to the process that keeps the table."""
    tables = current_hall().tables
    if number not in tables.numbers:
        last = max(tables.numbers)
        abort(404, gettext("there is no table %(table)s here; the last is table %(last)s", table=number, last=last))
    keeper = tables.keeper(number)
    if keeper is None:
        says = gettext(
            "nobody keeps table %(table)s at the moment; it goes on by itself in a few seconds", table=number
        )
        raise KeptByNobody(says, retry_after=WAIT_SECONDS)
    query = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
    return redirect(f"{keeper.address}{table_path(number)[1:]}/{rest}{query}", 307)
