/**
 * Credit that expires. It is spent before other credit, and that of a plan before that of a trial. Nothing is
 * noted when a task is charged: what a grant has paid for follows from the charges of tasks that were
 * submitted while it was valid. When it ends, what is left of it is taken back; what tasks in progress hold
 * is decided when they have ended.
 */
import type { Micros } from '@kinora/shared/money';
import { formatMicros } from '@kinora/shared/money';
import type { Database, Queryable, Transaction } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { creditAccount, debitAccount } from './ledger.ts';
import { spendGrants, type Charge, type Grant, type GrantSpending } from './spend-grants.ts';

const insert = statement(
  'insert_credit_grant',
  `insert into credit_grants (id, account_id, kind, amount_micros, expires_at) values ($1, $2, $3, $4, now() + $5 * interval '1 day') returning expires_at`,
);
const due = statement(
  'due_credit_grants',
  `select distinct account_id from credit_grants where ended_at is null and expires_at <= now() limit 100`,
);
/** Holds and charges wait, so that nothing moves between the reading and the taking. */
const lockAccount = statement(
  'lock_account_of_grants',
  'select available_micros from accounts where id = $1 for no key update',
);
/** All that overlap in time with one that has not ended. */
const grantsOf = statement(
  'credit_grants_of',
  `select id, kind, amount_micros, created_at, expires_at, taken_micros, ended_at, expires_at <= now() as is_over, subscription_id from credit_grants
   where account_id = $1 and expires_at > (select min(created_at) from credit_grants where account_id = $1 and ended_at is null)`,
);
/**
 * Each task that was submitted since the first of them, with what it was charged or,
 * while it runs, what it holds.
 */
const chargesOf = statement(
  'charges_for_grants',
  `select held.created_at as at, coalesce(settled.amount_micros, held.amount_micros) as amount_micros, settled.id is null as is_open
   from ledger_entries held
   left join ledger_entries settled on settled.task_id = held.task_id and settled.kind = 'settle' and settled.round = held.round
   where held.account_id = $1 and held.kind = 'hold' and held.created_at >= $2
     and not exists (select from ledger_entries released
       where released.task_id = held.task_id and released.kind = 'release' and released.round = held.round and settled.id is null)
   order by held.created_at, held.id`,
);
const take = statement(
  'note_taken_credit',
  `update credit_grants set taken_micros = taken_micros + $2, ended_at = case when $3 then now() end where id = $1`,
);

export interface NewGrant {
  readonly kind: Grant['kind'];
  readonly amountMicros: Micros;
  /** Days until it expires. 0 means never. */
  readonly days: number;
}

/** Credits an account with credit that may expire. Call it in a transaction. */
export async function grantCredit(
  tx: Transaction,
  accountId: string,
  { kind, amountMicros, days }: NewGrant,
): Promise<void> {
  const [grant] =
    days > 0
      ? await tx.query<{ expires_at: Date }>(insert, [newRowId(), accountId, kind, amountMicros, days])
      : [];
  const end = grant ? `, expires on ${grant.expires_at.toISOString().slice(0, 10)}` : '';
  await creditAccount(tx, accountId, { kind: 'opening', amountMicros, reason: `${kind} credit${end}` });
}

/** Takes back what is left of grants that have ended. */
export async function expireCredit(db: Database): Promise<void> {
  for (const { account_id: id } of await db.query<{ account_id: string }>(due))
    await db.transaction(tx => expireCreditOf(tx, id));
}

interface GrantRow extends Grant {
  readonly takenMicros: bigint;
  readonly endedAt: Date | undefined;
  readonly isOver: boolean;
  readonly subscriptionId: string | undefined;
}

async function expireCreditOf(tx: Transaction, accountId: string): Promise<void> {
  const [account] = await tx.query<{ available_micros: bigint }>(lockAccount, [accountId]);
  const { grants, spent } = await readSpending(tx, accountId);
  let available = account?.available_micros ?? 0n;
  for (const { id, amountMicros, takenMicros, endedAt, isOver, kind, expiresAt } of grants) {
    if (endedAt || !isOver) continue;
    const { spentMicros, heldMicros } = spent.get(id) ?? { spentMicros: 0n, heldMicros: 0n };
    const left = amountMicros - spentMicros - heldMicros - takenMicros;
    const taken = left < 0n ? 0n : left < available ? left : available;
    if (taken > 0n) {
      const reason = `${kind} credit of ${formatMicros(amountMicros)} expired on ${expiresAt.toISOString().slice(0, 10)}`;
      await debitAccount(tx, accountId, { amountMicros: taken, reason });
    }
    available -= taken;
    await tx.query(take, [id, taken, heldMicros === 0n]);
  }
}

/**
 * The grants that have not ended and those that overlap with them, with what each has paid for. There are
 * none if another process was faster.
 */
async function readSpending(
  db: Queryable,
  accountId: string,
): Promise<{ grants: readonly GrantRow[]; spent: ReadonlyMap<string, GrantSpending> }> {
  const grants = await readRows<GrantRow>(db, grantsOf, [accountId]);
  if (grants.length === 0) return { grants, spent: new Map() };
  const since = new Date(Math.min(...grants.map(grant => grant.createdAt.getTime())));
  const charges = await readRows<Charge>(db, chargesOf, [accountId, since]);
  return { grants, spent: spendGrants(grants, charges) };
}

/**
 * What is left of the credit of a subscription that has not expired. What tasks in progress hold is not left.
 */
export async function planCreditLeft(
  db: Queryable,
  { accountId, subscriptionId }: { readonly accountId: string; readonly subscriptionId: string },
): Promise<Micros> {
  const { grants, spent } = await readSpending(db, accountId);
  return grants
    .filter(grant => grant.subscriptionId === subscriptionId && !grant.isOver && !grant.endedAt)
    .map(({ id, amountMicros, takenMicros }) => {
      const { spentMicros = 0n, heldMicros = 0n } = spent.get(id) ?? {};
      const left = amountMicros - takenMicros - spentMicros - heldMicros;
      return left > 0n ? left : 0n;
    })
    .reduce((sum, left) => sum + left, 0n);
}
