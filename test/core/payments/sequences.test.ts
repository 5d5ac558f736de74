/**
 * Generated sequences of payments, notifications (repeated, reordered, forged, of the wrong amount), refunds,
 * disputes, discount codes, referrals and tasks: whatever happens, the ledger adds up, no credit is unpaid,
 * and none that was paid is lost.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '@kinora/sketch/random';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { createDiscount, listDiscounts } from '../../../src/core/payments/discounts/discount-rows.ts';
import { InvalidNotification } from '../../../src/core/payments/payment-provider.ts';
import { openEpay } from '../../../src/core/payments/providers/epay.ts';
import { openStripe } from '../../../src/core/payments/providers/stripe.ts';
import { receiveNotice } from '../../../src/core/payments/receive-notice.ts';
import { referralCodeOf, setReferrer } from '../../../src/core/payments/referrals.ts';
import { startPayment } from '../../../src/core/payments/start-payment.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import { inDepth, runSeed } from '../../support/depth.ts';
import {
  chargeDisputed,
  chargeRefunded,
  sessionPaid,
  type StripeEvent,
} from '../../support/payments/stripe-events.ts';
import { signedEvent, startStripeServer, webhookSecret } from '../../support/payments/stripe-server.ts';
import { freshDatabase } from '../../support/servers/database.ts';
import { type Customer, endedClip, openCustomer, submitClip } from '../../support/setups/customers.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
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

interface KnownPayment {
  readonly id: string;
  readonly cents: number;
  isPaid: boolean;
  refundedCents: number;
  /** The newest state of its dispute. */
  dispute: { order: number; isWon: boolean; cents: number } | undefined;
}

/** Sends an event to the provider's own code. Returns whether it was genuine. */
async function deliver(event: StripeEvent, isForged: boolean): Promise<boolean> {
  const { body, headers } = signedEvent(event, isForged ? { secret: 'whsec_forged' } : {});
  try {
    const notice = await stripe.read({ method: 'POST', headers, query: '', body: Buffer.from(body) });
    assert.ok(!notice || !('subscriptionId' in notice));
    if (notice) await receiveNotice(after, 'stripe', notice);
    return true;
  } catch (error) {
    if (error instanceof InvalidNotification) return false;
    throw error;
  }
}

type Next = (below: number) => number;

async function startOne(customer: Customer, next: Next): Promise<KnownPayment | undefined> {
  const creditMicros = BigInt(1 + next(30)) * 1_000_000n;
  const code = [undefined, undefined, 'half', 'two-off'][next(4)];
  const request = { ...customer, userId: undefined, creditMicros, method: 'card', code, title: 'Credit' };
  try {
    const { payment } = await startPayment(db, terms, request);
    const cents = Number(payment.amountMicros / 10_000n);
    return { id: payment.id, cents, isPaid: false, refundedCents: 0, dispute: undefined };
  } catch (error) {
    // A code that is used up, or that is worth more than the credit, starts nothing.
    assert.equal((error as { code?: string }).code, 'field_invalid');
    return undefined;
  }
}

/** An event about the payment, and what follows from it once it is delivered. */
function eventAbout(payment: KnownPayment, next: Next): { event: StripeEvent; apply: () => void } {
  const { id, cents } = payment;
  const kind = next(6);
  if (kind <= 1) return { event: sessionPaid(id, cents), apply: () => void (payment.isPaid = true) };
  if (kind === 2) return { event: sessionPaid(id, cents + 1 + next(50)), apply: () => {} };
  if (kind === 3) {
    const refunded = next(cents + 1);
    const apply = () => void (payment.refundedCents = Math.max(payment.refundedCents, refunded));
    return { event: chargeRefunded(id, refunded), apply };
  }
  const isWon = kind === 5;
  const order = next(20);
  const disputed = 1 + next(cents);
  const apply = () => {
    const known = payment.dispute;
    const takes = isWon ? 0 : disputed;
    const knownTakes = !known || known.isWon ? 0 : known.cents;
    const isNewer = !known || order > known.order || (order === known.order && takes > knownTakes);
    if (isNewer) payment.dispute = { order, isWon, cents: disputed };
  };
  return { event: chargeDisputed(id, isWon ? 'won' : 'lost', { created: order, cents: disputed }), apply };
}

async function runSequence(next: Next, referrer: Customer): Promise<KnownPayment[]> {
  const customer = await openCustomer(db, { micros: 0n });
  if (next(3) === 0) await setReferrer(db, customer.accountId, await referralCodeOf(db, referrer.accountId));
  const payments: KnownPayment[] = [];
  const sent: { event: StripeEvent; apply: () => void }[] = [];
  for (let step = 0; step < 5 + next(8); step++) {
    const chosen = payments[next(payments.length || 1)];
    const action = next(10);
    if (!chosen || action === 0) payments.push(...[await startOne(customer, next)].filter(one => !!one));
    else if (action === 1) await spend(customer, next);
    else if (action === 2) assert.equal(await deliver(eventAbout(chosen, next).event, true), false);
    else {
      // What was sent is sent again now and then, in any order, or twice at once.
      const what = (action === 3 && sent[next(sent.length || 1)]) || eventAbout(chosen, next);
      const times = action === 4 ? 2 : 1;
      await Promise.all(Array.from({ length: times }, () => deliver(what.event, false)));
      what.apply();
      sent.push(what);
    }
  }
  return payments;
}

/** A task of any price that the balance covers, and any end. */
async function spend(customer: Customer, next: Next): Promise<void> {
  const micros = BigInt(1 + next(9)) * 1_000_000n;
  const phase = (['succeeded', 'failed', 'cancelled'] as const)[next(3)] ?? 'failed';
  const submitted =
    next(4) === 0
      ? submitClip(db, customer, { micros })
      : endedClip(db, customer, { micros, end: { phase } });
  await submitted.catch((error: { code?: string }) => assert.equal(error.code, 'insufficient_balance'));
}

function keptCents({ isPaid, cents, refundedCents, dispute }: KnownPayment): number {
  if (!isPaid) return 0;
  const disputed = dispute && !dispute.isWon ? dispute.cents : 0;
  return Math.max(0, cents - refundedCents - disputed);
}

test(`${inDepth({ quick: 40, full: 2000 })} sequences: the ledger adds up, and each payment is worth what was paid`, async () => {
  const random = seededRandom(runSeed);
  const next: Next = below => Math.floor(random() * below);
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
  const { rows } = await db.pool.query(
    `select payments.id, amount_micros, credit_micros, credited_micros, owed_micros,
       coalesce((select sum(case kind when 'receipt' then receipts.amount_micros else -receipts.amount_micros end)
         from receipts where payment_id = payments.id), 0)::bigint as documented from payments`,
  );
  assert.equal(rows.length, expected.size);
  for (const row of rows) {
    const payment = expected.get(row.id) ?? assert.fail();
    const kept = BigInt(keptCents(payment)) * 10_000n;
    assert.equal(BigInt(row.documented), kept, `the documents of ${row.id}: ${JSON.stringify(payment)}`);
    const credit = (BigInt(row.credit_micros) * kept) / BigInt(row.amount_micros);
    assert.equal(BigInt(row.credited_micros) - BigInt(row.owed_micros), credit, JSON.stringify(payment));
    if (!payment.isPaid) assert.equal(BigInt(row.credited_micros), 0n);
  }
  const uses = (await listDiscounts(db, 10)).find(({ code }) => code === 'half')?.uses ?? 0;
  assert.ok(uses <= maxUses);
  assert.deepEqual(await reconcile(db), []);
});

test('a payment in yuan is credited once, however its notification is repeated', async () => {
  const { accountId } = await openCustomer(db, { micros: 0n });
  const request = {
    accountId,
    userId: undefined,
    creditMicros: 5_000_000n,
    code: undefined,
    title: 'Credit',
  };
  const { payment } = await startPayment(db, terms, { ...request, method: 'alipay' });
  const fact = { kind: 'paid', amountMicros: payment.amountMicros, currency: 'CNY' } as const;
  const notice = { id: newRowId(), paymentId: payment.id, reference: newRowId(), fact };
  const answers = await Promise.all(Array.from({ length: 5 }, () => receiveNotice(after, 'epay', notice)));
  assert.deepEqual(answers.sort(), ['applied', 'repeated', 'repeated', 'repeated', 'repeated']);
  assert.deepEqual(await reconcile(db), []);
});
