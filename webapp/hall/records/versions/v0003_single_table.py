"""Games of a single table, whose record a hall takes on, become those of its first table."""

from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Names the table of each game that has none."""
    op.execute(
        "insert into table_games (game, hall_table) "
        "select id, 1 from games where id not in (select game from table_games)"
    )
