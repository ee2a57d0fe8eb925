"""Clips of plays."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes their table, unless a single table has made it."""
    if "clips" not in sa.inspect(op.get_bind()).get_table_names():
        op.create_table(
            "clips",
            sa.Column("game", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
            sa.Column("number", sa.Integer, primary_key=True),
            sa.Column("clip", sa.LargeBinary, nullable=False),
        )
