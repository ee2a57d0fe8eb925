"""Training of the networks and their export. May import `batches`, `scenes` and `vision`."""
