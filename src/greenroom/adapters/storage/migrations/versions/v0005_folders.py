"""Papers of an interview are kept sealed, beside it and not in it, until it ends.

What earlier versions kept in the clear (job descriptions, companies) is deleted: it cannot be sealed
here, for the key is not in the database.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "folder",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.String(40), nullable=False),
        sa.PrimaryKeyConstraint("interview_id", name="pk_folder"),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interview.id"],
            name="fk_folder_interview_id",
            ondelete="CASCADE",
        ),
    )
    op.drop_column("interview", "job_description")
    op.drop_column("interview", "company")


def downgrade() -> None:
    op.add_column("interview", sa.Column("company", sa.Text))
    op.add_column("interview", sa.Column("job_description", sa.Text))
    op.drop_table("folder")
