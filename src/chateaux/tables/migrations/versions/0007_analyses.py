"""Analyses of finished games."""
import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.Column("changed", sa.Float(), nullable=False),
        sa.Column("known", sa.Text(), nullable=False))
    op.create_index("analyses_table", "analyses", ["table_id"])
    op.create_index("analyses_state", "analyses", ["state", "until"])


def downgrade() -> None:
    op.drop_table("analyses")
