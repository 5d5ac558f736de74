/**
 * Reports come from a replica of the database, and from the database itself while the replica cannot answer.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadConfig } from '../../src/platform/config/config.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freshDatabase } from '../support/servers/database.ts';
import { signedIn } from '../support/clients/console-client.ts';
import { startTestApp } from '../support/servers/app.ts';

/**
 * A database that has an audit entry of its own, so that its answers are told
 * apart from those of the primary.
 */
async function markedDatabase(): Promise<{ readonly url: string; readonly vanish: () => Promise<void> }> {
  const url = await freshDatabase();
  const db = openDatabase({ connectionString: url }, 2);
  await db.pool.query(
    `insert into audit (actor, action, account_id, object)
     values ('replica', 'token revoke', null, 'only on the replica')`,
  );
  let isOpen = true;
  const close = async () => {
    if (isOpen) await db.close();
    isOpen = false;
  };
  atEnd(close);
  return {
    url,
    // Its tables are gone, as on a replica that has not replayed a migration yet.
    vanish: async () => void (await db.pool.query('drop table audit cascade')),
  };
}

let replica: Awaited<ReturnType<typeof markedDatabase>>;
let operator: Awaited<ReturnType<typeof signedIn>>;

before(async () => {
  replica = await markedDatabase();
  const settings = { DATABASE_URL: await freshDatabase(), DATABASE_REPLICA_URL: replica.url };
  operator = await signedIn(await startTestApp({ settings }), 'operator');
});

async function auditObjects(): Promise<readonly string[]> {
  const entries: { object: string }[] = await operator.done('audit list', {});
  return entries.map(({ object }) => object);
}

test('a report is read from the replica, a list of what can be changed is not', async () => {
  assert.deepEqual(await auditObjects(), ['only on the replica']);
  const users: unknown[] = await operator.done('user list', {});
  assert.equal(users.length, 1);
});

test('a replica that cannot answer is left alone, and the database answers', async () => {
  await replica.vanish();
  assert.ok(!(await auditObjects()).includes('only on the replica'));
});

test('a replica without an external database is rejected', () => {
  assert.throws(
    () => loadConfig({ DATABASE_REPLICA_URL: 'postgres://replica/kinora' }),
    /DATABASE_REPLICA_URL requires DATABASE_URL/,
  );
});

test('a replica that is not there when the server starts is no reason not to start', async () => {
  const settings = {
    DATABASE_URL: await freshDatabase(),
    DATABASE_REPLICA_URL: 'postgres://kinora@127.0.0.1:1/kinora',
  };
  const other = await signedIn(await startTestApp({ settings }), 'operator');
  assert.ok(Array.isArray(await other.done('audit list', {})));
});
