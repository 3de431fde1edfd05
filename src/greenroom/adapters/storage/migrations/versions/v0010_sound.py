"""Whether a candidate allows that the sound of the answers is kept, and the sound."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "interview", sa.Column("sound", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "sound",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("length_ms", sa.Integer, nullable=False),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.ForeignKeyConstraint(
            ["interview_id"],
            ["interview.id"],
            name="fk_sound_interview_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("interview_id", "at_ms", name="pk_sound"),
    )


def downgrade() -> None:
    op.drop_table("sound")
    with op.batch_alter_table("interview") as batch:
        batch.drop_column("sound")
