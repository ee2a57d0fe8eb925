"""Still pictures of tables with exact labels. May import `optics` and `assets`."""
