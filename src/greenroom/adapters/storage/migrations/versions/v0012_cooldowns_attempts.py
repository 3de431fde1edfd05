"""Cooldowns that outlive an erased interview, and how often an interview was taken up in vain."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "cooldown",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("circle_id", sa.String(40), nullable=False),
        sa.Column("until", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circle.id"], name="fk_cooldown_circle_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name="pk_cooldown"),
    )
    op.create_index("ix_cooldown_circle_id", "cooldown", ["circle_id"])
    op.create_index("ix_cooldown_until", "cooldown", ["until"])
    op.create_table(
        "meeting_attempt",
        sa.Column("meeting_id", sa.String(40), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["meeting_id"], ["meeting.id"], name="fk_meeting_attempt_meeting_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("meeting_id", name="pk_meeting_attempt"),
    )


def downgrade() -> None:
    op.drop_table("meeting_attempt")
    op.drop_table("cooldown")
