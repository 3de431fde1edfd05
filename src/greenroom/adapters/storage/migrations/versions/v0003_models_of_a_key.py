"""A saved provider names a model for each part, and a voice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("provider_key", sa.Column("voice", sa.Text))
    op.add_column("provider_key", sa.Column("models", sa.Text, nullable=False, server_default="{}"))
    op.drop_column("provider_key", "model")


def downgrade() -> None:
    op.add_column("provider_key", sa.Column("model", sa.Text))
    op.drop_column("provider_key", "models")
    op.drop_column("provider_key", "voice")
