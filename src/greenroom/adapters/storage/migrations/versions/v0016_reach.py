"""Which older programs can work on this database (decision 47)."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None
expands = True


def upgrade() -> None:
    op.create_table(
        "reach",
        sa.Column("revision", sa.String(32), nullable=False),
        sa.Column("oldest", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("revision", name="pk_reach"),
    )


def downgrade() -> None:
    op.drop_table("reach")
