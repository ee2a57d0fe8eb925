"""Takes frames from cameras, films, phones and photos. May import nothing else of the project."""
