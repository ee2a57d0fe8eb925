"""A certificate that the dashboard shows itself with: a table without internet has nobody else to ask for one."""

from __future__ import annotations

import datetime
import ipaddress
import os
import socket
from collections.abc import Iterable
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

YEARS = 2


def own_certificate(folder: Path, names: Iterable[str] = ()) -> tuple[Path, Path]:
    """Certificate and key as PEM files in `folder`, made there once, and anew when they are about to expire.

    They hold for this machine's names and addresses, and for `names`. Browsers ask once whether to trust them; so that
    they need not again whenever the machine changes between two networks, names that were there stay.
    """
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    wanted = {"localhost", "127.0.0.1", socket.gethostname(), *names}
    held = _names_held(certificate) if key.exists() else set()
    if not held >= wanted:
        folder.mkdir(parents=True, exist_ok=True)
        _make(certificate, key, wanted | held)
    return certificate, key


def _names_held(path: Path) -> set[str]:
    """The names a certificate holds for; none where there is none or it ends within a day."""
    try:
        found = x509.load_pem_x509_certificate(path.read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return set()
    tomorrow = _now() + datetime.timedelta(days=1)
    return {str(name.value) for name in names} if found.not_valid_after_utc > tomorrow else set()


def _make(certificate: Path, key: Path, wanted: set[str]) -> None:
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "muggins")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - datetime.timedelta(days=1))
        .not_valid_after(_now() + datetime.timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectAlternativeName([_alternative(each) for each in sorted(wanted)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(private, hashes.SHA256())
    )
    # Nobody else on this machine may read the key, not even while it is being written.
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(
            private.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
    certificate.write_bytes(made.public_bytes(serialization.Encoding.PEM))


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.timezone.utc)
