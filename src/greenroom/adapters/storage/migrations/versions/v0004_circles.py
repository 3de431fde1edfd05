"""Circles, their interviews and logs, their owners' inbox, and who holds jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "circle",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("owner", sa.String(40), nullable=False),
        sa.Column("mission", sa.Text, nullable=False),
        sa.Column("preset", sa.String(10), nullable=False),
        sa.Column("radius_m", sa.Float, nullable=False),
        sa.Column("latitude", sa.Float),
        sa.Column("longitude", sa.Float),
        sa.Column("opens_at", sa.String(40), nullable=False),
        sa.Column("closes_at", sa.String(40), nullable=False),
        sa.Column("cooldown_s", sa.Integer, nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("admitted", sa.Integer, nullable=False, server_default="0"),
        sa.Column("capability_hash", sa.String(64), nullable=False),
        sa.Column("entry_hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_circle"),
    )
    op.create_index("ix_circle_owner", "circle", ["owner"])
    op.create_table(
        "meeting",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("circle_id", sa.String(40), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("entry", sa.String(64), nullable=False),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("ended_at", sa.String(40)),
        sa.Column("capability_hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_meeting"),
        sa.ForeignKeyConstraint(
            ["circle_id"], ["circle.id"], name="fk_meeting_circle_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_meeting_number", "meeting", ["circle_id", "number"], unique=True)
    op.create_index("ix_meeting_entry", "meeting", ["circle_id", "entry"], unique=True)
    op.create_index("ix_meeting_visitor", "meeting", ["circle_id", "visitor"])
    op.create_index("ix_meeting_status", "meeting", ["status"])
    op.create_table(
        "meeting_entry",
        sa.Column("meeting_id", sa.String(40), nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("meeting_id", "seq", name="pk_meeting_entry"),
        _of_meeting("meeting_entry"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notice",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("meeting_id", sa.String(40), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("line", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_notice"),
        _of_meeting("notice"),
    )
    op.create_index("ix_notice_meeting_id", "notice", ["meeting_id"])
    op.create_table(
        "executor",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_executor"),
    )


def downgrade() -> None:
    for table in ("executor", "notice", "meeting_entry", "meeting", "circle"):
        op.drop_table(table)


def _of_meeting(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["meeting_id"], ["meeting.id"], name=f"fk_{table}_meeting_id", ondelete="CASCADE"
    )
