/**
 * Credit that expires. It is spent before other credit, and that of a plan before that of a trial. When it
 * ends, the rest of it is taken back. The part that tasks in progress hold is decided when they have ended.
 */
import type { Micros } from '@kinora/shared/money';
import { formatMicros } from '@kinora/shared/money';
import type { Database, Queryable, Transaction } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';
import { lockBalance } from './debit-account.ts';
import { readGrants } from './grant-spending.ts';
import { creditAccount, insertDebit } from './ledger.ts';
import type { Grant } from './spend-grants.ts';

const insert = statement(
  'insert_credit_grant',
  `insert into credit_grants (id, account_id, kind, amount_micros, expires_at)
   values ($1, $2, $3, $4, now() + $5 * interval '1 day')
   returning expires_at`,
);
const selectDueAccounts = statement(
  'due_credit_grants',
  `select distinct account_id from credit_grants where ended_at is null and expires_at <= now() limit 100`,
);
const take = statement(
  'note_taken_credit',
  `update credit_grants
   set taken_micros = taken_micros + $2, ended_at = case when $3 then now() end
   where id = $1`,
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
  for (const { account_id: id } of await db.query<{ account_id: string }>(selectDueAccounts))
    await db.transaction(tx => expireAccountCredit(tx, id));
}

/**
 * A task that was submitted between the end of credit and this moment may have spent it. The missing amount
 * is not taken from other credit that expires.
 */
async function expireAccountCredit(tx: Transaction, accountId: string): Promise<void> {
  const available = await lockBalance(tx, accountId);
  const grants = (await readGrants(tx, accountId)).filter(({ endedAt }) => !endedAt);
  const [expiredGrants, validGrants] = [
    grants.filter(({ isOver }) => isOver),
    grants.filter(({ isOver }) => !isOver),
  ];
  let free = validGrants.reduce((rest, { leftMicros }) => rest - leftMicros, available);
  for (const { id, kind, grantedMicros, leftMicros, heldMicros, expiresAt } of expiredGrants) {
    const takenMicros = leftMicros < free ? leftMicros : free;
    if (takenMicros > 0n) {
      const reason = `${kind} credit of ${formatMicros(grantedMicros)} expired on ${expiresAt.toISOString().slice(0, 10)}`;
      await insertDebit(tx, accountId, { amountMicros: takenMicros, reason });
      free -= takenMicros;
    }
    await tx.query(take, [id, takenMicros > 0n ? takenMicros : 0n, heldMicros === 0n]);
  }
}

/**
 * What is left of the credit of a subscription that has not expired. What tasks in progress hold is not
 * left.
 */
export async function planCreditLeft(
  db: Queryable,
  { accountId, subscriptionId }: { readonly accountId: string; readonly subscriptionId: string },
): Promise<Micros> {
  return (await readGrants(db, accountId))
    .filter(grant => grant.subscriptionId === subscriptionId && !grant.isOver && !grant.endedAt)
    .reduce((sum, { leftMicros }) => sum + leftMicros, 0n);
}
