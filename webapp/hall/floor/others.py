"""The other processes of the hall, which pages turn to when the one that served them has ended."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flask import Flask, Response

from ...web.security import POLICY


def name_others(app: Flask, others: Callable[[], Sequence[str]]) -> None:
    """Makes the pages of an app carry the addresses of the other processes, and lets their scripts look for these."""
    app.context_processor(lambda: {"others": others()})

    @app.after_request
    def allow_others(response: Response) -> Response:
        if found := " ".join(address.rstrip("/") for address in others()):
            policy = POLICY.replace("connect-src 'self'", f"connect-src 'self' {found}")
            response.headers.setdefault("Content-Security-Policy", policy)
        return response
