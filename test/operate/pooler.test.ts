/**
 * Behind a connection pooler in transaction mode, with a direct connection for
 * what needs a session of its own.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadConfig } from '../../src/platform/config/config.ts';
import { StartError } from '../../src/platform/errors/start-error.ts';
import { freshDatabase } from '../support/servers/database.ts';
import { imageEnd, imagine, startTestApp, videoEnd, call, type TestApp } from '../support/servers/app.ts';
import { openTransactionPooler, type TransactionPooler } from '../support/servers/transaction-pooler.ts';

let databaseUrl: string;
let pooler: TransactionPooler;
let kinora: TestApp;

before(async () => {
  databaseUrl = await freshDatabase();
  pooler = await openTransactionPooler(databaseUrl);
  kinora = await startTestApp({
    settings: {
      DATABASE_URL: pooler.databaseUrl,
      DATABASE_DIRECT_URL: databaseUrl,
      KINORA_DATABASE_CONNECTIONS: '20',
    },
  });
});

test('twenty connections share three of the server: images and clips are made at once, and each is paid once', async () => {
  const images = await Promise.all(
    Array.from({ length: 12 }, (_, index) => imagine(kinora, `tree number ${index} --v 1`)),
  );
  const { body: clip } = await call(`${kinora.url}/v1/videos`, {
    key: kinora.videoKey,
    json: { model: 'sketch-motion', prompt: 'a boat', resolution: '480p', aspect_ratio: '1:1', seconds: 2 },
  });
  const ends = await Promise.all(images.map(id => imageEnd(kinora, id)));
  assert.deepEqual(new Set(ends.map(({ status }) => status)), new Set(['SUCCESS']));
  assert.equal((await videoEnd(kinora, clip.id)).status, 'completed');
  const { rows } = await kinora.app.db.pool.query(
    `select count(*)::int as charges, count(distinct task_id)::int as tasks from ledger_entries where kind = 'settle'`,
  );
  assert.deepEqual(rows, [{ charges: 13, tasks: 13 }]);
  assert.ok(pooler.transactions > 100, `${pooler.transactions} transactions`);
});

test('no session keeps a statement or a setting of Kinora', async () => {
  const { rows } = await kinora.app.db.pool.query(
    `select (select count(*)::int from pg_prepared_statements) as prepared, current_setting('enable_seqscan') as scans`,
  );
  assert.deepEqual(rows, [{ prepared: 0, scans: 'on' }]);
});

test('without the direct URL, with a pooler in its place, or with another database, the start says what to set', async () => {
  const assertStartFails = async (settings: Record<string, string>, expected: RegExp) =>
    assert.rejects(
      startTestApp({ settings }),
      (error: unknown) => error instanceof StartError && expected.test(error.message),
    );
  await assertStartFails(
    { DATABASE_URL: pooler.databaseUrl },
    /DATABASE_URL points to a connection pooler .* Set DATABASE_DIRECT_URL/,
  );
  await assertStartFails(
    { DATABASE_URL: pooler.databaseUrl, DATABASE_DIRECT_URL: pooler.databaseUrl },
    /DATABASE_DIRECT_URL points to a connection pooler .* Set it to PostgreSQL itself/,
  );
  await assertStartFails(
    { DATABASE_URL: pooler.databaseUrl, DATABASE_DIRECT_URL: await freshDatabase() },
    /lead to different databases/,
  );
  assert.throws(
    () => loadConfig({ DATABASE_DIRECT_URL: databaseUrl }),
    /DATABASE_DIRECT_URL requires DATABASE_URL/,
  );
});
