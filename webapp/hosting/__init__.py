"""The server, its certificate and its addresses. May import the app, `views`, `web`, `camera` and `session`."""
