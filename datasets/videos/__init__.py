"""Films of whole hands with their truth. May import `optics`, `assets` and `scenes`."""
