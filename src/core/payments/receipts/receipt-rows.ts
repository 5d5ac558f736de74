/** Receipts in the database. */
import type { Queryable, Transaction } from '../../../platform/db/open.ts';
import { readFirst, readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import { today } from '../../../platform/db/calendar.ts';
import { readBilledAccount } from './billing-details.ts';
import type { Party, Receipt, ReceiptKind } from './receipt.ts';

const columns = `number, kind, payment_id, receipts.account_id, corrects, receipts.currency, receipts.amount_micros, tax_micros, tax_name,
  tax_percent_micros, seller, buyer, plan, issued_at, payments.method, payments.credit_micros`;
const from = 'receipts join payments on payments.id = payment_id';
/** The number is counted in the same transaction: either both stay, or neither. */
const insert = statement(
  'insert_receipt',
  `with next_number as (
     -- The next number of this kind in this year.
     insert into receipt_numbers (kind, year, last)
     values ($1, extract(year from ${today}), 1)
     on conflict (kind, year) do update set last = receipt_numbers.last + 1
     returning year, last
   )
   insert into receipts (
     number, kind, payment_id, account_id, corrects, currency, amount_micros, tax_micros, tax_name,
     tax_percent_micros, seller, buyer, plan
   )
   select case $1 when 'receipt' then 'R' else 'C' end || '-' || year || '-'
     || lpad(last::text, greatest(6, length(last::text)), '0'),
     $1, $2::uuid, $3::uuid, $4, $5, $6::bigint, $7::bigint, $8, $9::bigint, $10::jsonb, $11::jsonb, $12
   from next_number`,
);
const ofPayment = statement(
  'receipts_of_payment',
  `select ${columns} from ${from} where payment_id = $1 order by issued_at, number`,
);
const find = statement(
  'find_receipt',
  `select ${columns} from ${from} where number = $1 and ($2::uuid is null or receipts.account_id = $2)`,
);
/** $1 account, $2 from, $3 to, $4 payment, $5 the last one of the previous page, $6 limit. */
const list = statement(
  'list_receipts',
  `select ${columns} from ${from}
   where ($1::uuid is null or receipts.account_id = $1)
     and issued_at >= coalesce($2::timestamptz, '-infinity')
     and issued_at < coalesce($3::timestamptz, 'infinity')
     and ($4::uuid is null or payment_id = $4)
     and (issued_at, number) < (
       coalesce((select issued_at from receipts where number = $5), 'infinity'), coalesce($5, '')
     )
   order by issued_at desc, number desc limit $6`,
);
/** Reads the address of the user who paid or, without one, that of the first owner of the account. */
const email = statement(
  'email_of_buyer',
  `select coalesce(
     (select email from users where id = $2::uuid),
     (
       select email from users
       where account_id = $1::uuid and role <> 'member'
       order by created_at, id limit 1
     ), ''
   ) as email`,
);

export type NewReceipt = Omit<Receipt, 'number' | 'issuedAt' | 'method' | 'creditMicros'>;

export async function insertReceipt(tx: Transaction, receipt: NewReceipt): Promise<void> {
  const { kind, paymentId, accountId, corrects, currency, amountMicros, taxMicros, ...about } = receipt;
  const parties = [JSON.stringify(about.seller), JSON.stringify(about.buyer)];
  const tax = [taxMicros, about.taxName ?? null, about.taxPercentMicros ?? null];
  const values = [kind, paymentId, accountId, corrects ?? null, currency, amountMicros, ...tax, ...parties];
  await tx.query(insert, [...values, about.plan ?? null]);
}

/** Reads all documents of a payment, the oldest first. */
export async function readPaymentReceipts(tx: Transaction, paymentId: string): Promise<Receipt[]> {
  return readRows(tx, ofPayment, [paymentId]);
}

export async function findReceipt(
  db: Queryable,
  number: string,
  accountId: string | undefined,
): Promise<Receipt | undefined> {
  return readFirst(db, find, [number, accountId ?? null]);
}

export interface ReceiptFilter {
  /** Undefined means all accounts. */
  readonly accountId: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly paymentId?: string | undefined;
  /** The number of the last one of the previous page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Newest first. */
export async function listReceipts(db: Queryable, filter: ReceiptFilter): Promise<Receipt[]> {
  const { accountId, from: since, to, paymentId, before, limit } = filter;
  const values = [accountId, since, to, paymentId, before].map(value => value ?? null);
  return readRows(db, list, [...values, limit]);
}

export async function readBuyer(
  tx: Transaction,
  accountId: string,
  userId: string | undefined,
): Promise<Party> {
  const [row] = await tx.query<{ email: string }>(email, [accountId, userId ?? null]);
  return { ...(await readBilledAccount(tx, accountId)), email: row?.email ?? '' };
}

/** Kinds by what they do to the sum of a payment. */
export function receiptSign(kind: ReceiptKind): bigint {
  return kind === 'receipt' ? 1n : -1n;
}
