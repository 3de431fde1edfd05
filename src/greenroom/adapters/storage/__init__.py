"""Everything that is kept, in one database: SQLite on one machine, PostgreSQL for several."""

from greenroom.adapters.storage.database import describe
from greenroom.adapters.storage.migrating import SchemaState
from greenroom.adapters.storage.store import SqlStore, open_store, unchanged_store

__all__ = ["SchemaState", "SqlStore", "describe", "open_store", "unchanged_store"]
