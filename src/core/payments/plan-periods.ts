/** What was sold with the payments of plans: the plan, and the period that each payment is for. */
import { dayIn } from '@kinora/shared/calendar';
import type { Queryable } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { PlanVersion } from './plan.ts';
import { monthsAfter } from './plan-months.ts';
import { findPlanVersions } from './plan-rows.ts';
import { settleSubscription, type SubscriptionFact, subscriptionFactShape } from './settle-subscription.ts';
import { readPlanPrices } from './subscription-event-rows.ts';
import type { PlanDays, PlanPeriod, Receipt, ReceiptWithPlan } from './receipts/receipt.ts';

const selectPlanPayments = statement(
  'payments_of_plans',
  `select payments.id, payments.invoice, payments.subscription_id, payments.provider,
     subscriptions.version_id,
     coalesce(
       (
         select credit_grants.created_at from credit_grants
         where credit_grants.subscription_id = payments.subscription_id and source = 'payment ' || payments.id
       ), payments.created_at
     ) as month_starts_at
   from payments join subscriptions on subscriptions.id = payments.subscription_id
   where payments.id = any($1::uuid[])`,
);
const selectPaidInvoices = statement(
  'paid_invoices',
  `select subscription_id, fact from subscription_events
   where subscription_id = any($1::uuid[]) and fact ->> 'kind' = 'invoice_paid'`,
);

interface PlanPayment {
  readonly id: string;
  readonly invoice: string | undefined;
  readonly subscriptionId: string;
  readonly provider: string;
  readonly versionId: string;
  /** When a month began that was paid without an invoice. */
  readonly monthStartsAt: Date;
}

/** Reads the period of each payment. Payments for credit are left out. */
export async function readPlanPeriods(
  db: Queryable,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, PlanPeriod>> {
  const payments = await readRows<PlanPayment>(db, selectPlanPayments, [paymentIds]);
  if (payments.length === 0) return new Map();
  const versions = await findPlanVersions(
    db,
    payments.map(({ versionId }) => versionId),
  );
  const facts = await readPaidFacts(db, payments);
  const periods = new Map<string, PlanPeriod>();
  for (const provider of new Set(payments.map(payment => payment.provider))) {
    const prices = await readPlanPrices(db, provider);
    for (const payment of payments.filter(one => one.provider === provider)) {
      const startVersion = versions.find(({ id }) => id === payment.versionId);
      if (startVersion) periods.set(payment.id, toPeriod(payment, { startVersion, prices, facts }));
    }
  }
  return periods;
}

/** Adds what was sold, by the name that it had when the receipt was issued, if that is known. */
export async function withPlanPeriods(
  db: Queryable,
  receipts: readonly Receipt[],
): Promise<ReceiptWithPlan[]> {
  const periods = await readPlanPeriods(
    db,
    receipts.map(({ paymentId }) => paymentId),
  );
  return receipts.map(receipt => {
    const period = periods.get(receipt.paymentId);
    return { ...receipt, soldPlan: period && { ...period, plan: receipt.plan ?? period.plan } };
  });
}

/** The days on which a period begins and ends, in the time zone of the server. */
export function planDays({ plan, startsAt, endsAt }: PlanPeriod, timeZone: string): PlanDays {
  const day = (time: Date) => dayIn(timeZone, time.getTime());
  return { plan, from: day(startsAt), until: day(endsAt) };
}

type PaidFacts = ReadonlyMap<string, readonly SubscriptionFact[]>;

/** Reads the invoices that were paid, by subscription. */
async function readPaidFacts(db: Queryable, payments: readonly PlanPayment[]): Promise<PaidFacts> {
  const ids = payments.map(({ subscriptionId }) => subscriptionId);
  const rows = await db.query<{ subscription_id: string; fact: unknown }>(selectPaidInvoices, [ids]);
  const bySubscription = Map.groupBy(rows, row => row.subscription_id);
  return new Map(
    [...bySubscription].map(([id, subscriptionRows]) => [
      id,
      subscriptionRows.map(({ fact }) => subscriptionFactShape.parse(fact)),
    ]),
  );
}

interface PeriodSources {
  readonly startVersion: PlanVersion;
  readonly prices: ReadonlyMap<string, PlanVersion>;
  readonly facts: PaidFacts;
}

function toPeriod(
  { subscriptionId, invoice, monthStartsAt: startsAt }: PlanPayment,
  { startVersion, prices, facts }: PeriodSources,
): PlanPeriod {
  const knownPrices = { startVersion, versions: prices, returnedInvoices: new Set<string>() };
  const { invoices } = settleSubscription(facts.get(subscriptionId) ?? [], knownPrices);
  const paidInvoice = invoices.find(one => one.invoice === invoice);
  if (paidInvoice)
    return { plan: paidInvoice.version.name, startsAt: paidInvoice.startsAt, endsAt: paidInvoice.endsAt };
  return { plan: startVersion.name, startsAt, endsAt: monthsAfter(startsAt, 1) };
}
