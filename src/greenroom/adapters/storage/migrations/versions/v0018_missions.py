"""Interviews between agents wait in lanes, and are held by leases (decision 60)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None
expands = True


def upgrade() -> None:
    op.add_column("meeting", sa.Column("lane", sa.String(120)))
    op.create_table(
        "meeting_lease",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("meeting_id", sa.String(40), nullable=False),
        sa.Column("lane", sa.String(120), nullable=False),
        sa.Column("holder", sa.String(40), nullable=False),
        sa.Column("begun_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_meeting_lease"),
    )
    op.execute("INSERT INTO admission (id, asked) VALUES (2, 0)")


def downgrade() -> None:
    op.execute("DELETE FROM admission WHERE id = 2")
    op.drop_table("meeting_lease")
    op.drop_column("meeting", "lane")
