"""Cameras, lights, sensors and flat shapes. May import nothing else of the project."""
