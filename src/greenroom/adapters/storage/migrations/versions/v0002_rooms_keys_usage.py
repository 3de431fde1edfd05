"""What LiveKit rooms and one's own keys need: modes, leases, sealed keys, tickets, usage."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "interview",
        sa.Column("mode", sa.String(10), nullable=False, server_default="embedded"),
    )
    op.add_column("interview", sa.Column("keys", sa.Text, nullable=False, server_default="{}"))
    op.create_table(
        "lease",
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("interview_id", name="pk_lease"),
        _of_interview("lease"),
    )
    op.create_table(
        "provider_key",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("provider", sa.String(80), nullable=False),
        sa.Column("base_url", sa.Text),
        sa.Column("model", sa.Text),
        sa.Column("sealed", sa.LargeBinary, nullable=False),
        sa.Column("last4", sa.String(4), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("checked_at", sa.String(40)),
        sa.PrimaryKeyConstraint("id", name="pk_provider_key"),
    )
    op.create_index("ix_provider_key_owner", "provider_key", ["owner"])
    op.create_table(
        "ticket",
        sa.Column("digest", sa.String(128), nullable=False),
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_ticket"),
        _of_interview("ticket"),
    )
    op.create_index("ix_ticket_interview_id", "ticket", ["interview_id"])
    op.create_table(
        "usage",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("interview_id", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.Column("tokens_in", sa.BigInteger, nullable=False),
        sa.Column("tokens_out", sa.BigInteger, nullable=False),
        sa.Column("characters", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.BigInteger, nullable=False),
        sa.Column("micros", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_usage"),
        _of_interview("usage"),
    )
    op.create_index("ix_usage_interview_id", "usage", ["interview_id"])
    op.create_index("ix_usage_owner", "usage", ["owner", "at_ms"])


def downgrade() -> None:
    for table in ("usage", "ticket", "provider_key", "lease"):
        op.drop_table(table)
    with op.batch_alter_table("interview") as batch:
        batch.drop_column("keys")
        batch.drop_column("mode")


def _of_interview(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["interview_id"],
        ["interview.id"],
        name=f"fk_{table}_interview_id",
        ondelete="CASCADE",
    )
