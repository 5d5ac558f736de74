import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endTask, openCustomer, openToken, submitClip } from '../../../test/support/setups/customers.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { newRowId } from '../../platform/lib/id.ts';
import { changeBudget, createUser, spentByUsers } from './users.ts';
import { openDatabase } from '../../platform/db/open.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

async function errorCode(submit: Promise<string>): Promise<string> {
  return submit.then(
    () => 'placed',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

test('each end user of a token has a monthly cap, which requests at once do not exceed', async () => {
  const customer = await openCustomer(db, { capEndUserMicros: 300n });
  const submits = ['anna', 'anna', 'anna', 'anna', 'anna', 'ben'].map(endUser =>
    errorCode(submitClip(db, customer, { endUser })),
  );
  const codes = (await Promise.all(submits)).toSorted();
  assert.deepEqual(codes, [
    'end_user_cap_reached',
    'end_user_cap_reached',
    'placed',
    'placed',
    'placed',
    'placed',
  ]);
  assert.equal(await errorCode(submitClip(db, customer)), 'placed');
});

test('what failed no longer counts, and neither does another token or an earlier month', async () => {
  const customer = await openCustomer(db, { capEndUserMicros: 100n });
  const anna = { endUser: 'anna' };
  const failed = await submitClip(db, customer, anna);
  assert.equal(await errorCode(submitClip(db, customer, anna)), 'end_user_cap_reached');
  await endTask(db, failed, { phase: 'failed' });
  const paidTask = await submitClip(db, customer, anna);
  await endTask(db, paidTask);
  assert.equal(await errorCode(submitClip(db, customer, anna)), 'end_user_cap_reached');
  const other = { ...customer, tokenId: await openToken(db, customer.accountId) };
  assert.equal(await errorCode(submitClip(db, other, anna)), 'placed');
  await db.pool.query(`update tasks set held_on = held_on - 32 where public_id = $1`, [paidTask]);
  assert.equal(await errorCode(submitClip(db, customer, anna)), 'placed');
});

test('a member has a monthly budget for all of their tokens, which requests at once do not exceed', async () => {
  const customer = await openCustomer(db);
  const user = await createUser(db, {
    accountId: customer.accountId,
    email: `${newRowId()}@example.com`,
    name: 'Anna',
    role: 'member',
    password: undefined,
  });
  assert.ok(user);
  await changeBudget(db, user.id, 300n);
  const owner = { userId: user.id };
  const tokens = await Promise.all(
    ['one', 'two'].map(name => openToken(db, customer.accountId, { name, ...owner })),
  );
  const submits = Array.from({ length: 12 }, (_, n) =>
    errorCode(submitClip(db, { ...customer, tokenId: tokens[n % 2] ?? '' }, owner)),
  );
  const otherSubmits = Array.from({ length: 4 }, () => errorCode(submitClip(db, customer)));
  const codes = (await Promise.all(submits)).toSorted();
  assert.deepEqual(codes, [...Array(9).fill('member_budget_reached'), ...Array(3).fill('placed')]);
  assert.deepEqual(
    await Promise.all(otherSubmits),
    Array(4).fill('placed'),
    'a token of nobody has no budget',
  );
  assert.equal((await spentByUsers(db, customer.accountId)).get(user.id), 300n);

  const [token = ''] = tokens;
  const anna = { ...customer, tokenId: token };
  await db.pool.query(`update tokens set day = day - 32 where user_id = $1`, [user.id]);
  assert.equal(await errorCode(submitClip(db, anna, owner)), 'placed', 'an earlier month does not count');
  await changeBudget(db, user.id, 0n);
  assert.equal(await errorCode(submitClip(db, anna, owner)), 'member_budget_reached');
  await changeBudget(db, user.id, undefined);
  assert.equal(await errorCode(submitClip(db, anna, owner)), 'placed');
});
