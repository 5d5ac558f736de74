/** Money and limits under random operations of several concurrent processes: the ledger always balances. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createAccount } from '../../../src/core/accounts/accounts.ts';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { createCode } from '../../../src/core/billing/codes.ts';
import { creditAccount } from '../../../src/core/billing/ledger.ts';
import { listPrices, versionName, withPrice } from '../../../src/core/billing/prices.ts';
import { quote, type QuoteInput } from '@kinora/shared/billing/quote';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import type { LedgerOrders } from '../../support/crashes/random-ledger.ts';
import { inDepth } from '../../support/depth.ts';

const databaseUrl = await freshDatabase();
const db = openDatabase({ connectionString: databaseUrl });
atEnd(() => db.close());
await migrate(db);
const run = promisify(execFile);
const program = new URL('../../support/crashes/random-ledger.ts', import.meta.url).pathname;
const processes = 3;
const operations = inDepth({ quick: 1200, full: 3000 });

/** Caps that never change: they must not be exceeded at any moment. */
const fixedCaps = [
  { capTotalMicros: 3_000_000n },
  { capDayMicros: 2_000_000n },
  { maxOpen: 2 },
  { capMonthMicros: 2_500_000n, maxPerMinute: 60 },
  {},
];

async function openAccounts(): Promise<LedgerOrders['accounts']> {
  const accounts = [];
  for (const name of ['ann', 'bob', 'eve']) {
    const account = await createAccount(db, name);
    assert.ok(account);
    await creditAccount(db, account.id, { kind: 'top_up', amountMicros: 5_000_000n, reason: 'start' });
    const tokens: string[] = [];
    for (const limits of [...fixedCaps, { capTotalMicros: 1_000_000n }]) {
      const createdToken = await createToken(db, { accountId: account.id, group: 'video', name, ...limits });
      tokens.push(createdToken?.token.id ?? '');
    }
    accounts.push({ id: account.id, tokens });
  }
  return accounts;
}

const selectTokensOverCap = `select id, name from tokens where id = any($1) and (
    held_micros + spent_micros > cap_total_micros or day_micros > cap_day_micros or month_micros > cap_month_micros
    or open_tasks > max_open)`;

test('random operations by several processes keep the ledger balanced and exceed no cap', async () => {
  const accounts = await openAccounts();
  const codes: string[] = [];
  for (let index = 0; index < 40; index++)
    codes.push((await createCode(db, { amountMicros: 250_000n, note: '', expiresAt: null })).secret);
  const seeds = Array.from({ length: processes }, (_, index) => 1 + index);
  let isOver = false;
  const steady = accounts.flatMap(({ tokens }) => tokens.slice(0, fixedCaps.length));
  const watch = async () => {
    while (!isOver) assert.deepEqual((await db.pool.query(selectTokensOverCap, [steady])).rows, []);
  };
  const running = Promise.all(
    seeds.map(seed => {
      const orders: LedgerOrders = { databaseUrl, seed, operations, accounts, codes };
      return run(process.execPath, [program, JSON.stringify(orders)], { maxBuffer: 1e7 });
    }),
  ).finally(() => {
    isOver = true;
  });
  const [ends] = await Promise.all([running, watch()]);
  const done: Record<string, number> = {};
  for (const { stdout } of ends)
    for (const [name, count] of Object.entries(JSON.parse(stdout) as Record<string, number>))
      done[name] = (done[name] ?? 0) + count;
  for (const name of [
    'submit',
    'end',
    'cancel',
    'refund',
    'price',
    'insufficient_balance',
    'token_cap_reached',
    'token_open_reached',
  ])
    assert.ok((done[name] ?? 0) > 0, `${name} never happened: ${JSON.stringify(done)}`);
  assert.deepEqual(await reconcile(db), []);
  await assertChargedAsQuoted();
  await assertRedeemedOnce(codes.length);
});

async function assertChargedAsQuoted(): Promise<void> {
  const { rows } = await db.pool.query(
    'select public_id, model, phase, price_version, priced, amount_micros, charged_micros, held_on from tasks where held_on is not null',
  );
  const versions = await listPrices(db);
  const catalogue = readCatalogue();
  assert.ok(rows.length > 300, `there were only ${rows.length} tasks`);
  assert.ok(
    rows.some(({ price_version: version }) => version.startsWith('v')),
    'no task was created at a later price',
  );
  for (const row of rows) {
    const { card } = catalogue.findModel(row.model, 'video');
    const laterVersion = versions.find(
      one => one.model === row.model && versionName(one.version) === row.price_version,
    );
    const pricedCard = laterVersion ? withPrice(card, row.price_version, laterVersion.price) : card;
    assert.equal(quote(pricedCard, row.priced as QuoteInput).amountMicros, row.amount_micros, row.public_id);
    const isEnded = ['succeeded', 'failed', 'cancelled'].includes(row.phase);
    const charge = !isEnded ? null : row.phase === 'succeeded' ? row.amount_micros : 0n;
    assert.equal(row.charged_micros, charge, `${row.public_id} ${row.phase}`);
  }
}

async function assertRedeemedOnce(most: number): Promise<void> {
  const { rows } = await db.pool.query(
    `select count(*)::int as entries, count(distinct code_id)::int as codes from ledger_entries where kind = 'redeem'`,
  );
  assert.ok(rows[0].entries > 0 && rows[0].entries <= most);
  assert.equal(rows[0].entries, rows[0].codes);
}
