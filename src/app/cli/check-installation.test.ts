import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { loadConfig, type Config } from '../../platform/config/config.ts';
import { openDatabase, type Database } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { checkInstallation, type Finding } from './check-installation.ts';

let config: Config;
let db: Database;

before(async () => {
  const url = await freshDatabase();
  config = loadConfig({ DATABASE_URL: url });
  db = openDatabase({ connectionString: url }, 1);
});

const insertAwayEngine = statement(
  'test_add_engine',
  `insert into engines (name, kind, url, source) values ('away', 'chat', 'http://127.0.0.1:9', 'operator')`,
);
const insertSpareModel = statement(
  'test_add_model',
  `insert into model_cards (id, card, source) values ('spare', '{}', 'operator')`,
);
const selectFailedProbe = statement('test_failed_probe', 'select failed_probe_at as at from engines');

async function findings(): Promise<Finding[]> {
  const results: Finding[] = [];
  await checkInstallation(config, finding => void results.push(finding));
  return results;
}

test('doctor checks the models and engines of the installation, and changes nothing', async () => {
  assert.deepEqual(await findings(), [{ what: 'Own models', ok: true, found: 'none' }]);

  await db.query(insertAwayEngine);
  await db.query(insertSpareModel);
  const [models, engine, ...more] = await findings();
  assert.deepEqual([models?.ok, engine?.what, engine?.ok, more.length], [false, 'Engine away', false, 0]);
  assert.match(models?.found ?? '', /^no engine runs spare; add a route with "kinora route add"/);
  assert.match(engine?.found ?? '', /^chat: .*refused the connection/);
  const [row] = await db.query<{ at: unknown }>(selectFailedProbe);
  assert.equal(row?.at, null);
  await db.close();
});
