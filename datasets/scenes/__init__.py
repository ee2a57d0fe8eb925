"""Still pictures of tables with exact labels. May import `optics`, `assets`, and how `vision.pips` cuts out tiles."""
