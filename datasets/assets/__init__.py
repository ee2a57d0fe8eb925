"""What lies on and around a table: tiles, tabletops, printed tiles, clutter, arms. May import `optics`."""
