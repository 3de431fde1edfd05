"""Interviews and their journals in a database: SQLite here, PostgreSQL by the same code later."""

from greenroom.adapters.storage.interviews import SqlInterviews, open_store

__all__ = ["SqlInterviews", "open_store"]
