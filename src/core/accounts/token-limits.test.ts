import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endTask, openCustomer, submitClip, type Customer } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { limitReached, type TokenLimitsRow } from './token-limits.ts';
import { findTokenByIdOrPrefix } from './tokens.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const open: TokenLimitsRow = {
  revoked_at: null,
  expires_at: null,
  expired: false,
  cap_total_micros: null,
  cap_day_micros: null,
  cap_month_micros: null,
  cap_end_user_micros: null,
  member_cap_micros: null,
  member_micros: 0n,
  max_open: null,
  max_per_minute: null,
  total_micros: 0n,
  today_micros: 0n,
  month_micros: 0n,
  end_user_micros: 0n,
  open_tasks: 0,
  minute_tasks: 0,
  next_minute: 7,
  next_day: 77,
  next_month: 777,
};
function findLimitError(
  row: Partial<TokenLimitsRow>,
  request: { amountMicros?: bigint; tasks?: number; endUser?: string } = {},
) {
  const error = limitReached({ ...open, ...row }, { amountMicros: 10_000n, currency: 'USD', ...request });
  return error && ({ code: error.code, ...error.details } as Readonly<Record<string, unknown>>);
}

test('the cap of an end user counts only for requests that name one', () => {
  const row = { cap_end_user_micros: 30_000n, end_user_micros: 25_000n };
  assert.equal(findLimitError(row), undefined);
  assert.equal(findLimitError({ ...row, end_user_micros: 20_000n }, { endUser: 'anna' }), undefined);
  assert.deepEqual(findLimitError(row, { endUser: 'anna' }), {
    code: 'end_user_cap_reached',
    endUser: 'anna',
    limit: '0.03',
    left: '0.005',
    amount: '0.01',
    currency: 'USD',
    retryAfter: 777,
  });
});

test('a cap can be used up exactly, and the error says what is left and when it resets', () => {
  assert.equal(findLimitError({ cap_day_micros: 30_000n, today_micros: 20_000n }), undefined);
  assert.deepEqual(findLimitError({ cap_day_micros: 30_000n, today_micros: 25_000n }), {
    code: 'token_cap_reached',
    cap: 'daily',
    limit: '0.03',
    left: '0.005',
    amount: '0.01',
    currency: 'USD',
    retryAfter: 77,
  });
});

test('a cap that was lowered below the usage leaves nothing, never less', () => {
  assert.equal(findLimitError({ cap_month_micros: 1n, month_micros: 9n })?.['left'], '0.00');
});

test('of several limits, the one that lasts longest is reported', () => {
  const caps = { cap_total_micros: 0n, cap_month_micros: 0n, cap_day_micros: 0n };
  const counts = { max_per_minute: 1, minute_tasks: 1, max_open: 1, open_tasks: 1 };
  assert.equal(
    findLimitError({ ...caps, ...counts, revoked_at: new Date(0), expired: true })?.['code'],
    'key_revoked',
  );
  assert.equal(findLimitError({ ...caps, ...counts, expired: true })?.['code'], 'token_expired');
  const total = findLimitError({ ...caps, ...counts });
  assert.deepEqual([total?.['cap'], total && 'retryAfter' in total], ['total', false]);
  assert.equal(findLimitError({ ...caps, ...counts, cap_total_micros: null })?.['retryAfter'], 777);
  assert.equal(findLimitError({ ...counts, cap_day_micros: 0n })?.['retryAfter'], 77);
  assert.deepEqual(findLimitError(counts), { code: 'token_rate_reached', limit: 1, retryAfter: 7 });
  assert.equal(findLimitError({ ...counts, max_per_minute: null })?.['code'], 'token_open_reached');
});

test('tasks that are submitted together count together', () => {
  assert.equal(findLimitError({ max_open: 3, open_tasks: 1 }, { tasks: 2 }), undefined);
  assert.equal(findLimitError({ max_open: 3, open_tasks: 1 }, { tasks: 3 })?.['code'], 'token_open_reached');
  assert.equal(
    findLimitError({ max_per_minute: 3, minute_tasks: 1 }, { tasks: 3 })?.['code'],
    'token_rate_reached',
  );
});

const readCounters = async ({ tokenId }: Customer) => {
  const { rows } = await db.pool.query(
    'select held_micros, spent_micros, day_micros, month_micros, open_tasks from tokens where id = $1',
    [tokenId],
  );
  return Object.values(rows[0]).map(Number);
};
const today = `(now() at time zone 'utc')::date`;
const thisMonth = `date_trunc('month', now() at time zone 'utc')::date`;

/** Counters as the last use has left them, on a day given in SQL. */
const usedOn = ({ tokenId }: Customer, day: string) =>
  db.pool.query(
    `update tokens set day = ${day}, day_micros = 100, month_micros = 100, spent_micros = 100 where id = $1`,
    [tokenId],
  );
const openCappedCustomer = (caps: object) => openCustomer(db, caps);

test('a daily cap that was used up on an earlier day is free again', async () => {
  const customer = await openCappedCustomer({ capDayMicros: 100n });
  await usedOn(customer, `${today} - 1`);
  assert.equal((await findTokenByIdOrPrefix(db, customer.tokenId))?.todayMicros, 0n);
  await submitClip(db, customer);
  assert.deepEqual((await readCounters(customer))[2], 100);
  await assert.rejects(submitClip(db, customer, { micros: 1n }), { code: 'token_cap_reached' });
});

test('a monthly cap that was used up in an earlier month is free again, and not sooner', async () => {
  const [earlier, currentCustomer] = [
    await openCappedCustomer({ capMonthMicros: 100n }),
    await openCappedCustomer({ capMonthMicros: 100n }),
  ];
  await usedOn(earlier, `${thisMonth} - 1`);
  await submitClip(db, earlier);
  await usedOn(currentCustomer, thisMonth);
  await assert.rejects(submitClip(db, currentCustomer, { micros: 1n }), { code: 'token_cap_reached' });
  assert.equal((await findTokenByIdOrPrefix(db, currentCustomer.tokenId))?.monthMicros, 100n);
});

test('the total cap never resets, and counts what is held', async () => {
  const customer = await openCappedCustomer({ capTotalMicros: 250n });
  await usedOn(customer, `'2020-01-01'`);
  await submitClip(db, customer);
  await assert.rejects(submitClip(db, customer), { code: 'token_cap_reached' });
  await submitClip(db, customer, { micros: 50n });
});

for (const phase of ['succeeded', 'failed', 'cancelled'] as const)
  test(`a task without a price that ${phase === 'cancelled' ? 'is ' : ''}${phase} makes room on its token, too`, async () => {
    const customer = await openCappedCustomer({ maxOpen: 1 });
    for (let task = 0; task < 2; task++) {
      const publicId = await submitClip(db, customer, { micros: 0n });
      assert.deepEqual(await readCounters(customer), [0, 0, 0, 0, 1]);
      await endTask(db, publicId, { phase });
      assert.deepEqual(await readCounters(customer), [0, 0, 0, 0, 0]);
    }
  });

test('a task of an earlier day that fails gives nothing back to the counters of today', async () => {
  const customer = await openCappedCustomer({});
  const [old, failed] = [await submitClip(db, customer), await submitClip(db, customer)];
  await submitClip(db, customer, { micros: 7n });
  await db.pool.query(`update tasks set held_on = '2020-01-01' where public_id = $1`, [old]);
  await db.pool.query('update tokens set day_micros = 107, month_micros = 107 where id = $1', [
    customer.tokenId,
  ]);
  await endTask(db, old, { phase: 'failed' });
  assert.deepEqual(await readCounters(customer), [107, 0, 107, 107, 2]);
  await endTask(db, failed, { phase: 'failed' });
  assert.deepEqual(await readCounters(customer), [7, 0, 7, 7, 1]);
});

test('a task of an earlier day of the month that fails is given back to the month only', async () => {
  const customer = await openCappedCustomer({});
  const task = await submitClip(db, customer);
  await db.pool.query(`update tasks set held_on = '2020-05-03' where public_id = $1`, [task]);
  await db.pool.query(
    `update tokens set day = '2020-05-04', day_micros = 20, month_micros = 120 where id = $1`,
    [customer.tokenId],
  );
  await endTask(db, task, { phase: 'failed' });
  assert.deepEqual(await readCounters(customer), [0, 0, 20, 20, 0]);
});

test('a charge keeps its place in the counters of its day', async () => {
  const customer = await openCappedCustomer({});
  const task = await submitClip(db, customer);
  await endTask(db, task);
  assert.deepEqual(await readCounters(customer), [0, 100, 100, 100, 0]);
});

test('concurrent submits fill the limit of open tasks exactly, and an ended task makes room for one', async () => {
  const customer = await openCappedCustomer({ maxOpen: 3 });
  const burst = await Promise.allSettled(Array.from({ length: 12 }, () => submitClip(db, customer)));
  const placedTasks = burst.flatMap(one => (one.status === 'fulfilled' ? one.value : []));
  assert.equal(placedTasks.length, 3);
  for (const one of burst) if (one.status === 'rejected') assert.equal(one.reason.code, 'token_open_reached');
  await endTask(db, placedTasks[0] ?? '', { phase: 'cancelled' });
  await submitClip(db, customer);
  await assert.rejects(submitClip(db, customer), { code: 'token_open_reached' });
});

test('an expired token cannot submit', async () => {
  const customer = await openCappedCustomer({ expiresAt: new Date(0) });
  await assert.rejects(submitClip(db, customer), { code: 'token_expired' });
});
