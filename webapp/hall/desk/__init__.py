"""The tournament desk as a service, and what follows the tables. May import the hall's rooms below it and `session`."""
