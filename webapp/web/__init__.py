"""What all views share: authentication, security, errors, JSON, streams.

May import `session`, `camera`, `speech` and `scorer`.
"""
