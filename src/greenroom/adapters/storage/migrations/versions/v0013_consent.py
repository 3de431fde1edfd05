"""To what candidates agreed, and when. Null for interviews of before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("interview", sa.Column("consent", sa.Text))


def downgrade() -> None:
    with op.batch_alter_table("interview") as batch:
        batch.drop_column("consent")
