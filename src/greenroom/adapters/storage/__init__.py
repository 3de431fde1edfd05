"""Everything that is kept, in one database: SQLite on one machine, PostgreSQL for several."""

from greenroom.adapters.storage.database import describe
from greenroom.adapters.storage.keys import kept_keys
from greenroom.adapters.storage.store import SqlStore, open_store

__all__ = ["SqlStore", "describe", "kept_keys", "open_store"]
