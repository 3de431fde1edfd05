"""The tables, in SQL that SQLite and PostgreSQL both speak. `migrations/` builds them.

Everything that belongs to an interview goes with it: foreign keys delete what refers to it. Only its usage of
providers stays for a while, without the interview's id, so that deleting gives no new budget.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _of_interview(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "interview_id",
        String(40),
        ForeignKey("interview.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
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
    Column("capability_hash", String(64), nullable=False),
    Column("mode", String(10), nullable=False, server_default="embedded"),
    Column("keys", Text, nullable=False, server_default="{}"),
    Column("sound", Boolean, nullable=False, server_default=false()),
    Column("consent", Text),
    Column("unhurried", Boolean, nullable=False, server_default=false()),
    Index("ix_interview_owner", "owner"),
    Index("ix_interview_status", "status"),
)
"""`candidate`, `keys` and `consent` are JSON objects; times are ISO 8601 in UTC, so that they sort as text.
`sound`: the candidate allows that it is kept. `unhurried`: the candidate asked for no time limits."""

reach = Table(
    "reach",
    metadata,
    Column("revision", String(32), primary_key=True),
    Column("oldest", String(32), nullable=False),
)
"""A database of this revision serves every program that knows the `oldest`: written by each migration."""

entry = Table(
    "entry",
    metadata,
    _of_interview(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""One journal line each, `seq` counting from 0. The key refuses a second writer's line."""

correction = Table(
    "correction",
    metadata,
    _of_interview(primary_key=True),
    Column("message", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)
"""The candidate's own words for what was misheard, by the message's index in the record."""

folder = Table(
    "folder",
    metadata,
    _of_interview(primary_key=True),
    Column("sealed", LargeBinary, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("changed_at", String(40), nullable=False),
)
"""What the candidate handed in, sealed by a key that is not in here; gone when the interview ends."""

sound = Table(
    "sound",
    metadata,
    _of_interview(primary_key=True),
    Column("at_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("length_ms", Integer, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
)
"""Stretches of the candidate's voice on the interview's clock, sealed by a key that is not in here."""

lease = Table(
    "lease",
    metadata,
    _of_interview(primary_key=True),
    Column("holder", Text, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Who holds a running interview. `_ms` is time since 1970 by the database's clock, here and below."""

seat = Table(
    "seat",
    metadata,
    _of_interview(primary_key=True),
    Column("holder", Text, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Interviews that are let in and have no job yet, or that a server holds itself, and until when."""

admission = Table(
    "admission",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("asked", BigInteger, nullable=False),
)
"""How often was decided about something (`admissions.Decision`). Whoever decides has its row locked."""

provider_key = Table(
    "provider_key",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("provider", String(80), nullable=False),
    Column("base_url", Text),
    Column("voice", Text),
    Column("models", Text, nullable=False, server_default="{}"),
    Column("sealed", LargeBinary, nullable=False),
    Column("last4", String(4), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("checked_at", String(40)),
    Index("ix_provider_key_owner", "owner"),
)
"""Keys of model providers, sealed by a key that is not in here. `models` is a JSON object."""

ticket = Table(
    "ticket",
    metadata,
    Column("digest", String(128), primary_key=True),
    _of_interview(),
    Column("expires_ms", BigInteger, nullable=False),
    Index("ix_ticket_interview_id", "interview_id"),
)
"""Tickets that were issued and not yet redeemed."""

usage = Table(
    "usage",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("interview_id", String(40), ForeignKey("interview.id", ondelete="SET NULL")),
    Column("meeting_id", String(40), ForeignKey("meeting.id", ondelete="SET NULL")),
    Column("owner", String(40), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("settled", Boolean, nullable=False),
    Column("tokens_in", BigInteger, nullable=False),
    Column("tokens_out", BigInteger, nullable=False),
    Column("characters", BigInteger, nullable=False),
    Column("seconds", BigInteger, nullable=False),
    Column("micros", BigInteger),
    Index("ix_usage_interview_id", "interview_id"),
    Index("ix_usage_meeting_id", "meeting_id"),
    Index("ix_usage_owner", "owner", "at_ms"),
)
"""What was reserved and, once `settled`, spent, by an interview or by one of a circle. `micros` is null
where the price is not known; both ids are when it was erased."""

scorecard = Table(
    "scorecard",
    metadata,
    _of_interview(primary_key=True),
    Column("rubric", String(80), nullable=False),
    Column("key", String(40), nullable=False),
    Column("asked_at", String(40), nullable=False),
    Column("card", Text),
    Index("ix_scorecard_asked_at", "asked_at"),
)
"""Requests for a scorecard; `card`, a JSON object, is null until it is made."""

share_link = Table(
    "share_link",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("digest", String(64), nullable=False),
    _of_interview(),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40), nullable=False),
    Column("parts", Text, nullable=False),
    Index("ix_share_link_digest", "digest", unique=True),
    Index("ix_share_link_interview_id", "interview_id"),
)
"""Links to a report. `digest` is of the token that opens it; `parts` are words between spaces."""

plan = Table(
    "plan",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("toml", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("updated_at", String(40), nullable=False),
    Index("ix_plan_owner", "owner"),
)
"""Plans that people wrote. Interviews hold a copy of theirs."""

retry = Table(
    "retry",
    metadata,
    _of_interview(primary_key=True),
    Column(
        "of_interview", String(40), ForeignKey("interview.id", ondelete="CASCADE"), nullable=False
    ),
    Column("message", Integer, nullable=False),
    Index("ix_retry_of_interview", "of_interview"),
)
"""Interviews that ask one question of an earlier one again: `message` in the earlier one's record."""

wording = Table(
    "wording",
    metadata,
    _of_interview(primary_key=True),
    Column("message", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)
"""How the candidate wants to answer a question next time; `message` asked it."""

drill = Table(
    "drill",
    metadata,
    _of_interview(primary_key=True),
    Column("message", Integer, primary_key=True, autoincrement=False),
    Column("card", Text, nullable=False),
    Column("due", String(40), nullable=False),
    Column("reviews", Integer, nullable=False),
    Column("dropped", Boolean, nullable=False),
)
"""When a question comes again; `card`, a JSON object, is the scheduler's state."""
