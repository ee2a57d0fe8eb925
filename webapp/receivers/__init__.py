"""Programs elsewhere that are told each event: at an address that is called, and at an MQTT broker.

May import `session`, `speech`, `web` and `scorer`.
"""
