/** What payment providers have reported about subscriptions, in the database. */
import type { Queryable, Transaction } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { SubscriptionNotice } from './payment-provider.ts';
import { factJson } from './payment-rows.ts';
import type { PlanVersion } from './plan.ts';
import { type SubscriptionFact, subscriptionFactShape } from './settle-subscription.ts';

/** A repeat of an event inserts nothing. */
const insert = statement(
  'insert_subscription_event',
  `insert into subscription_events (provider, id, subscription_id, fact)
   values ($1, $2, $3, $4)
   on conflict do nothing
   returning id`,
);
const facts = statement(
  'facts_of_subscription',
  'select fact from subscription_events where subscription_id = $1',
);
const prices = statement(
  'plan_prices',
  `select reference, versions.id, plan_id, plans.name, version, description, price_micros, currency,
     credit_micros, groups, max_open
   from plan_prices join plan_versions versions on versions.id = version_id join plans on plans.id = plan_id
   where provider = $1`,
);
const insertPrice = statement(
  'insert_plan_price',
  'insert into plan_prices (provider, reference, version_id) values ($1, $2, $3) on conflict do nothing',
);
const selectReturnedInvoices = statement(
  'returned_invoices',
  `select invoice from payments
   where subscription_id = $1
     and invoice is not null
     and state in ('refunded', 'disputed')
     and credited_micros = owed_micros
     and credit_micros > 0`,
);

/** Returns false for an event that is stored already. */
export async function insertSubscriptionEvent(
  tx: Transaction,
  provider: string,
  { id, subscriptionId, fact }: SubscriptionNotice,
): Promise<boolean> {
  return (await tx.query(insert, [provider, id, subscriptionId, factJson(fact)])).length === 1;
}

export async function readSubscriptionFacts(tx: Transaction, id: string): Promise<SubscriptionFact[]> {
  const rows = await tx.query<{ fact: unknown }>(facts, [id]);
  return rows.map(({ fact }) => subscriptionFactShape.parse(fact));
}

/** Versions by what the provider calls their prices. */
export async function readPlanPrices(
  db: Queryable,
  provider: string,
): Promise<ReadonlyMap<string, PlanVersion>> {
  const rows = await readRows<PlanVersion & { readonly reference: string }>(db, prices, [provider]);
  return new Map(rows.map(row => [row.reference, row]));
}

export async function insertPlanPrice(
  tx: Pick<Transaction, 'query'>,
  { provider, reference, versionId }: { provider: string; reference: string; versionId: string },
): Promise<void> {
  await tx.query(insertPrice, [provider, reference, versionId]);
}

/** Invoices whose money went back in full. */
export async function readReturnedInvoices(tx: Transaction, id: string): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ invoice: string }>(selectReturnedInvoices, [id]);
  return new Set(rows.map(({ invoice }) => invoice));
}
