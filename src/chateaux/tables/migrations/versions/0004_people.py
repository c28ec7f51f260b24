"""People: their devices, what lets them in elsewhere, what they wish to hear of."""
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("came", sa.Float(), nullable=False),
        sa.Column("wants", sa.Text(), nullable=False))
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("came", sa.Float(), nullable=False),
        sa.Column("seen", sa.Float(), nullable=False),
        sa.Column("push", sa.Text(), nullable=False))
    op.create_index("devices_person", "devices", ["person"])
    op.create_table(
        "keys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("until", sa.Float(), nullable=True))
    op.create_index("keys_person", "keys", ["person"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("public", sa.Text(), nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("label", sa.String(80), nullable=False),
        sa.Column("made", sa.Float(), nullable=False))
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "revoked",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float(), nullable=False))


def downgrade() -> None:
    for name in ("revoked", "passkeys", "keys", "devices", "people"):
        op.drop_table(name)
