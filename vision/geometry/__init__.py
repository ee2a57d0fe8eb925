"""Points, corners, overlaps and the plane of the table. May import `types`."""
