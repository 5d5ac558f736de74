/** Payments and their events in the database. */
import type { Queryable, Transaction } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import type { Payment } from './payment.ts';
import type { PaymentNotice } from './payment-provider.ts';
import { factShape, type PaymentFact, type Settlement } from './settle-payment.ts';

const columns = `id, account_id, user_id, provider, method, currency, amount_micros, coalesce(full_amount_micros, amount_micros) as full_amount_micros,
  discount_id, credit_micros, state, credited_micros, owed_micros, subscription_id, invoice,
  reference, created_at, changed_at`;
const insert = statement(
  'insert_payment',
  `insert into payments (
     id, account_id, user_id, provider, method, currency, amount_micros, credit_micros, discount_id,
     full_amount_micros, subscription_id, invoice
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9::uuid is not null then $10::bigint end, $11, $12)
   returning ${columns}`,
);
/** Counts the payments that the account has started within the last hour and not paid. */
const openLately = statement(
  'count_open_payments',
  `select count(*)::int as count from payments
   where account_id = $1 and state in ('open', 'failed') and created_at > now() - interval '1 hour'`,
);
const list = statement(
  'list_payments',
  `select ${columns},
     array(select number from receipts where payment_id = payments.id order by issued_at, number) as receipts
   from payments
   where ($1::uuid is null or account_id = $1)
     and (created_at, id) < (
       coalesce((select created_at from payments where id = $2), 'infinity'),
       coalesce($2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
     )
   order by created_at desc, id desc limit $3`,
);
/** A repeat of an event inserts nothing. */
const insertEvent = statement(
  'insert_payment_event',
  `insert into payment_events (provider, id, payment_id, reference, fact)
   values ($1, $2, (select id from payments where id = $3::uuid and provider = $1), $4, $5)
   on conflict do nothing
   returning id`,
);
/** Locks the payment, so that its events are counted one after the other. */
const lock = statement(
  'lock_payment',
  `select ${columns} from payments
   where provider = $1 and (id = $2::uuid or reference = $3 or invoice = $3)
   order by (id = $2::uuid) desc nulls last limit 1 for update`,
);
const setReference = statement(
  'name_payment',
  'update payments set reference = $2 where id = $1 and reference is null',
);
const events = statement(
  'events_of_payment',
  `select fact from payment_events
   where payment_id = $1 or (payment_id is null and provider = $2 and reference = any($3::text[]))`,
);
/** Reads the provider's name of the payment of an invoice, if that arrived before the invoice. */
const invoiceName = statement(
  'name_of_invoice',
  `select fact ->> 'reference' as name from payment_events
   where provider = $1 and reference = $2 and payment_id is null and fact ->> 'kind' = 'named'
   limit 1`,
);
const settle = statement(
  'settle_payment',
  `update payments set state = $2, credited_micros = $3, owed_micros = $4, changed_at = now() where id = $1`,
);

export interface ListedPayment extends Payment {
  /** Numbers of its receipt and of the documents that correct it, in their order. */
  readonly receipts: readonly string[];
}

/** A payment whose discount code has no use left buys what its amount buys without it. */
const lowerPaymentCredit = statement(
  'lower_payment_credit',
  'update payments set credit_micros = $2, discount_id = null, full_amount_micros = null where id = $1',
);

export type NewPayment = Pick<
  Payment,
  'accountId' | 'userId' | 'provider' | 'method' | 'currency' | 'amountMicros' | 'creditMicros'
> &
  Partial<Pick<Payment, 'discountId' | 'fullAmountMicros' | 'subscriptionId' | 'invoice'>>;

export async function insertPayment(db: Queryable, payment: NewPayment): Promise<Payment | undefined> {
  const { accountId, userId, provider, method, currency, amountMicros, creditMicros } = payment;
  const discount = [payment.discountId ?? null, payment.fullAmountMicros ?? null];
  const values = [
    newRowId(),
    accountId,
    userId ?? null,
    provider,
    method,
    currency,
    amountMicros,
    creditMicros,
  ];
  const plan = [payment.subscriptionId ?? null, payment.invoice ?? null];
  return readFirst(db, insert, [...values, ...discount, ...plan]);
}

export async function countOpenPayments(db: Queryable, accountId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(openLately, [accountId]);
  return row?.count ?? 0;
}

/**
 * The payments of an account or of all, newest first. `before`: the id of the last one of the previous page.
 */
export async function listPayments(
  db: Queryable,
  { accountId, before, limit }: { accountId: string | undefined; before: string | undefined; limit: number },
): Promise<ListedPayment[]> {
  return readRows(db, list, [accountId ?? null, before ?? null, limit]);
}

/** Returns false for an event that is stored already. */
export async function insertPaymentEvent(
  tx: Transaction,
  provider: string,
  { id, paymentId, reference, fact }: PaymentNotice,
): Promise<boolean> {
  const values = [provider, id, paymentId ?? null, reference ?? null, factJson(fact)];
  return (await tx.query(insertEvent, values)).length === 1;
}

/** Amounts become decimal strings, which the shapes of facts read. */
export function factJson(fact: object): string {
  return JSON.stringify(fact, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

export async function lockPayment(
  tx: Transaction,
  provider: string,
  { paymentId, reference }: Pick<PaymentNotice, 'paymentId' | 'reference'>,
): Promise<Payment | undefined> {
  return readFirst(tx, lock, [provider, paymentId ?? null, reference ?? null]);
}

export async function nameReference(tx: Transaction, id: string, reference: string): Promise<void> {
  await tx.query(setReference, [id, reference]);
}

export async function readFacts(
  tx: Transaction,
  { id, provider, reference, invoice }: Pick<Payment, 'id' | 'provider' | 'reference' | 'invoice'>,
): Promise<PaymentFact[]> {
  const names = [reference, invoice].filter(name => name !== undefined);
  const rows = await tx.query<{ fact: unknown }>(events, [id, provider, names]);
  return rows.map(({ fact }) => factShape.parse(fact));
}

/** Returns the provider's name of the payment of an invoice, if that is known. */
export async function nameOfInvoice(
  tx: Transaction,
  provider: string,
  invoice: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ name: string }>(invoiceName, [provider, invoice]);
  return row?.name;
}

export async function lowerCredit(tx: Transaction, id: string, creditMicros: bigint): Promise<void> {
  await tx.query(lowerPaymentCredit, [id, creditMicros]);
}

export async function saveSettlement(
  tx: Transaction,
  id: string,
  {
    state,
    creditedMicros,
    owedMicros,
  }: Pick<Settlement, 'state'> & Pick<Payment, 'creditedMicros' | 'owedMicros'>,
): Promise<void> {
  await tx.query(settle, [id, state, creditedMicros, owedMicros]);
}
