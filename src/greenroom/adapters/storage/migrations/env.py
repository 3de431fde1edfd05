"""Run by Alembic: migrates over the connection that `database` hands in, in its transaction."""

from __future__ import annotations

from alembic import context

from greenroom.adapters.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite cannot alter a column in place
)
with context.begin_transaction():
    context.run_migrations()
