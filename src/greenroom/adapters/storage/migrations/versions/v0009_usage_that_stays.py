"""What was used stays when its interview is erased, and then names none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0006"
branch_labels = None
depends_on = None

INTERVIEW = ("fk_usage_interview_id", "interview", ["interview_id"], ["id"])


def upgrade() -> None:
    with op.batch_alter_table("usage") as batch:
        batch.drop_constraint("fk_usage_interview_id", type_="foreignkey")
        batch.alter_column("interview_id", existing_type=sa.String(40), nullable=True)
        batch.create_foreign_key(*INTERVIEW, ondelete="SET NULL")


def downgrade() -> None:
    op.execute("DELETE FROM usage WHERE interview_id IS NULL")
    with op.batch_alter_table("usage") as batch:
        batch.drop_constraint("fk_usage_interview_id", type_="foreignkey")
        batch.alter_column("interview_id", existing_type=sa.String(40), nullable=False)
        batch.create_foreign_key(*INTERVIEW, ondelete="CASCADE")
