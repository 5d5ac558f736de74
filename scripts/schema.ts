/** npm run schema: writes migrations/schema.sql from a database to which all migrations were applied. */
import { writeFileSync } from 'node:fs';
import { migratedSchema } from '../test/support/servers/migrated-schema.ts';
import { startTestServer } from '../test/support/servers/test-server.ts';

const server = await startTestServer({ isEmpty: true });
try {
  writeFileSync(
    new URL('../migrations/schema.sql', import.meta.url),
    await migratedSchema(server.connection),
  );
} finally {
  await server.stop();
}
