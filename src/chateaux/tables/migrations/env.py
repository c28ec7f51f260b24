"""How Alembic reaches the database: through the connection that `store` hands it."""
from alembic import context

from chateaux.tables.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA,
                  render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
