/** Discount codes in the database, and how often they were used. */
import type { Queryable, Transaction } from '../../../platform/db/open.ts';
import { readFirst, readRows } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';
import { newRowId, toRowId } from '../../../platform/lib/id.ts';
import type { Discount } from './discount.ts';

const columns =
  'discounts.id, code, percent_micros, discounts.amount_micros, max_uses, max_uses_of_account, note, discounts.created_at, expires_at, revoked_at';
const insert = statement(
  'insert_discount',
  `insert into discounts (
     id, code, percent_micros, amount_micros, max_uses, max_uses_of_account, note, expires_at
   )
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict do nothing
   returning ${columns}`,
);
const list = statement(
  'list_discounts',
  `select ${columns}, (select count(*)::int from discount_uses where discount_id = discounts.id) as uses
   from discounts order by created_at desc, id desc limit $1`,
);
const revoke = statement(
  'revoke_discount',
  `update discounts set revoked_at = now()
   where revoked_at is null
     and id = coalesce(
       (select id from discounts where id = $1::uuid),
       (select id from discounts where lower(code) = lower($2))
     )
   returning id`,
);
const valid = statement(
  'valid_discount',
  `select ${columns} from discounts
   where lower(code) = lower($1) and revoked_at is null and (expires_at is null or expires_at > now())`,
);
/** Payments with a code are counted one after the other. */
const lock = statement('lock_discount', `select ${columns} from discounts where id = $1 for no key update`);
/**
 * Payments that were credited with it, and those that may still be: the page of a
 * provider can be paid for a day.
 */
const uses = statement(
  'count_discount_uses',
  `with uses as (
     -- The accounts that have used the discount, or hold it with an open payment.
     select account_id from discount_uses where discount_id = $1
     union all
     select account_id from payments
     where discount_id = $1 and $3 and state in ('open', 'failed') and created_at > now() - interval '1 day'
   )
   select count(*)::int as total, count(*) filter (where account_id = $2)::int as own
   from uses`,
);
const isUsed = statement('is_discount_used', 'select from discount_uses where payment_id = $1');
const use = statement(
  'use_discount',
  'insert into discount_uses (payment_id, discount_id, account_id) values ($1, $2, $3)',
);

export type NewDiscount = Omit<Discount, 'id' | 'createdAt' | 'revokedAt'>;

/** Returns undefined if the code is taken. */
export async function createDiscount(db: Queryable, discount: NewDiscount): Promise<Discount | undefined> {
  const { code, percentMicros, amountMicros, maxUses, maxUsesOfAccount, note, expiresAt } = discount;
  const limits = [percentMicros, amountMicros, maxUses, maxUsesOfAccount].map(value => value ?? null);
  return readFirst(db, insert, [newRowId(), code, ...limits, note, expiresAt ?? null]);
}

/** Newest first. */
export async function listDiscounts(
  db: Queryable,
  limit: number,
): Promise<(Discount & { readonly uses: number })[]> {
  return readRows(db, list, [limit]);
}

/** Returns false if there is no such code, or if it was revoked. */
export async function revokeDiscount(db: Queryable, idOrCode: string): Promise<boolean> {
  return (await db.query(revoke, [toRowId(idOrCode), idOrCode])).length === 1;
}

/** Undefined if there is none, or if it was revoked or has expired. */
export async function findDiscount(db: Queryable, code: string): Promise<Discount | undefined> {
  return readFirst(db, valid, [code.trim()]);
}

/** Whether the account may use it once more. `isStarting`: payments that may still be paid count as well. */
export async function hasUseLeft(
  db: Queryable,
  { id, maxUses, maxUsesOfAccount }: Discount,
  { accountId, isStarting }: { readonly accountId: string; readonly isStarting: boolean },
): Promise<boolean> {
  const [count] = await db.query<{ total: number; own: number }>(uses, [id, accountId, isStarting]);
  const { total = 0, own: accountUses = 0 } = count ?? {};
  return total < (maxUses ?? Infinity) && accountUses < (maxUsesOfAccount ?? Infinity);
}

export async function lockDiscount(tx: Transaction, id: string): Promise<Discount | undefined> {
  return readFirst(tx, lock, [id]);
}

/** Counts a use for a payment that is credited. Returns false if none was left. A payment counts once. */
export async function useDiscount(
  tx: Transaction,
  {
    id,
    accountId,
    discountId,
  }: { readonly id: string; readonly accountId: string; readonly discountId: string },
): Promise<boolean> {
  const discount = await lockDiscount(tx, discountId);
  if ((await tx.query(isUsed, [id])).length === 1) return true;
  if (!discount || !(await hasUseLeft(tx, discount, { accountId, isStarting: false }))) return false;
  await tx.query(use, [id, discountId, accountId]);
  return true;
}
