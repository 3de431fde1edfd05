"""The tables of circles, beside those of interviews."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table, Text

from greenroom.adapters.storage.tables import metadata


def _of_meeting(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "meeting_id",
        String(40),
        ForeignKey("meeting.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )


circle = Table(
    "circle",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("owner", String(40), nullable=False),
    Column("mission", Text, nullable=False),
    Column("preset", String(10), nullable=False),
    Column("radius_m", Float, nullable=False),
    Column("latitude", Float),
    Column("longitude", Float),
    Column("opens_at", String(40), nullable=False),
    Column("closes_at", String(40), nullable=False),
    Column("cooldown_s", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("admitted", Integer, nullable=False, server_default="0"),
    Column("capability_hash", String(64), nullable=False),
    Column("entry_hash", String(64), nullable=False),
    Column("keys", Text, nullable=False, server_default="{}"),
    Index("ix_circle_owner", "owner"),
)
"""`mission` and `keys` are JSON objects: the owner's half of a mission file, and whose model speaks.
`admitted` counts interviews."""

meeting = Table(
    "meeting",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("circle_id", String(40), ForeignKey("circle.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("visitor", String(64), nullable=False),
    Column("entry", String(64), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("ended_at", String(40)),
    Column("capability_hash", String(64), nullable=False),
    Column("lane", String(120)),
    Index("ix_meeting_number", "circle_id", "number", unique=True),
    Index("ix_meeting_entry", "circle_id", "entry", unique=True),
    Index("ix_meeting_visitor", "circle_id", "visitor"),
    Index("ix_meeting_status", "status"),
)
"""An interview between two agents. Its profiles stand in its log's first line alone. `lane`: whose limits it
waits for; null before it is put into the queue."""

meeting_lease = Table(
    "meeting_lease",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("meeting_id", String(40), nullable=False),
    Column("lane", String(120), nullable=False),
    Column("holder", String(40), nullable=False),
    Column("begun_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
)
"""Which process holds an interview, or held it within the last minute. There is no foreign key to `meeting`:
erasing a meeting while a model is asked must neither free its place nor hide that it was begun."""

meeting_entry = Table(
    "meeting_entry",
    metadata,
    _of_meeting(primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""One line of its log each. The key refuses a second writer's line."""

notice = Table(
    "notice",
    metadata,
    Column("key", String(64), primary_key=True),
    _of_meeting(),
    Column("at_ms", BigInteger, nullable=False),
    Column("line", Text, nullable=False),
    Index("ix_notice_meeting_id", "meeting_id"),
)
"""An owner's inbox. The key takes one line for each verdict."""

cooldown = Table(
    "cooldown",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("circle_id", String(40), ForeignKey("circle.id", ondelete="CASCADE"), nullable=False),
    Column("until", String(40), nullable=False),
    Index("ix_cooldown_circle_id", "circle_id"),
    Index("ix_cooldown_until", "until"),
)
"""A visitor was admitted to a circle, and until when they may not enter again. The row stays when the interview
is erased; the digest is keyed with the server's secret."""

meeting_attempt = Table(
    "meeting_attempt",
    metadata,
    _of_meeting(primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("count", Integer, nullable=False),
)
"""How often an interview was taken up since its log had `seq` entries."""

executor = Table(
    "executor",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("expires_ms", BigInteger, nullable=False),
)
"""A role that one of several processes has, and until when."""
