/** How an account wants to be named on its receipts. */
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';

export interface BillingDetails {
  /** Empty: the name of the account. */
  readonly name: string;
  readonly address: string;
  readonly taxId: string;
}

const read = statement(
  'read_billing_details',
  'select name, address, tax_id from billing_details where account_id = $1',
);
const named = statement(
  'read_billed_account',
  `select coalesce(nullif(billing_details.name, ''), accounts.name) as name, coalesce(address, '') as address, coalesce(tax_id, '') as tax_id
   from accounts left join billing_details on account_id = accounts.id where accounts.id = $1`,
);
const write = statement(
  'write_billing_details',
  `insert into billing_details (account_id, name, address, tax_id) values ($1, $2, $3, $4)
   on conflict (account_id) do update set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id, changed_at = now()`,
);

export async function readBillingDetails(db: Queryable, accountId: string): Promise<BillingDetails> {
  return (await readFirst<BillingDetails>(db, read, [accountId])) ?? { name: '', address: '', taxId: '' };
}

/** The same with the name of the account if it wants no other one. */
export async function readBilledAccount(db: Queryable, accountId: string): Promise<BillingDetails> {
  return (await readFirst<BillingDetails>(db, named, [accountId])) ?? { name: '', address: '', taxId: '' };
}

export async function writeBillingDetails(
  db: Queryable,
  accountId: string,
  { name, address, taxId }: BillingDetails,
): Promise<void> {
  await db.query(write, [accountId, name, address, taxId]);
}
