"""The lobby, joining the hall, and the sheets of the cameras: a blueprint a module. May import `floor` and `web`."""
