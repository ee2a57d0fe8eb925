"""The certificate of this machine's own authority, for phones and computers to install: then no browser warns."""

from __future__ import annotations

import hashlib
import plistlib
import ssl
import uuid

from cryptography import x509
from flask import Blueprint, Response, abort, render_template

from ..web.access import Role
from ..web.auth import current_access, open_to

trust = Blueprint("trust", __name__)


@trust.get("/trust")
@open_to(Role.STRANGER)
def show_trust() -> str:
    """How to install the certificate, by system."""
    authority = _authority()
    fingerprint = hashlib.sha256(authority).hexdigest().upper()
    pairs = " ".join(fingerprint[at : at + 4] for at in range(0, len(fingerprint), 4))
    return render_template("pages/trust.html", name=_name_of(authority), fingerprint=pairs)


@trust.get("/trust/muggins.crt")
@open_to(Role.STRANGER)
def send_certificate() -> Response:
    """The certificate, as Android, Windows, macOS and Linux take it."""
    headers = {"Content-Disposition": 'attachment; filename="muggins.crt"'}
    return Response(_authority(), mimetype="application/x-x509-ca-cert", headers=headers)


@trust.get("/trust/muggins.mobileconfig")
@open_to(Role.STRANGER)
def send_profile() -> Response:
    """The certificate as a profile, as iOS and iPadOS take it."""
    authority = _authority()
    name, digest = _name_of(authority), hashlib.sha256(authority).hexdigest()

    def payload(kind: str, **fields: object) -> dict[str, object]:
        identifier = f"muggins.{digest[:16]}.{kind}"
        return {
            "PayloadType": kind,
            "PayloadVersion": 1,
            "PayloadIdentifier": identifier,
            "PayloadUUID": str(uuid.uuid5(uuid.NAMESPACE_URL, identifier)).upper(),
            "PayloadDisplayName": name,
            **fields,
        }

    certificate = payload("com.apple.security.root", PayloadCertificateFileName="muggins.cer", PayloadContent=authority)
    profile = plistlib.dumps(payload("Configuration", PayloadContent=[certificate]))
    return Response(profile, mimetype="application/x-apple-aspen-config")


def _authority() -> bytes:
    """The authority's certificate as DER; 404 where nothing is served over TLS."""
    path = current_access().authority
    if path is None or not path.exists():
        abort(404)
    return ssl.PEM_cert_to_DER_cert(path.read_text(encoding="ascii"))


def _name_of(certificate: bytes) -> str:
    [name] = x509.load_der_x509_certificate(certificate).subject
    return str(name.value)
