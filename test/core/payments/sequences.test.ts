/**
 * Generated sequences of payments, notifications (repeated, reordered, forged, of the wrong amount),
 * refunds, disputes, discount codes, referrals, trials, plans, corrections by hand and tasks, while sessions
 * of the database are killed: whatever happens, the ledger adds up, no credit is unpaid, and none that was
 * paid is lost.
 * @NOTE length: one generator of all that may happen to a balance.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '@kinora/sketch/random';
import { expireCredit, grantCredit } from '../../../src/core/billing/expiring-credit.ts';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { buyMonth } from '../../../src/core/payments/buy-month.ts';
import { createDiscount, listDiscounts } from '../../../src/core/payments/discounts/discount-rows.ts';
import { InvalidNotification } from '../../../src/core/payments/payment-provider.ts';
import { createPlan } from '../../../src/core/payments/plan-rows.ts';
import {
  renewPlans,
  startByHand,
  stopByHand,
  switchByHand,
} from '../../../src/core/payments/plans-by-hand.ts';
import { openEpay } from '../../../src/core/payments/providers/epay.ts';
import { openStripe } from '../../../src/core/payments/providers/stripe.ts';
import { receiveNotice } from '../../../src/core/payments/receive-notice.ts';
import { readReferralCode, setReferrer } from '../../../src/core/payments/referrals.ts';
import type { PaymentFact } from '../../../src/core/payments/settle-payment.ts';
import { startPayment } from '../../../src/core/payments/start-payment.ts';
import { runningSubscription } from '../../../src/core/payments/subscription-rows.ts';
import { isUnavailable, openDatabase } from '../../../src/platform/db/open.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import { endMonth } from '../../support/payments/plan-time.ts';
import { checkWhatExpired, type Next, spendAtRandom } from '../../support/payments/random-spending.ts';
import {
  chargeDisputed,
  chargeRefunded,
  sessionPaid,
  type StripeEvent,
} from '../../support/payments/stripe-events.ts';
import { signedEvent, startStripeServer, webhookSecret } from '../../support/payments/stripe-server.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import { type Customer, openCustomer } from '../../support/setups/customers.ts';

const databaseUrl = await freshDatabase();
const db = openDatabase({ connectionString: databaseUrl });
test.after(() => db.close());
const server = await startStripeServer();
const stripe = openStripe({
  secretKey: 'sk_test_kinora',
  webhookSecret,
  url: server.url,
  currency: 'USD',
});
const epay = openEpay({
  url: 'https://pay.example.cn',
  merchantId: '1',
  key: 'k',
  methods: ['alipay'],
  priceMicros: 7_200_000n,
});
const terms = {
  providers: [stripe, epay],
  minMicros: 1_000_000n,
  maxMicros: 1_000_000_000n,
  baseUrl: 'https://pictures.example.com',
};
const after = {
  db,
  receiptTerms: {
    seller: { name: 'Shop', address: '', taxId: '', email: '' },
    tax: { name: 'VAT', percentMicros: 19_000_000n },
  },
  referralMicros: 2_000_000n,
  currency: 'USD',
  smtp: undefined,
};
const maxUses = 40;
const plans = await Promise.all(
  [
    ['Basic', 8_000_000n],
    ['Pro', 20_000_000n],
  ].map(async ([name, creditMicros]) => {
    const priceMicros = 10_000_000n;
    const rest = { description: '', priceMicros, currency: 'USD', groups: [], maxOpen: undefined };
    const createdPlan = await db.transaction(tx =>
      createPlan(tx, String(name), { ...rest, creditMicros: BigInt(creditMicros ?? 0) }),
    );
    return createdPlan ?? assert.fail();
  }),
);
const plan = (next: Next) => plans[next(plans.length)] ?? assert.fail();

interface KnownPayment {
  readonly id: string;
  readonly provider: 'stripe' | 'epay';
  readonly cents: number;
  isPaid: boolean;
  refundedCents: number;
  /** The newest state of its dispute. */
  dispute: { order: number; isWon: boolean; cents: number } | undefined;
}

/** What a provider reports, and what follows from it once it is delivered. */
interface Report {
  readonly deliver: (isForged: boolean) => Promise<boolean>;
  readonly apply: () => void;
}

/** Its sessions are not terminated: it terminates those of others, and the outcome is read through it. */
const controlDb = openDatabase({ connectionString: databaseUrl });
test.after(() => controlDb.close());
/** Ends all other sessions, as a kill of the server's process does, in the middle of what they do. */
const kill =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
let kills = 0;

async function killNowAndThen(next: Next): Promise<void> {
  if (next(20) > 0) return;
  await controlDb.pool.query('select pg_sleep($1)', [next(4) / 1000]);
  await controlDb.pool.query(kill);
  kills++;
}

/** What the test itself asks the database for fails as pg reports it. */
function isKilled(error: unknown): boolean {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  const isCut =
    ['EPIPE', 'ECONNRESET', '57P01'].includes(code) || message.startsWith('Connection terminated');
  return isCut || isUnavailable(error);
}

/** Does it again after each kill, as providers do. */
async function repeatAfterKills<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await work();
    } catch (error) {
      if (!isKilled(error)) throw error;
    }
}

/** Nobody repeats it if it is killed. */
async function attempt(work: () => Promise<unknown>, refusals: readonly string[] = []): Promise<void> {
  await work().catch((error: { code?: string }) => {
    if (!isKilled(error) && !refusals.includes(error.code ?? '')) throw error;
  });
}

/** Sends an event to the provider's own code. Returns whether it was genuine. */
async function deliver(event: StripeEvent, isForged: boolean): Promise<boolean> {
  const { body, headers } = signedEvent(event, isForged ? { secret: 'whsec_forged' } : {});
  try {
    const notice = await stripe.read({ method: 'POST', headers, query: '', body: Buffer.from(body) });
    assert.ok(!notice || !('subscriptionId' in notice));
    if (notice) await repeatAfterKills(() => receiveNotice(after, 'stripe', notice));
    return true;
  } catch (error) {
    if (error instanceof InvalidNotification) return false;
    throw error;
  }
}

async function startOne(customer: Customer, next: Next): Promise<KnownPayment[]> {
  const creditMicros = BigInt(1 + next(30)) * 1_000_000n;
  const code = [undefined, undefined, 'half', 'two-off'][next(4)];
  const request = { ...customer, userId: undefined, creditMicros, method: 'card', code, title: 'Credit' };
  const payments: KnownPayment[] = [];
  // A code that is used up, or that is worth more than the credit, starts nothing.
  await attempt(async () => {
    const { payment } = await startPayment(db, terms, request);
    const cents = Number(payment.amountMicros / 10_000n);
    payments.push({ id: payment.id, provider: 'stripe', cents, ...unpaidState });
  }, ['field_invalid']);
  return payments;
}

const unpaidState = { isPaid: false, refundedCents: 0, dispute: undefined };

/** A month of a plan, which is paid at a provider without subscriptions. */
async function buyOneMonth({ accountId }: Customer, next: Next): Promise<KnownPayment[]> {
  const purchase = { accountId, userId: undefined, version: plan(next), provider: epay, method: 'alipay' };
  const urls = { returnUrl: terms.baseUrl, notifyUrl: terms.baseUrl };
  const payments: KnownPayment[] = [];
  await attempt(async () => {
    const { id } = await buyMonth(db, { ...purchase, ...urls, currency: 'USD' });
    const [row] = await repeatAfterKills(() =>
      db.query<{ id: string; amount_micros: bigint }>(paymentOfPlan, [id]),
    );
    if (row)
      payments.push({
        id: row.id,
        provider: 'epay',
        cents: Number(row.amount_micros / 10_000n),
        ...unpaidState,
      });
  }, ['plan_running', 'payments_too_many']);
  return payments;
}

const paymentOfPlan = statement(
  'payment_of_plan',
  'select id, amount_micros from payments where subscription_id = $1',
);

/** An event about the payment, and what follows from it once it is delivered. */
function reportAbout(payment: KnownPayment, next: Next): Report {
  const { id, cents, provider } = payment;
  const amountMicros = (amount: number) => BigInt(amount) * 10_000n;
  const makeReport = (event: StripeEvent, fact: PaymentFact, apply: () => void): Report => {
    const notice = { id: newRowId(), paymentId: id, reference: `trade ${id}`, fact };
    const byEpay = async (isForged: boolean) =>
      !isForged && (await repeatAfterKills(() => receiveNotice(after, 'epay', notice))) !== undefined;
    return { deliver: provider === 'epay' ? byEpay : isForged => deliver(event, isForged), apply };
  };
  const reportPayment = (amount: number, apply: () => void) =>
    makeReport(
      sessionPaid(id, amount),
      { kind: 'paid', amountMicros: amountMicros(amount), currency: provider === 'epay' ? 'CNY' : 'USD' },
      apply,
    );
  const kind = next(6);
  if (kind <= 1) return reportPayment(cents, () => void (payment.isPaid = true));
  if (kind === 2) return reportPayment(cents + 1 + next(50), () => {});
  if (kind === 3) {
    const refundedCents = next(cents + 1);
    const apply = () => void (payment.refundedCents = Math.max(payment.refundedCents, refundedCents));
    const fact = { kind: 'refunded', amountMicros: amountMicros(refundedCents) } as const;
    return makeReport(chargeRefunded(id, refundedCents), fact, apply);
  }
  const isWon = kind === 5;
  const order = next(20);
  const disputedCents = 1 + next(cents);
  const apply = () => {
    const knownDispute = payment.dispute;
    const takenCents = isWon ? 0 : disputedCents;
    const knownTakenCents = !knownDispute || knownDispute.isWon ? 0 : knownDispute.cents;
    const isNewer =
      !knownDispute ||
      order > knownDispute.order ||
      (order === knownDispute.order && takenCents > knownTakenCents);
    if (isNewer) payment.dispute = { order, isWon, cents: disputedCents };
  };
  const event = chargeDisputed(id, isWon ? 'won' : 'lost', { created: order, cents: disputedCents });
  const fact = {
    kind: 'disputed',
    dispute: 'one',
    amountMicros: amountMicros(disputedCents),
    isWon,
    order,
  } as const;
  return makeReport(event, fact, apply);
}

/** An operator gives, changes or stops a plan, or its month ends. */
async function changePlan({ accountId }: Customer, next: Next): Promise<void> {
  const subscription = await runningSubscription(db, accountId);
  const version = plan(next);
  const action = subscription?.provider === 'hand' ? next(3) : 2;
  if (!subscription)
    await db.transaction(tx => startByHand(tx, { accountId, userId: undefined, version, months: undefined }));
  else if (action === 0) await db.transaction(tx => switchByHand(tx, subscription.id, version.id));
  else if (action === 1)
    await db.transaction(tx => stopByHand(tx, subscription.id, { isNow: next(2) === 0 }));
  else await endMonth(db, accountId);
  await expireCredit(db);
  await renewPlans(db);
}

async function runSequence(next: Next, referrer: Customer): Promise<KnownPayment[]> {
  const customer = await repeatAfterKills(() => openCustomer(db, { micros: 0n }));
  const { accountId } = customer;
  if (next(3) === 0)
    await repeatAfterKills(async () =>
      setReferrer(db, accountId, await readReferralCode(db, referrer.accountId)),
    );
  const trial = { kind: 'trial', amountMicros: BigInt(1 + next(20)) * 1_000_000n, days: 30 } as const;
  if (next(2) === 0) await attempt(() => db.transaction(tx => grantCredit(tx, accountId, trial)));
  const payments: KnownPayment[] = [];
  const sentReports: Report[] = [];
  const spend = spendAtRandom(db, customer, next);
  const takeRandomStep = async () => {
    const payment = payments[next(payments.length || 1)];
    const action = next(16);
    if (action <= 4) return attempt(spend);
    if (action === 5) return attempt(() => changePlan(customer, next), ['plan_running']);
    if (action === 6) return void payments.push(...(await buyOneMonth(customer, next)));
    if (!payment || action === 7) return void payments.push(...(await startOne(customer, next)));
    if (action === 8) return assert.equal(await reportAbout(payment, next).deliver(true), false);
    // What was sent is sent again now and then, in any order, or twice at once.
    const report = (action <= 10 && sentReports[next(sentReports.length || 1)]) || reportAbout(payment, next);
    const times = action === 9 ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => report.deliver(false)));
    report.apply();
    sentReports.push(report);
  };
  for (let step = 0; step < 8 + next(12); step++) await Promise.all([takeRandomStep(), killNowAndThen(next)]);
  return payments;
}

function countKeptCents({ isPaid, cents, refundedCents, dispute }: KnownPayment): number {
  if (!isPaid) return 0;
  const disputedCents = dispute && !dispute.isWon ? dispute.cents : 0;
  return Math.max(0, cents - refundedCents - disputedCents);
}

test(`${inDepth({ quick: 40, full: 2000 })} sequences: the ledger adds up, and each payment is worth what was paid`, async () => {
  const random = seededRandom(runSeed);
  const next: Next = limit => Math.floor(random() * limit);
  for (const [code, discount] of [
    ['half', { percentMicros: 50_000_000n, amountMicros: undefined, maxUses, maxUsesOfAccount: 2 }],
    [
      'two-off',
      { percentMicros: undefined, amountMicros: 2_000_000n, maxUses: undefined, maxUsesOfAccount: 1 },
    ],
  ] as const)
    assert.ok(await createDiscount(db, { code, ...discount, note: '', expiresAt: undefined }));
  const referrer = await openCustomer(db, { micros: 0n });
  const expected = new Map<string, KnownPayment>();
  for (let count = 0; count < inDepth({ quick: 40, full: 2000 }); count++)
    for (const payment of await runSequence(next, referrer)) expected.set(payment.id, payment);
  const { rows } = await controlDb.pool.query(
    `select payments.id, amount_micros, credit_micros, credited_micros, owed_micros,
       coalesce((select sum(case kind when 'receipt' then receipts.amount_micros else -receipts.amount_micros end)
         from receipts where payment_id = payments.id), 0)::bigint as documented from payments`,
  );
  assert.ok(rows.length >= expected.size);
  for (const row of rows) {
    // Whoever started it was killed before the provider heard of it.
    const payment = expected.get(row.id) ?? { id: row.id, provider: 'stripe', cents: 1, ...unpaidState };
    const keptMicros = BigInt(countKeptCents(payment)) * 10_000n;
    assert.equal(
      BigInt(row.documented),
      keptMicros,
      `the documents of ${row.id}: ${JSON.stringify(payment)}`,
    );
    const credit = (BigInt(row.credit_micros) * keptMicros) / BigInt(row.amount_micros);
    assert.equal(BigInt(row.credited_micros) - BigInt(row.owed_micros), credit, JSON.stringify(payment));
    if (!payment.isPaid) assert.equal(BigInt(row.credited_micros), 0n);
  }
  const uses = (await listDiscounts(controlDb, 10)).find(({ code }) => code === 'half')?.uses ?? 0;
  assert.ok(uses <= maxUses);
  assert.deepEqual(await reconcile(controlDb), []);
  assert.ok((await checkWhatExpired(controlDb)) > 0 && kills > 0);
});

test('a payment in yuan is credited once, however its notification is repeated', async () => {
  const { accountId } = await openCustomer(controlDb, { micros: 0n });
  const request = {
    accountId,
    userId: undefined,
    creditMicros: 5_000_000n,
    code: undefined,
    title: 'Credit',
  };
  const { payment } = await startPayment(controlDb, terms, { ...request, method: 'alipay' });
  const fact = { kind: 'paid', amountMicros: payment.amountMicros, currency: 'CNY' } as const;
  const notice = { id: newRowId(), paymentId: payment.id, reference: newRowId(), fact };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => receiveNotice({ ...after, db: controlDb }, 'epay', notice)),
  );
  assert.deepEqual(answers.sort(), ['applied', 'repeated', 'repeated', 'repeated', 'repeated']);
  assert.deepEqual(await reconcile(controlDb), []);
});
