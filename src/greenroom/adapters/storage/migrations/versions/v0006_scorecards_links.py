"""Scorecards that were asked for in the browser, and links to a report."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scorecard",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("rubric", sa.String(80), nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("asked_at", sa.String(40), nullable=False),
        sa.Column("card", sa.Text),
        sa.PrimaryKeyConstraint("interview_id", name="pk_scorecard"),
        _of_interview("scorecard"),
    )
    op.create_index("ix_scorecard_asked_at", "scorecard", ["asked_at"])
    op.create_table(
        "share_link",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("expires_at", sa.String(40), nullable=False),
        sa.Column("parts", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_share_link"),
        _of_interview("share_link"),
    )
    op.create_index("ix_share_link_digest", "share_link", ["digest"], unique=True)
    op.create_index("ix_share_link_interview_id", "share_link", ["interview_id"])


def downgrade() -> None:
    op.drop_table("share_link")
    op.drop_table("scorecard")


def _of_interview(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["interview_id"],
        ["interview.id"],
        name=f"fk_{table}_interview_id",
        ondelete="CASCADE",
    )
