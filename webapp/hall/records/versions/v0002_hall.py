"""Tables of a hall with their games, and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the tables that a hall needs on top of games and events."""
    op.create_table(
        "table_games",
        sa.Column("game", sa.Integer, sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("hall_table", sa.Integer, nullable=False),
    )
    op.create_index("table_games_by_table", "table_games", ["hall_table", "game"])
    op.create_table(
        "tournament_events",
        sa.Column("tournament", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("written", sa.Float, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
