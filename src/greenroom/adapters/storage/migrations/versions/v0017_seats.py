"""Who may run an interview now, and the row that is locked while that is decided (decision 53)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None
expands = True


def upgrade() -> None:
    op.create_table(
        "seat",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("interview_id", name="pk_seat"),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interview.id"],
            name="fk_seat_interview_id",
            ondelete="CASCADE",
        ),
    )
    admission = op.create_table(
        "admission",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_admission"),
    )
    op.bulk_insert(admission, [{"id": 1, "asked": 0}])


def downgrade() -> None:
    for table in ("admission", "seat"):
        op.drop_table(table)
