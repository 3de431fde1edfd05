"""The tables, in SQL that SQLite and PostgreSQL both speak. `migrations/` builds them."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

interview = Table(
    "interview",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("plan_id", String(80), nullable=False),
    Column("plan_toml", Text, nullable=False),
    Column("candidate", Text, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("ended_at", String(40)),
    Column("job_description", Text),
    Column("company", Text),
    Column("capability_hash", String(64), nullable=False),
    Index("ix_interview_owner", "owner"),
    Index("ix_interview_status", "status"),
)
"""`candidate` is a JSON object; times are ISO 8601 in UTC, so that they sort as text."""

entry = Table(
    "entry",
    metadata,
    Column(
        "interview_id",
        String(40),
        ForeignKey("interview.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""One journal line each, `seq` counting from 0. The key refuses a second writer's line."""
