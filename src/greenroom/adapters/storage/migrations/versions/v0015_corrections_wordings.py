"""The candidate's own words: for what was misheard, and for an answer next time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("correction", "wording"):
        op.create_table(
            table,
            sa.Column("interview_id", sa.String(40), nullable=False),
            sa.Column("message", sa.Integer, nullable=False),
            sa.Column("text", sa.Text, nullable=False),
            sa.PrimaryKeyConstraint("interview_id", "message", name=f"pk_{table}"),
            sa.ForeignKeyConstraint(
                ["interview_id"],
                ["interview.id"],
                name=f"fk_{table}_interview_id",
                ondelete="CASCADE",
            ),
        )


def downgrade() -> None:
    for table in ("wording", "correction"):
        op.drop_table(table)
