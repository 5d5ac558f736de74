/** Faults of a backup: it is killed, damaged, too old or too new, or meets a place that is in use. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { prepareMigrations, readMigrations, runMigration } from '../../src/platform/db/migrate.ts';
import { newSecretKey, revealSecretKey } from '../../src/platform/lib/secret-key.ts';
import { readSecret, saveSecret } from '../../src/core/catalogue/secrets/engine-secrets.ts';
import { openSecretKeys } from '../../src/core/catalogue/secrets/secret-keys.ts';
import {
  imageEnd,
  imagine,
  createImage,
  startTestApp,
  startTestAppOn,
  until,
  type TestApp,
  type Place,
} from '../support/servers/app.ts';
import { scriptedCards } from '../support/engines/cards.ts';
import { addEngineRows, secretOwner } from '../support/engines/engine-rows.ts';
import { copyTask } from '../support/setups/many-tasks.ts';
import { scriptedEngine } from '../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../support/engines/scripted-server.ts';
import {
  done,
  emptyPlace,
  newFolder,
  queryIn,
  runCommand,
  startCommand,
} from '../support/setups/restored-place.ts';
import { testInFull } from '../support/test-in-full.ts';

const key = newSecretKey();
const engineSecret = 'sk-planted-secret-of-the-engine';
const tasks = 60;

let scriptedServer: ScriptedServer;
let kinora: TestApp;
/** A complete backup. */
let backup: string;

const options = () => ({ engines: [scriptedEngine(scriptedServer.url)], cards: scriptedCards });

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await startTestApp(options());
  const { db } = kinora.app;
  const like = await createImage(kinora, 'a fox --v 1');
  await copyTask({ db, dataDir: kinora.dataDir, like, count: tasks });
  // The copies have no ledger entries.
  await db.pool.query(
    `update tasks set unit_price_micros = 0, amount_micros = 0, charged_micros = 0 where public_id like '1999999999999%'`,
  );
  await addEngineRows(db, ['vault']);
  const keys = openSecretKeys({ ...kinora, configuredKeys: [key] });
  await db.transaction(tx => saveSecret(tx, keys, { ...secretOwner('vault'), text: engineSecret }));
  backup = await newFolder();
  await done(['backup', '--to', backup], kinora);
});

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
const listFiles = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).filter(entry =>
    entry.isFile(),
  );

async function killWhen(child: ChildProcess, isTime: () => Promise<boolean>): Promise<void> {
  await until(async () => child.exitCode !== null || (await isTime()), Boolean);
  assert.equal(child.exitCode, null, 'the command was killed too late');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function isUntouched({ databaseUrl, dataDir }: Place): Promise<boolean> {
  const countTables = `select count(*)::int from pg_class where relnamespace = 'public'::regnamespace`;
  const [{ count }] = await queryIn(databaseUrl, countTables);
  return (
    count === 0 &&
    (await listFiles(join(dataDir, 'files'))).length === 0 &&
    !(await exists(join(dataDir, 'restoring.json')))
  );
}

async function copyBackup() {
  const folder = await newFolder();
  await cp(backup, folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  return {
    folder,
    manifest: JSON.parse(await readFile(path, 'utf8')),
    write: (newManifest: unknown) => writeFile(path, JSON.stringify(newManifest)),
  };
}

test('a killed backup is not usable, the next run continues it, and an earlier one stays usable', async () => {
  const folder = await newFolder();
  const copies = join(folder, 'files');
  const hasSomeFiles = async () => (await listFiles(copies)).length > 20;
  await killWhen(await startCommand(['backup', '--to', folder], kinora), hasSomeFiles);
  const place = await emptyPlace();
  const refusal = await runCommand(['restore', '--from', folder], place);
  assert.equal(refusal.code, 1);
  assert.match(refusal.err, /holds no complete backup/);
  assert.ok(await isUntouched(place));

  const secondBackup = await done(['backup', '--to', folder], kinora);
  assert.ok(secondBackup.files.already_there >= 10, `${secondBackup.files.already_there} were there`);
  const first = await readFile(join(folder, 'manifest.json'), 'utf8');
  await killWhen(
    await startCommand(['backup', '--to', folder], kinora),
    async () => (await readdir(folder)).filter(name => name.startsWith('database-')).length > 1,
  );
  assert.equal(await readFile(join(folder, 'manifest.json'), 'utf8'), first);
  const result = await done(['restore', '--from', folder], place);
  assert.equal(result.files.count, secondBackup.files.count);
});

testInFull('a later backup in the same folder contains new files and no deleted ones', async () => {
  const { folder } = await copyBackup();
  const [{ id }] = await queryIn(kinora.databaseUrl, 'select id from tasks order by id limit 1');
  const before = await listFiles(join(folder, 'files'));
  const newImage = await createImage(kinora, 'a new one --v 1');
  await queryIn(kinora.databaseUrl, `update tasks set files_deleted_at = now() where id = '${id}'`);
  const result = await done(['backup', '--to', folder], kinora);
  await queryIn(kinora.databaseUrl, `update tasks set files_deleted_at = null where id = '${id}'`);
  assert.ok(result.files.already_there > 0 && result.files.already_there < result.files.count);
  assert.ok((await listFiles(join(folder, 'files'))).length < before.length + 9 + 1);
  assert.equal((await readdir(folder)).filter(name => name.startsWith('database-')).length, 1);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
  const place = await emptyPlace();
  await done(['restore', '--from', folder], place);
  assert.equal(
    (await queryIn(place.databaseUrl, `select from tasks where public_id = '${newImage}'`)).length,
    1,
  );
});

test('a killed restore keeps a server from starting, and the next run completes it', async () => {
  for (const isTime of [
    async (place: Place) => exists(join(place.dataDir, 'restoring.json')),
    async (place: Place) => (await listFiles(join(place.dataDir, 'files'))).length > 20,
  ]) {
    const place = await emptyPlace();
    await killWhen(await startCommand(['restore', '--from', backup], place), () => isTime(place));
    const server = await runCommand(['serve'], place, { KINORA_PORT: '0' });
    assert.equal(server.code, 1);
    assert.match(server.err, /was interrupted\. To continue it, run: kinora restore --from/);
    const result = await done(['restore', '--from', backup], place);
    assert.deepEqual([result.problems, result.files.missing], [[], []]);
    const [{ count }] = await queryIn(place.databaseUrl, 'select count(*)::int from tasks');
    assert.equal(count, tasks + 1);
    assert.equal(await exists(join(place.dataDir, 'restoring.json')), false);
  }
});

testInFull('a damaged part is rejected before anything is written', async () => {
  const place = await emptyPlace();
  for (const table of ['tasks', 'ledger_entries']) {
    const { folder, manifest } = await copyBackup();
    const { part } = manifest.tables.find(({ name }: { name: string }) => name === table);
    const bytes = await readFile(join(folder, part.path));
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(join(folder, part.path), bytes);
    const refusal = await runCommand(['restore', '--from', folder], place);
    assert.equal(refusal.code, 1);
    assert.match(refusal.err, new RegExp(`damaged: ${part.path} was changed`));
    await rm(join(folder, part.path));
    assert.match((await runCommand(['restore', '--from', folder], place)).err, /is missing/);
  }
  assert.ok(await isUntouched(place));
});

testInFull('a failed load leaves the database and the folder empty', async () => {
  const { folder, manifest, write } = await copyBackup();
  manifest.tables.find(({ name }: { name: string }) => name === 'tokens').rows++;
  await write(manifest);
  const place = await emptyPlace();
  const refusal = await runCommand(['restore', '--from', folder], place);
  assert.equal(refusal.code, 1);
  assert.match(refusal.err, /The table tokens has \d+ rows in the backup instead of/);
  assert.ok(await isUntouched(place));
});

test('damaged and missing files are named, the others are restored', async () => {
  const { folder, manifest } = await copyBackup();
  const list = gunzipSync(await readFile(join(folder, manifest.files.list.path)))
    .toString()
    .trim()
    .split('\n');
  const [changedFile = '', missing = ''] = list.map(line => line.split('\t')[0] ?? '').toSorted();
  await writeFile(join(folder, 'files', changedFile), 'something else');
  await rm(join(folder, 'files', missing));
  const place = await emptyPlace();
  const { code, out } = await runCommand(['restore', '--from', folder, '--json'], place);
  const result = JSON.parse(out);
  assert.deepEqual([code, result.ok], [1, false]);
  assert.deepEqual([result.files.damaged, result.files.missing], [[changedFile], [missing]]);
  assert.equal(result.files.count, list.length - 2);
});

testInFull('a backup of a newer version and a place that is in use are rejected', async () => {
  const { folder, manifest, write } = await copyBackup();
  manifest.migrations.push({ name: '9999-later.sql', sha256: 'x' });
  await write({ ...manifest, version: '9.0.0' });
  const place = await emptyPlace();
  assert.match(
    (await runCommand(['restore', '--from', folder], place)).err,
    /made by Kinora 9\.0\.0, whose database has the migration 9999-later\.sql/,
  );
  assert.ok(await isUntouched(place));
  const inUse = await runCommand(['restore', '--from', backup], {
    ...place,
    databaseUrl: kinora.databaseUrl,
  });
  assert.match(inUse.err, /The database is not empty/);
  const full = await runCommand(['restore', '--from', backup], { ...place, dataDir: kinora.dataDir });
  assert.match(full.err, /already has files of tasks/);
  assert.equal(await exists(join(kinora.dataDir, 'restoring.json')), false);
});

test('a backup of an older schema is migrated', async () => {
  const old = await emptyPlace();
  const client = new pg.Client({ connectionString: old.databaseUrl });
  await client.connect();
  await prepareMigrations(client);
  for (const migration of (await readMigrations()).slice(0, 17)) await runMigration(client, migration);
  await client.query(`insert into accounts (id, name) values (gen_random_uuid(), 'from before')`);
  await client.end();
  const folder = await newFolder();
  await done(['backup', '--to', folder], old);
  const place = await emptyPlace();
  await done(['restore', '--from', folder], place);
  assert.deepEqual(await queryIn(place.databaseUrl, 'select name, queued_at_most from accounts'), [
    { name: 'from before', queued_at_most: 0 },
  ]);
  const selectMigrations = 'select name, sha256 from migrations order by name';
  assert.deepEqual(
    await queryIn(place.databaseUrl, selectMigrations),
    await queryIn(kinora.databaseUrl, selectMigrations),
  );
});

testInFull('no file contains the secret of an engine or its key, unless the key was requested', async () => {
  const withKey = await newFolder();
  const env = { KINORA_SECRET_KEY: revealSecretKey(key) };
  const { has_secret_key } = await done(['backup', '--to', withKey, '--with-secret-key'], kinora, env);
  assert.equal(has_secret_key, true);
  const hasText = async (folder: string, text: string) => {
    for (const { parentPath, name } of await listFiles(folder)) {
      const bytes = await readFile(join(parentPath, name));
      if ((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).includes(text)) return true;
    }
    return false;
  };
  const hex = key.export().toString('hex');
  for (const text of [engineSecret, revealSecretKey(key), hex, revealSecretKey(key).slice(0, 20)])
    assert.equal(await hasText(backup, text), false);
  assert.equal(await hasText(withKey, engineSecret), false);
  assert.equal(await hasText(withKey, revealSecretKey(key)), true);
});

testInFull('with the built-in database, a restore also restores the key', async () => {
  const folder = await newFolder();
  const env = { KINORA_SECRET_KEY: revealSecretKey(key) };
  await done(['backup', '--to', folder, '--with-secret-key'], kinora, env);
  const place = { databaseUrl: '', dataDir: await newFolder() };
  const result = await done(['restore', '--from', folder], place);
  assert.deepEqual(result.unreadable_secrets, []);
  const keys = openSecretKeys({ configuredKeys: [], databaseUrl: undefined, dataDir: place.dataDir });
  const secret = await readSecret(kinora.app.db, keys, secretOwner('vault'));
  assert.equal(secret.state === 'usable' && secret.text, engineSecret);
  assert.equal((await stat(join(place.dataDir, 'secret.key'))).mode & 0o777, 0o600);
  assert.deepEqual((await done(['ledger', 'reconcile'], place)).problems, []);
});

testInFull('without copies, the separately saved files are checked', async () => {
  const folder = await newFolder();
  const result = await done(['backup', '--to', folder, '--files', 'list'], kinora);
  assert.equal(result.files.mode, 'list');
  assert.equal(await exists(join(folder, 'files')), false);
  const place = await emptyPlace();
  const { code, out } = await runCommand(['restore', '--from', folder, '--json'], place);
  assert.deepEqual([code, JSON.parse(out).files.missing.length], [1, result.files.count]);
  const next = await emptyPlace();
  await cp(join(kinora.dataDir, 'files'), join(next.dataDir, 'files'), { recursive: true });
  assert.equal((await done(['restore', '--from', folder], next)).files.count, result.files.count);
  const app = await startTestAppOn({ ...kinora, ...next }, options());
  assert.equal((await imageEnd(app, await imagine(app, 'goes on --v 1'))).status, 'SUCCESS');
});
