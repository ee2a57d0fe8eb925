"""One game at one table: what the camera sees and what people say, the record, and the store.

May import `scorer`, `vision.types`, `vision.tracking.events` and `vision.capture.status`.
"""
