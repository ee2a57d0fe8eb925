"""The dashboard's own certificate: without internet no authority can issue one."""

from __future__ import annotations

import datetime
import ipaddress
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ..session.private_file import write_private

VALID_YEARS = 2


class Certificate(NamedTuple):
    """A certificate and its key, each a PEM file."""

    certificate: Path
    key: Path


def own_certificate(folder: Path, names: Iterable[str] = ()) -> Certificate:
    """The certificate in `folder`, for this machine's own names and addresses and for `names`.

    It is made where there is none, where it lacks a name, and where it expires within a day. A new one keeps the names
    of the one before: a browser that was told to trust it need not be told again when the machine changes networks.
    """
    files = Certificate(folder / "certificate.pem", folder / "key.pem")
    wanted = {"localhost", "127.0.0.1", socket.gethostname(), *names}
    held = _names_in(files.certificate) if files.key.exists() else set()
    if not held >= wanted:
        folder.mkdir(parents=True, exist_ok=True)
        _make(files, wanted | held)
    return files


def _names_in(certificate: Path) -> set[str]:
    """The names that a certificate is valid for; none where it is missing, broken, or expires within a day."""
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return set()
    tomorrow = _now() + datetime.timedelta(days=1)
    return {str(name.value) for name in names} if found.not_valid_after_utc > tomorrow else set()


def _make(files: Certificate, names: set[str]) -> None:
    private_key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "muggins")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(issuer)
        .issuer_name(issuer)
        .public_key(private_key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - datetime.timedelta(days=1))
        .not_valid_after(_now() + datetime.timedelta(days=365 * VALID_YEARS))
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in sorted(names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(private_key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    unencrypted = serialization.NoEncryption()
    write_private(files.key, private_key.private_bytes(pem, serialization.PrivateFormat.PKCS8, unencrypted))
    files.certificate.write_bytes(certificate.public_bytes(pem))


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
