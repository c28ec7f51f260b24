"""Tables that cannot be read are marked, listed ones are found; leases, absences."""
import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("broken", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_index("tables_listed", "tables", ["listed", "phase", "changed"])
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(), nullable=False))
    op.create_table(
        "absences",
        sa.Column("began", sa.Float(), primary_key=True),
        sa.Column("ended", sa.Float(), nullable=False))
    tables = sa.table("tables", sa.column("id"), sa.column("head"), sa.column("listed"))
    connection = op.get_bind()
    for id, head in connection.execute(sa.select(tables.c.id, tables.c.head)).all():
        if json.loads(head).get("listed"):
            connection.execute(tables.update().where(tables.c.id == id).values(listed=True))


def downgrade() -> None:
    for name in ("absences", "leases"):
        op.drop_table(name)
    op.drop_index("tables_listed", "tables")
    op.drop_column("tables", "listed")
    op.drop_column("tables", "broken")
