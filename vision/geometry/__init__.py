"""Quadrilaterals, overlap and the plane of the table. May import `types`."""
