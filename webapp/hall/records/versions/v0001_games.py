"""Games, their events and settings, as the dashboard of a single table makes them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the tables, but for those that the database of a single table has; early ones have no settings."""
    there = set(sa.inspect(op.get_bind()).get_table_names())
    if "games" not in there:
        op.create_table(
            "games",
            sa.Column("id", sa.Integer, primary_key=True),
            sa.Column("started", sa.Float, nullable=False),
        )
    if "events" not in there:
        op.create_table(
            "events",
            sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True),
            sa.Column("written", sa.Float, nullable=False),
            sa.Column("event", sa.Text, nullable=False),
            sa.Column("picture", sa.LargeBinary),
        )
    if "settings" not in there:
        op.create_table(
            "settings",
            sa.Column("name", sa.Text, primary_key=True),
            sa.Column("value", sa.Text, nullable=False),
        )
