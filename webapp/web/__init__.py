"""What every view needs: who asks, what is refused, JSON, streams.

May import `session`, `camera`, `speech` and `scorer`.
"""
