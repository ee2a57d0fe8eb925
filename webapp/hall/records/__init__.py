"""The records of many tables in one database: which game is whose, tournaments, and which program serves them.

May import `webapp.session.store`, `tournament` and `scorer`. Needs Alembic, and psycopg for PostgreSQL: extra `hall`.
"""
