"""Cameras, lights and sensors. May import nothing else of the project."""
