"""One program serves a hall: which of several kept which table is kept no longer."""

from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Drops the leases of programs that shared the tables, where there are any, and their reports of cameras."""
    op.execute("drop table if exists leases")
    op.execute("drop table if exists processes")
    op.execute("delete from settings where name like 'table %: report'")
