/**
 * Checks credit that expires against the ledger: no account has less than what is left of it, and no more
 * expired than was left.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { readAllGrants, type GrantBalance } from './grant-spending.ts';

/** Few enough that the charges of all of them fit into memory. */
const accountsAtOnce = 1000;

const accounts = statement(
  'accounts_with_grants',
  'select distinct account_id from credit_grants where account_id > $1 order by account_id limit $2',
);
/** What is taken before the end of credit is taken by one entry, and is at most its amount. */
const entries = statement(
  'reconcile_withdrawals',
  `select entry_id
   from credit_withdrawals join ledger_entries on ledger_entries.id = entry_id
   group by entry_id, ledger_entries.amount_micros, from_book, to_book
   having sum(credit_withdrawals.amount_micros) > ledger_entries.amount_micros
     or from_book <> 'available'
     or to_book <> 'funding'`,
);
/**
 * What a plan had paid for counts against other credit from when its payment went back, also against credit
 * that had expired by then.
 */
const selectReturnedPlans = statement(
  'accounts_with_returned_plans',
  `select distinct account_id from payments where account_id = any($1::uuid[])
     and subscription_id is not null and state in ('refunded', 'disputed')`,
);

/** One sentence for each difference. */
export async function reconcileGrants(db: Queryable): Promise<string[]> {
  const wrongEntries = await db.query<{ entry_id: bigint }>(entries);
  const problems = wrongEntries.map(
    ({ entry_id: id }) => `Ledger entry ${id}: more credit was withdrawn by it than its amount.`,
  );
  let lastId = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await db.query<{ account_id: string }>(accounts, [lastId, accountsAtOnce]);
    const ids = page.map(({ account_id: id }) => id);
    if (ids.length === 0) return problems;
    const rows = await db.query<{ account_id: string }>(selectReturnedPlans, [ids]);
    const returnedPlans = new Set(rows.map(({ account_id: id }) => id));
    for (const [id, grants] of await readAllGrants(db, ids)) {
      problems.push(...checkBalance(id, grants));
      if (!returnedPlans.has(id)) problems.push(...grants.flatMap(checkExpiry));
    }
    lastId = ids.at(-1) ?? lastId;
  }
}

function checkBalance(accountId: string, grants: readonly GrantBalance[]): string[] {
  const remainingMicros = grants
    .filter(({ isOver, endedAt }) => !isOver && !endedAt)
    .reduce((sum, { leftMicros }) => sum + leftMicros, 0n);
  const available = grants[0]?.availableMicros ?? 0n;
  return remainingMicros > available
    ? [
        `Account ${accountId} has ${available} available, but ${remainingMicros} is left of its credit that expires.`,
      ]
    : [];
}

function checkExpiry({ id, accountId, amountMicros, takenMicros, spentMicros }: GrantBalance): string[] {
  const remainingMicros = amountMicros - spentMicros;
  return takenMicros > remainingMicros
    ? [`Credit ${id} of account ${accountId}: ${takenMicros} expired, but ${remainingMicros} was left of it.`]
    : [];
}
