"""Plans that people write, questions that are asked again, and when they come again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "plan",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("toml", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("updated_at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_plan"),
    )
    op.create_index("ix_plan_owner", "plan", ["owner"])
    op.create_table(
        "retry",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("of_interview", sa.String(40), nullable=False),
        sa.Column("message", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("interview_id", name="pk_retry"),
        _of_interview("retry", "interview_id"),
        _of_interview("retry", "of_interview"),
    )
    op.create_index("ix_retry_of_interview", "retry", ["of_interview"])
    op.create_table(
        "drill",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("message", sa.Integer, nullable=False),
        sa.Column("card", sa.Text, nullable=False),
        sa.Column("due", sa.String(40), nullable=False),
        sa.Column("reviews", sa.Integer, nullable=False),
        sa.Column("dropped", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("interview_id", "message", name="pk_drill"),
        _of_interview("drill", "interview_id"),
    )


def downgrade() -> None:
    for table in ("drill", "retry", "plan"):
        op.drop_table(table)


def _of_interview(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["interview.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )
