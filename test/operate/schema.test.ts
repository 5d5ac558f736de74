/**
 * A new installation has the schema that all migrations lead to, and functions are
 * replaced when their files change.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import pg from 'pg';
import { systemClock } from '@kinora/shared/clock';
import { readSchema } from '../support/servers/schema-text.ts';
import { migrate, missingMigrations, requireMigrated } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { statement } from '../../src/platform/db/statement.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { emptyDatabase, serverConnection } from '../support/servers/database.ts';
import { migratedSchema } from '../support/servers/migrated-schema.ts';

const schema = await readFile(new URL('../../migrations/schema.sql', import.meta.url), 'utf8');

async function install() {
  const connectionString = await emptyDatabase();
  const db = openDatabase({ connectionString }, 1);
  atEnd(() => db.close());
  const migrations = await migrate(db);
  const client = new pg.Client({ connectionString });
  await client.connect();
  atEnd(() => client.end());
  return { db, client, applied: migrations };
}

test('schema.sql is the schema to which the migrations lead: "npm run schema" writes it', async () => {
  assert.equal(await migratedSchema(await serverConnection()), schema);
});

test('a new installation has this schema, and needs no migration later', async () => {
  const { db, client, applied: migrations } = await install();
  assert.deepEqual((await readSchema(client)).split('\n'), schema.split('\n'));
  assert.ok(migrations.length > 30);
  assert.deepEqual(await migrate(db), []);
});

test('a function that differs from its file, or that is missing, is replaced at the next start', async () => {
  const { db, client } = await install();
  await client.query(
    `create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$`,
  );
  await client.query(
    `update migrations set sha256 = 'of an older file' where name = 'functions/refuse-change.sql'`,
  );
  await client.query(`drop function lock_tokens`);
  await client.query(`delete from migrations where name = 'functions/lock-tokens.sql'`);
  await migrate(db);
  const { rows } = await client.query<{ body: string }>(
    `select prosrc as body from pg_proc where proname in ('refuse_change', 'lock_tokens') order by proname`,
  );
  assert.equal(rows.length, 2);
  assert.ok(rows.every(({ body }) => !body.includes('return new; end')));
});

test('all functions of a new installation are in files', async () => {
  const { client } = await install();
  const { rows } = await client.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = current_schema()::regnamespace
     and not exists (select from migrations where name = 'functions/' || replace(proname, '_', '-') || '.sql')`,
  );
  assert.deepEqual(rows, []);
});

test('a database that a newer version has migrated is used as it is, until a migration removes what this version needs', async () => {
  const { db, client } = await install();
  await client.query(
    `insert into migrations (name, sha256) values ('9998-a-new-column.sql', 'of a newer version')`,
  );
  await client.query(
    `update migrations set sha256 = 'of a newer version' where name = 'functions/refuse-change.sql'`,
  );
  assert.deepEqual(await migrate(db), []);
  assert.deepEqual(await missingMigrations(db), []);
  await requireMigrated(db);
  const { rows } = await client.query(
    `select sha256 from migrations where name = 'functions/refuse-change.sql'`,
  );
  assert.deepEqual(rows, [{ sha256: 'of a newer version' }], 'its functions are left alone');
  await client.query(`insert into migrations (name, sha256) values ('9999-an-old-column.contract.sql', 'x')`);
  for (const open of [migrate, requireMigrated])
    await assert.rejects(open(db), /9999-an-old-column\.contract\.sql removed what this version needs/);
});

test('a process that does not migrate names what is missing, and changes nothing', async () => {
  const connectionString = await emptyDatabase();
  const db = openDatabase({ connectionString }, 1);
  atEnd(() => db.close());
  await assert.rejects(requireMigrated(db), /lacks the migration 0001-.* more, .* Run "kinora migrate"/);
  await migrate(db);
  await requireMigrated(db);
  await db.query(
    statement(
      'test_old_function',
      `update migrations set sha256 = 'x' where name = 'functions/lock-tokens.sql'`,
    ),
  );
  await assert.rejects(requireMigrated(db), /lacks the migration functions\/lock-tokens\.sql, /);
});

test('a statement that was prepared before a migration changed its table runs again', async () => {
  const { db, client } = await install();
  const all = statement('test_all_banned', 'select * from banned_words');
  assert.deepEqual(await db.query(all), []);
  await client.query('alter table banned_words add column added_later text');
  assert.deepEqual(await db.query(all), []);
  await db.query(all);
  await client.query('alter table banned_words drop column added_later');
  assert.deepEqual(await db.transaction(tx => tx.query(all)), []);
});

test('a migration that waits too long for a process of the version before begins again', async () => {
  const { db, client } = await install();
  await client.query('drop table site');
  await client.query(`delete from migrations where name = '0060-site.sql'`);
  // Longer than one try waits for a lock.
  await client.query('begin');
  await client.query('create table site (id boolean)');
  const migrating = migrate(db);
  await systemClock.sleep(5_300);
  await client.query('rollback');
  assert.deepEqual(await migrating, ['0060-site.sql']);
});
