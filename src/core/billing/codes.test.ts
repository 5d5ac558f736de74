import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openCustomer } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { createCode, hashOfCode, listCodes, revokeCode } from './codes.ts';
import { readBalance, redeemCode } from './ledger.ts';
import { reconcile } from './reconcile.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const newCode = (expiresAt: Date | null = null) =>
  createCode(db, { amountMicros: 7n, note: 'fair', expiresAt });
const readAvailable = async (accountId: string) => (await readBalance(db, accountId))?.availableMicros;

test('of several accounts that redeem a code at the same time, one gets its value', async () => {
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => openCustomer(db, { micros: 0n })));
  const { code, secret } = await newCode();
  const hash = hashOfCode(secret);
  const values = await Promise.all(customers.map(({ accountId }) => redeemCode(db, hash, { accountId })));
  assert.deepEqual(
    values.filter(value => value !== undefined),
    [7n],
  );
  const winner = customers[values.indexOf(7n)]?.accountId ?? '';
  assert.equal(await readAvailable(winner), 7n);
  const redeemedCode = (await listCodes(db, { limit: 1 })).find(({ id }) => id === code.id);
  assert.equal(redeemedCode?.redeemedBy, winner);
  assert.ok(redeemedCode.redeemedAt);
  assert.deepEqual(await reconcile(db), []);
});

test('a code that cannot be credited is not used up', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const { secret } = await newCode();
  await assert.rejects(redeemCode(db, hashOfCode(secret), { accountId: newRowId() }), { code: '23503' });
  assert.equal(await redeemCode(db, hashOfCode(secret), { accountId }), 7n);
});

test('a redeemed code cannot be revoked', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const { code, secret } = await newCode();
  await redeemCode(db, hashOfCode(secret), { accountId });
  assert.equal(await revokeCode(db, code.id), false);
  assert.equal(await revokeCode(db, 'not an id'), false);
  assert.equal((await listCodes(db, { limit: 1 }))[0]?.revokedAt, undefined);
});

test('a code is valid until it expires', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const { code, secret } = await newCode(new Date('2999-01-01T00:00:00Z'));
  await db.pool.query(`update codes set expires_at = now() - interval '1 ms' where id = $1`, [code.id]);
  assert.equal(await redeemCode(db, hashOfCode(secret), { accountId }), undefined);
  await db.pool.query(`update codes set expires_at = now() + interval '1 min' where id = $1`, [code.id]);
  assert.equal(await redeemCode(db, hashOfCode(secret), { accountId }), 7n);
});

test('a code is stored as its hash, and lists show only its beginning', async () => {
  const { code, secret } = await newCode();
  assert.match(secret, /^kc_.{20}/);
  assert.equal(secret.slice(0, 8), code.prefix);
  const { rows } = await db.pool.query('select codes::text as line from codes where id = $1', [code.id]);
  assert.ok(!rows[0].line.includes(secret.slice(0, 9)));
  assert.ok(
    !JSON.stringify(await listCodes(db, { limit: 100 }), (_, value) => String(value)).includes(
      secret.slice(3),
    ),
  );
});

test('lists of codes are newest first and limited', async () => {
  const [older, newer] = [await newCode(), await newCode()];
  assert.deepEqual(
    (await listCodes(db, { limit: 2 })).map(({ id }) => id),
    [newer.code.id, older.code.id],
  );
});
