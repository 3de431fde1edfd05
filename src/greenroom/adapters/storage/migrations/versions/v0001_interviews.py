"""Interviews and their journals."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "interview",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("plan_id", sa.String(80), nullable=False),
        sa.Column("plan_toml", sa.Text, nullable=False),
        sa.Column("candidate", sa.Text, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("ended_at", sa.String(40)),
        sa.Column("job_description", sa.Text),
        sa.Column("company", sa.Text),
        sa.Column("capability_hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_interview"),
    )
    op.create_index("ix_interview_owner", "interview", ["owner"])
    op.create_index("ix_interview_status", "interview", ["status"])
    op.create_table(
        "entry",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("interview_id", "seq", name="pk_entry"),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interview.id"],
            name="fk_entry_interview_id",
            ondelete="CASCADE",
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("entry")
    op.drop_table("interview")
