import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { openUser } from '../../../test/support/setups/users.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { challengeSeconds, consumeChallenge, createChallenge } from './challenges.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const anybody = { kind: 'passkey_sign_in' } as const;
const data = { challenge: 'abc' };
const expire = (id: string) =>
  db.pool.query(`update challenges set expires_at = now() - interval '1 ms' where id = $1`, [id]);
const exists = async (id: string) =>
  ((await db.pool.query('select from challenges where id = $1', [id])).rowCount ?? 0) > 0;

test('a challenge returns its data once, also to simultaneous responses', async () => {
  const id = await createChallenge(db, anybody, data);
  const results = await Promise.all([1, 2, 3].map(() => consumeChallenge(db, id, anybody)));
  assert.deepEqual(
    results.filter(one => one !== undefined),
    [data],
  );
  assert.equal(await consumeChallenge(db, newRowId(), anybody), undefined);
});

test('a challenge is only for its purpose and its user, and others do not use it up', async () => {
  const { accountId } = await openCustomer(db);
  const [{ id: userId }, { id: stranger }] = [
    await openUser(db, { accountId }),
    await openUser(db, { accountId }),
  ];
  const owner = { kind: 'passkey_registration', userId } as const;
  const id = await createChallenge(db, owner, data);
  for (const other of [
    { ...owner, userId: stranger },
    { kind: owner.kind },
    { ...owner, kind: 'passkey_sign_in' as const },
  ])
    assert.equal(await consumeChallenge(db, id, other), undefined);
  assert.deepEqual(await consumeChallenge(db, id, owner), data);
  const open = await createChallenge(db, anybody, data);
  assert.equal(await consumeChallenge(db, open, { ...anybody, userId }), undefined);
});

test('an expired challenge returns nothing, and is gone', async () => {
  const id = await createChallenge(db, anybody, data);
  const { rows } = await db.pool.query(
    'select extract(epoch from expires_at - now())::int as left from challenges where id = $1',
    [id],
  );
  assert.ok(rows[0].left <= challengeSeconds && rows[0].left > challengeSeconds - 60);
  await expire(id);
  assert.equal(await consumeChallenge(db, id, anybody), undefined);
  assert.equal(await exists(id), false);
});

test('each new challenge deletes up to two expired ones, and never one that is open', async () => {
  await db.pool.query('delete from challenges');
  const open = await createChallenge(db, anybody, data);
  // Ids of one millisecond are in no order, so these are given older ones.
  const old = [1, 2, 3].map(number => `00000000-0000-7000-8000-00000000000${number}`);
  for (const id of old)
    await db.pool.query(
      `insert into challenges (id, kind, data, expires_at)
       values ($1, 'open_id', '{}', now() - interval '1 ms')`,
      [id],
    );
  await createChallenge(db, anybody, data);
  assert.deepEqual(await Promise.all(old.map(exists)), [false, false, true]);
  for (let count = 0; count < 2; count++) await createChallenge(db, anybody, data);
  assert.deepEqual(await Promise.all([...old, open].map(exists)), [false, false, false, true]);
});
