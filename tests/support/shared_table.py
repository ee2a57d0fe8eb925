"""A dashboard on a shared network, as tests know it: its keys, and what strangers may use."""

from muggins.webapp.web.access import Keys

KEYS = Keys("the-hosts-own-secret-key", "ABC234", "what-cookies-are-signed-with")
OPEN = {
    "phone.watch",
    "join.enter_as_host",
    "join.join_by_code",
    "join.join_by_picture",
    "join.leave",
    "join.show_join",
    "language.choose",
    "language.show_manifest",
    "openapi.describe",
    "openapi.show_api",
    "join.become_host",
    "phone_images.leave_camera",
    "phone_images.take",
    "seats.who_am_i",
    "static",
    "trust.send_certificate",
    "trust.send_profile",
    "trust.show_trust",
}
"""The views that strangers may use. The phone's camera asks for a key of its own."""
