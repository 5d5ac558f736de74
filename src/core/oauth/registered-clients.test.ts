import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@kinora/shared/errors/errors';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import {
  findRegisteredClient,
  maxPerHour,
  maxUnused,
  recordClientUse,
  registerClient,
  sweepRegisteredClients,
} from './registered-clients.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const redirectUris = ['http://127.0.0.1/callback'];
const register = (address: string) => registerClient(db, { name: 'Agent', redirectUris, address });
const count = async () => Number((await db.pool.query('select count(*) from oauth_clients')).rows[0].count);

test('a network registers only so many clients an hour, also at once, and others are not affected', async () => {
  const tries = Array.from({ length: maxPerHour + 5 }, () => register('2001:db8::1'));
  const results = await Promise.allSettled(tries);
  const errors = results.filter(one => one.status === 'rejected').map(({ reason }) => reason);
  assert.equal(errors.length, 5);
  assert.ok(errors.every(error => error instanceof AppError && error.code === 'oauth_registrations_many'));
  await assert.rejects(register('2001:db8::ffff'), AppError);
  const { id } = await register('203.0.113.1');
  assert.deepEqual(await findRegisteredClient(db, id), { id, name: 'Agent', redirectUris });
});

test('clients that nobody authorized are limited in number and removed after a day; others stay', async () => {
  const usedClient = await register('203.0.113.2');
  await recordClientUse(db, usedClient.id);
  await db.pool.query(
    `insert into oauth_clients (id, name, redirect_uris, network, created_at)
     select 'kc_flood' || n, 'Flood', '{}', 'n' || n, now() - interval '2 minutes'
     from generate_series(1, $1::int) n`,
    [maxUnused + 50],
  );
  const newest = await register('203.0.113.3');
  assert.equal(await count(), maxUnused + 1);
  assert.ok(await findRegisteredClient(db, newest.id));
  assert.ok(await findRegisteredClient(db, usedClient.id));
  await db.pool.query(`update oauth_clients set created_at = created_at - interval '25 hours'`);
  await sweepRegisteredClients(db);
  assert.equal(await count(), 1);
  await db.pool.query(`update oauth_clients set used_at = now() - interval '91 days'`);
  await sweepRegisteredClients(db);
  assert.equal(await count(), 0);
});
