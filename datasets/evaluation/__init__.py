"""Figures on rendered scenes, and photos to measure with. May import `assets`, `scenes` and `training`."""
