"""The page that lets a device trust this machine, and what it installs."""

import plistlib

from cryptography import x509
from cryptography.hazmat.primitives import hashes

from muggins.webapp.hosting.tls import AUTHORITY_FILE, own_certificate


def test_a_stranger_installs_the_certificate_of_this_machine_by_a_file_or_a_profile(access, stranger, tmp_path):
    assert stranger.get("/trust").status_code == 404  # nothing is served over TLS
    assert "No more warnings" not in stranger.get("/join").get_data(as_text=True)
    own_certificate(tmp_path)
    access.authority = tmp_path / AUTHORITY_FILE
    assert "No more warnings on this device" in stranger.get("/join").get_data(as_text=True)
    file = stranger.get("/trust/muggins.crt")
    authority = x509.load_der_x509_certificate(file.data)
    assert file.mimetype == "application/x-x509-ca-cert"
    answer = stranger.get("/trust/muggins.mobileconfig")
    assert answer.mimetype == "application/x-apple-aspen-config"
    profile = plistlib.loads(answer.data)
    assert profile["PayloadType"] == "Configuration"
    [payload] = profile["PayloadContent"]
    assert (payload["PayloadType"], payload["PayloadContent"]) == ("com.apple.security.root", file.data)
    assert payload["PayloadUUID"] != profile["PayloadUUID"]
    assert stranger.get("/trust/muggins.mobileconfig").data == answer.data  # installed again, it replaces itself
    page = stranger.get("/trust").get_data(as_text=True)
    assert authority.fingerprint(hashes.SHA256()).hex().upper() in page.replace(" ", "")
    for kept in ("PRIVATE", "authority-key"):
        assert kept.encode() not in page.encode() + file.data + answer.data
