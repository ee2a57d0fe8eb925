"""The steps that bring a database up to date, one file a version. Alembic runs them; nothing imports them."""
