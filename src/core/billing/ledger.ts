/**
 * Payments, adjustments, refunds and redemptions, and the reads of the ledger. Holds, settlements and
 * releases are written with their tasks (tasks/submit/submit-task.ts, tasks/work/finish-task.ts). Entries
 * are never changed. A mistake is corrected by another entry.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { indexedStatement, statement } from '../../platform/db/statement.ts';
import type { Micros } from '@kinora/shared/money';

export const entryKinds = [
  'opening',
  'top_up',
  'redeem',
  'adjust',
  'hold',
  'settle',
  'release',
  'refund',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export interface Entry {
  readonly id: bigint;
  readonly accountId: string;
  readonly createdAt: Date;
  readonly kind: EntryKind;
  readonly fromBook: string;
  readonly toBook: string;
  readonly amountMicros: Micros;
  /**
   * The available balance of the account after the entry, or after all entries that were written together.
   */
  readonly availableMicros: Micros | undefined;
  /** The task's public id. */
  readonly task: string | undefined;
  readonly model: string | undefined;
  /** The beginning of the task's prompt. Undefined without a task, or if the task was deleted. */
  readonly prompt: string | undefined;
  readonly priceVersion: string | undefined;
  readonly tokenId: string | undefined;
  readonly tokenName: string | undefined;
  readonly userId: string | undefined;
  readonly reason: string | undefined;
}

/** The reason for an entry and the user who created it. */
export interface EntryReason {
  readonly reason: string;
  readonly userId?: string | undefined;
}

/** $1 account, $2 amount, $3 reason, $4 user, $5 kind. */
const credit = statement(
  'credit_account',
  `with account as (
     -- The account, with the payment added.
     update accounts set available_micros = available_micros + $2::bigint
     where id = $1::uuid
     returning id, available_micros
   )
   insert into ledger_entries (
     account_id, kind, from_book, to_book, amount_micros, reason, user_id, available_micros
   )
   select id, $5::text, 'funding', 'available', $2::bigint, $3::text, $4::uuid, available_micros
   from account
   returning id`,
);
/** Changes nothing if the available balance is lower. */
const debit = statement(
  'debit_account',
  `with account as (
     -- The account, if it has as much available.
     update accounts set available_micros = available_micros - $2::bigint
     where id = $1::uuid and available_micros >= $2::bigint
     returning id, available_micros
   )
   insert into ledger_entries (
     account_id, kind, from_book, to_book, amount_micros, reason, user_id, available_micros
   )
   select id, 'adjust', 'available', 'funding', $2::bigint, $3::text, $4::uuid, available_micros
   from account
   returning id`,
);
/** Refunds at most the charge, and only once, because entries are unique by task and kind. */
const refund = statement(
  'refund_task',
  `with task as (
     -- The task, if that much of its charge is left to be refunded.
     select id, account_id, token_id, price_version, charged_micros
     from tasks
     where public_id = $1
       and phase = 'succeeded'
       and coalesce($2::bigint, charged_micros) between 1 and charged_micros
       and not exists (select from ledger_entries where task_id = tasks.id and kind = 'refund')
     for update
   ), account as (
     -- The account, with the refund added.
     update accounts
     set available_micros = available_micros + coalesce($2::bigint, charged_micros)
     from task where accounts.id = task.account_id
     returning accounts.id, available_micros
   )
   insert into ledger_entries (
     account_id, kind, from_book, to_book, amount_micros, task_id, token_id, price_version, reason, user_id,
     available_micros
   )
   select account.id, 'refund', 'revenue', 'available', coalesce($2::bigint, charged_micros), task.id,
     token_id, price_version, $3::text, $4::uuid, account.available_micros
   from task, account
   returning account_id, amount_micros`,
);
const lockTask = statement('lock_task', 'select id from tasks where public_id = $1 for update');
/** Reads the charge for the error of a refund that is not possible. */
const selectCharge = statement(
  'charged_task',
  `select coalesce(charged_micros, 0) as charged_micros,
     exists (select from ledger_entries where task_id = tasks.id and kind = 'refund') as is_refunded
   from tasks where public_id = $1`,
);
const redeem = statement(
  'redeem_code',
  `with redeemed_code as (
     -- The code, if it can still be redeemed.
     update codes set redeemed_at = now(), redeemed_by = $2::uuid
     where code_hash = $1
       and redeemed_at is null
       and revoked_at is null
       and (expires_at is null or expires_at > now())
     returning id, amount_micros
   ), account as (
     -- The account, with the value of the code added.
     update accounts set available_micros = available_micros + amount_micros
     from redeemed_code where accounts.id = $2::uuid
     returning accounts.id, available_micros
   )
   insert into ledger_entries (
     account_id, kind, from_book, to_book, amount_micros, user_id, code_id, available_micros
   )
   select account.id, 'redeem', 'funding', 'available', amount_micros, $3::uuid, redeemed_code.id,
     available_micros
   from redeemed_code, account
   returning amount_micros`,
);
/** $1 account, $2 from, $3 to, $4 kinds, $5 task, $6 token, $7 last entry of the previous page, $8 limit. */
const entriesWhere = (condition: string, order: string) =>
  `select entries.id, entries.account_id, entries.created_at, kind, from_book, to_book, entries.amount_micros,
     available_micros, public_id as task, model, entries.price_version, entries.token_id,
     tokens.name as token_name, entries.user_id, reason,
     case when tasks.deleted_at is null then left(tasks.prompt, 80) end as prompt
   from ledger_entries entries
     left join tasks on tasks.id = task_id
     left join tokens on tokens.id = entries.token_id
   where ${condition}
     and entries.created_at >= coalesce($2::timestamptz, '-infinity')
     and entries.created_at < coalesce($3::timestamptz, 'infinity')
     and ($4::text[] is null or kind = any($4))
     and ($6::uuid is null or entries.token_id = $6)
   order by ${order} limit $8`;
/** A condition that an index can use, whether there is a previous page or not. */
const isOnPage = 'entries.id < coalesce($7::bigint, 9223372036854775807)';
/**
 * A statement for each access path, so that each has its own plan. Those of an account and of a
 * task always use the same index.
 */
const entriesOf = {
  all: statement(
    'list_entries',
    entriesWhere(`$1::uuid is null and $5::text is null and ${isOnPage}`, 'entries.id desc'),
  ),
  // Ordered by time, so that one index finds any page of any period. Within an account, times
  // and ids have the same order.
  account: indexedStatement(
    'list_entries_of_account',
    entriesWhere(
      `entries.account_id = $1::uuid and $5::text is null
         and (entries.created_at, entries.id) < (
           coalesce((select created_at from ledger_entries where id = $7::bigint), 'infinity'),
           coalesce($7::bigint, 0)
         )`,
      'entries.created_at desc, entries.id desc',
    ),
  ),
  task: indexedStatement(
    'list_entries_of_task',
    entriesWhere(
      `($1::uuid is null or entries.account_id = $1)
         and entries.task_id = (select id from tasks where public_id = $5) and ${isOnPage}`,
      'entries.id desc',
    ),
  ),
};
const selectEntry = statement(
  'entry_of',
  'select from ledger_entries where id = $1 and ($2::uuid is null or account_id = $2)',
);
const balance = statement('balance', 'select available_micros, held_micros from accounts where id = $1');

/**
 * Credits an account. `opening`: starting credit, which was not paid for. `top_up`: a payment.
 * `adjust`: a correction upwards.
 */
export async function creditAccount(
  db: Queryable,
  accountId: string,
  {
    kind,
    amountMicros,
    reason,
    userId,
  }: EntryReason & { kind: 'opening' | 'top_up' | 'adjust'; amountMicros: Micros },
): Promise<boolean> {
  return (await db.query(credit, [accountId, amountMicros, reason, userId ?? null, kind])).length === 1;
}

/**
 * Lowers a balance, without regard to credit that expires: `debitAccount` is what lowers it otherwise.
 * Returns the id of the entry. Returns undefined, and changes nothing, if the available balance is lower.
 */
export async function insertDebit(
  db: Queryable,
  accountId: string,
  { amountMicros, reason, userId }: EntryReason & { amountMicros: Micros },
): Promise<bigint | undefined> {
  const values = [accountId, amountMicros, reason, userId ?? null];
  return (await db.query<{ id: bigint }>(debit, values))[0]?.id;
}

/**
 * Refunds a charge or part of it. Returns undefined if less was charged, or if it was already
 * refunded. Call it in a transaction.
 */
export async function refundTask(
  db: Queryable,
  task: string,
  { amountMicros, reason, userId }: EntryReason & { amountMicros?: Micros | undefined },
): Promise<{ accountId: string; amountMicros: Micros } | undefined> {
  // Locks in a separate statement, so that the next one sees what the previous holder of the lock wrote.
  await db.query(lockTask, [task]);
  const values = [task, amountMicros ?? null, reason, userId ?? null];
  return readFirst(db, refund, values);
}

/** The charge of a task, and whether it was refunded. Undefined if the task does not exist. */
export async function readCharge(
  db: Queryable,
  task: string,
): Promise<{ chargedMicros: Micros; isRefunded: boolean } | undefined> {
  return readFirst(db, selectCharge, [task]);
}

/**
 * Redeems a code and returns its value. Undefined if the code does not exist, or was
 * redeemed, revoked or is expired.
 */
export async function redeemCode(
  db: Queryable,
  codeHash: Buffer,
  { accountId, userId }: { accountId: string; userId?: string | undefined },
): Promise<Micros | undefined> {
  const [row] = await db.query<{ amount_micros: bigint }>(redeem, [codeHash, accountId, userId ?? null]);
  return row?.amount_micros;
}

export interface EntryFilter {
  /** Undefined means all accounts. */
  readonly accountId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly task?: string | undefined;
  readonly tokenId?: string | undefined;
  /** The id of the last entry of the previous page. It must exist. */
  readonly before?: bigint | undefined;
  readonly limit: number;
}

/** The entries that match the filter, newest first. */
export async function listEntries(db: Queryable, filter: EntryFilter): Promise<Entry[]> {
  const { accountId, from, to, kinds, task, tokenId, before, limit } = filter;
  const accessPath = task !== undefined ? 'task' : accountId !== undefined ? 'account' : 'all';
  const values = [accountId, from, to, kinds, task, tokenId, before, limit].map(value => value ?? null);
  return readRows(db, entriesOf[accessPath], values);
}

/** Whether an entry with this id exists: in the account, or in any if none is given. */
export async function hasEntry(db: Queryable, id: bigint, accountId: string | undefined): Promise<boolean> {
  return (await db.query(selectEntry, [id, accountId ?? null])).length === 1;
}

export async function readBalance(
  db: Queryable,
  accountId: string,
): Promise<{ availableMicros: Micros; heldMicros: Micros } | undefined> {
  return readFirst(db, balance, [accountId]);
}
