"""The keys of a dashboard on a shared network, as tests know them."""

from muggins.webapp.web.access import Keys

KEYS = Keys("the-hosts-own-secret-key", "ABC234", "what-cookies-are-signed-with")
