/** How an account wants to be named on its receipts. */
import { thisMonth } from '../../../platform/db/calendar.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { readFirst } from '../../../platform/db/row.ts';
import { statement } from '../../../platform/db/statement.ts';

export interface BillingDetails {
  /** Empty: the name of the account. */
  readonly name: string;
  readonly address: string;
  readonly taxId: string;
}

export interface BillingSettings extends BillingDetails {
  /** The owners get the statement of each month by e-mail. */
  readonly mailsStatement: boolean;
}

const read = statement(
  'read_billing_details',
  'select name, address, tax_id, mails_statement from billing_details where account_id = $1',
);
const selectBilledAccount = statement(
  'read_billed_account',
  `select coalesce(nullif(billing_details.name, ''), accounts.name) as name, coalesce(address, '') as address,
     coalesce(tax_id, '') as tax_id
   from accounts left join billing_details on account_id = accounts.id
   where accounts.id = $1`,
);
const write = statement(
  'write_billing_details',
  // The first statement is that of the month in which it is turned on.
  `insert into billing_details (account_id, name, address, tax_id, mails_statement, statement_month)
   values ($1, $2, $3, $4, $5, (${thisMonth} - interval '1 month')::date)
   on conflict (account_id)
   do update set name = excluded.name, address = excluded.address, tax_id = excluded.tax_id,
     changed_at = now(),
     statement_month = case
       when billing_details.mails_statement then billing_details.statement_month
       else excluded.statement_month
     end,
     mails_statement = excluded.mails_statement`,
);

export async function readBillingDetails(db: Queryable, accountId: string): Promise<BillingSettings> {
  const none = { name: '', address: '', taxId: '', mailsStatement: false };
  return (await readFirst<BillingSettings>(db, read, [accountId])) ?? none;
}

/** Reads the billing details, with the name of the account if it wants no other one. */
export async function readBilledAccount(db: Queryable, accountId: string): Promise<BillingDetails> {
  return (
    (await readFirst<BillingDetails>(db, selectBilledAccount, [accountId])) ?? {
      name: '',
      address: '',
      taxId: '',
    }
  );
}

export async function writeBillingDetails(
  db: Queryable,
  accountId: string,
  { name, address, taxId, mailsStatement }: BillingSettings,
): Promise<void> {
  await db.query(write, [accountId, name, address, taxId, mailsStatement]);
}
