"""The dashboard's own certificates: without internet no authority can issue one, so this machine has one of its own.

A phone that trusts the authority opens the dashboard without a warning, at whatever address it is found that evening.
"""

from __future__ import annotations

import datetime
import ipaddress
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from ..session.private_file import write_private

AUTHORITY_FILE = "authority.pem"
VALID_DAYS = 730
"""Days for which a server's certificate is valid; Apple's systems take at most 825."""
AUTHORITY_DAYS = 3650
PRIVATE_NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
"""The addresses that the authority vouches for: whoever stole its key could pass for no page of the internet."""
LOCAL_NAMES = ("localhost", "local", "lan", "localdomain", "home.arpa", "internal", "fritz.box")
"""The names that it vouches for, with all below them and the machine's own."""


KEY_USES = (
    *("digital_signature", "content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
    *("key_cert_sign", "crl_sign", "encipher_only", "decipher_only"),
)
"""What a key may be used for, in the order that `x509.KeyUsage` takes it."""


class Certificate(NamedTuple):
    """A certificate and its key, each a PEM file."""

    certificate: Path
    key: Path


def own_certificate(folder: Path, names: Iterable[str] = ()) -> Certificate:
    """The certificate in `folder`, for this machine's own names and addresses and for `names`.

    It is made where there is none, where it lacks a name, where it expires within a day, and where the authority in
    `folder` has not issued it. A new one keeps the names of the one before: a browser that was told to trust it need
    not be told again when the machine changes networks. Names that the authority does not vouch for are left out.
    """
    files = Certificate(folder / "certificate.pem", folder / "key.pem")
    authority = Certificate(folder / AUTHORITY_FILE, folder / "authority-key.pem")
    issuer = _held(authority) or _make_authority(authority)
    wanted = {name for name in ("localhost", "127.0.0.1", socket.gethostname(), *names) if _vouches_for(issuer, name)}
    held = _held(files)
    known = _names_in(held) if held is not None and _has_issued(issuer, held) else set()
    if not known >= wanted:
        _make_certificate(files, wanted | known, issuer, authority)
    return files


def _held(files: Certificate) -> x509.Certificate | None:
    """The first certificate of a file; None where it or its key is missing or broken, or where it expires soon."""
    try:
        _private_key(files)
        found = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    except (OSError, ValueError):
        return None
    return found if found.not_valid_after_utc > _now() + datetime.timedelta(days=1) else None


def _private_key(files: Certificate) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(files.key.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError(str(files.key))
    return key


def _has_issued(issuer: x509.Certificate, certificate: x509.Certificate) -> bool:
    try:
        certificate.verify_directly_issued_by(issuer)
    except (ValueError, InvalidSignature):
        return False
    return True


def _names_in(certificate: x509.Certificate) -> set[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in names}


def _vouches_for(issuer: x509.Certificate, name: str) -> bool:
    """Whether the authority may issue a certificate for a name or an address."""
    if not name.isascii():
        return False
    permitted = issuer.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    named = _general_name(name)
    if isinstance(named, x509.IPAddress):
        networks = (tree.value for tree in permitted if isinstance(tree, x509.IPAddress))
        return any(named.value in ipaddress.ip_network(str(network)) for network in networks)
    roots = [tree.value for tree in permitted if isinstance(tree, x509.DNSName)]
    return any(f".{named.value}".lower().endswith(f".{root}") for root in roots)


def _make_authority(files: Certificate) -> x509.Certificate:
    machine = socket.gethostname().lower()
    networks = [x509.IPAddress(ipaddress.ip_network(network)) for network in PRIVATE_NETWORKS]
    permitted = [*networks, *(x509.DNSName(name) for name in dict.fromkeys((*LOCAL_NAMES, machine)) if name.isascii())]
    name, key = _named(f"muggins, {machine}"), ec.generate_private_key(ec.SECP256R1())
    usage = [use in ("key_cert_sign", "crl_sign") for use in KEY_USES]
    certificate = (
        _builder(name, name, key.public_key(), AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(*usage), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write(files, key, certificate)
    return certificate


def _make_certificate(files: Certificate, names: set[str], issuer: x509.Certificate, authority: Certificate) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    usage = [use == "digital_signature" for use in KEY_USES]
    keys_of_issuer = issuer.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
    certificate = (
        _builder(_named("muggins"), issuer.subject, key.public_key(), VALID_DAYS)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in sorted(names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.KeyUsage(*usage), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(keys_of_issuer), critical=False)
        .sign(_private_key(authority), hashes.SHA256())
    )
    # Programs that are told to trust this file trust the authority.
    _write(files, key, certificate, issuer)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - datetime.timedelta(days=1))
        .not_valid_after(_now() + datetime.timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _write(files: Certificate, key: ec.EllipticCurvePrivateKey, *chain: x509.Certificate) -> None:
    pem = serialization.Encoding.PEM
    unencrypted = serialization.NoEncryption()
    write_private(files.key, key.private_bytes(pem, serialization.PrivateFormat.PKCS8, unencrypted))
    files.certificate.write_bytes(b"".join(each.public_bytes(pem) for each in chain))


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _general_name(name: str) -> x509.DNSName | x509.IPAddress:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
