"""What people answer to puzzles."""
import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answers",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("puzzle", sa.String(60), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("mu", sa.Float(), nullable=True),
        sa.Column("sigma", sa.Float(), nullable=True))


def downgrade() -> None:
    op.drop_table("answers")
