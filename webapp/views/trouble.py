"""What went wrong, as one sentence in JSON."""

from __future__ import annotations

from flask import Flask, Response, jsonify
from werkzeug.exceptions import HTTPException

from muggins.scorer.events import RecordError

from ..store import StoreError


def explain(app: Flask) -> None:
    """Answer {"error": sentence} wherever something cannot be done."""

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> tuple[Response, int]:
        return jsonify({"error": error.description}), error.code or 500

    @app.errorhandler(RecordError)
    def cannot_stand(error: RecordError) -> tuple[Response, int]:
        return jsonify({"error": str(error)}), 409

    @app.errorhandler(StoreError)
    def cannot_be_kept(error: StoreError) -> tuple[Response, int]:
        return jsonify({"error": str(error)}), 503
