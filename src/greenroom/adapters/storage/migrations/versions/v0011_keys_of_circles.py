"""Whose model speaks and judges in a circle, and what its interviews used."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("circle", sa.Column("keys", sa.Text, nullable=False, server_default="{}"))
    with op.batch_alter_table("usage") as batch:
        batch.add_column(sa.Column("meeting_id", sa.String(40)))
        batch.create_foreign_key(
            "fk_usage_meeting_id", "meeting", ["meeting_id"], ["id"], ondelete="SET NULL"
        )
    op.create_index("ix_usage_meeting_id", "usage", ["meeting_id"])


def downgrade() -> None:
    op.drop_index("ix_usage_meeting_id", "usage")
    with op.batch_alter_table("usage") as batch:
        batch.drop_constraint("fk_usage_meeting_id", type_="foreignkey")
        batch.drop_column("meeting_id")
    with op.batch_alter_table("circle") as batch:
        batch.drop_column("keys")
