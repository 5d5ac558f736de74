/** A second customer of the same server. */
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';
import type { TestApp } from '../servers/app.ts';

const insertAccount = statement(
  'test_other_account',
  `with account as (insert into accounts (id, name, available_micros) values ($1::uuid, 'Other ' || $1::uuid, $2::bigint) returning id)
   insert into ledger_entries (account_id, kind, from_book, to_book, amount_micros, available_micros)
   select id, 'opening', 'funding', 'available', $2::bigint, $2::bigint from account`,
);

/** The app with the keys of a new account. */
export async function anotherAccount(
  kinora: TestApp,
  balanceMicros = 1_000_000_000n,
): Promise<TestApp & { accountId: string }> {
  const { db } = kinora.app;
  const accountId = newRowId();
  await db.query(insertAccount, [accountId, balanceMicros]);
  const key = async (group: string) =>
    (await createToken(db, { accountId, group, name: 'other' }))?.key ?? '';
  return { ...kinora, accountId, imageKey: await key('image'), videoKey: await key('video') };
}
