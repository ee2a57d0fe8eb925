"""The hall's app and its server, from options to a hall that runs. May import everything of the hall but its bench."""
