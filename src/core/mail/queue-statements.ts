/**
 * Statements by e-mail: queued when a month has begun in the time zone of the server,
 * once for each account and month.
 */
import type { Language } from '@kinora/shared/errors/errors';
import { thisMonth } from '../../platform/db/calendar.ts';
import type { Database } from '../../platform/db/open.ts';
import { readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { enqueueMail } from './mail.ts';

/** The month is noted in the transaction that queues the mails, so that a second process finds nothing. */
const selectDueMails = statement(
  'due_statements',
  `with due_accounts as (
     -- Accounts whose statement of the last month was not sent.
     select account_id from billing_details
     where mails_statement
       and (statement_month is null or statement_month < (${thisMonth} - interval '1 month')::date)
     order by account_id limit 100 for update skip locked
   ), noted_accounts as (
     -- The accounts, with the month noted, so that each statement is sent once.
     update billing_details set statement_month = (${thisMonth} - interval '1 month')::date
     from due_accounts where billing_details.account_id = due_accounts.account_id
     returning billing_details.account_id, statement_month
   )
   select noted_accounts.account_id, accounts.name, to_char(statement_month, 'YYYY-MM') as month, users.email,
     users.language
   from noted_accounts
     join accounts on accounts.id = noted_accounts.account_id
     join users on users.account_id = noted_accounts.account_id and users.disabled_at is null
       and users.role <> 'member'
   order by users.created_at, users.id`,
);

interface DueStatement {
  readonly accountId: string;
  readonly name: string;
  readonly month: string;
  readonly email: string;
  readonly language: Language;
}

export async function queueStatements(db: Database): Promise<void> {
  await db.transaction(async tx => {
    for (const { accountId, name, month, email, language } of await readRows<DueStatement>(
      tx,
      selectDueMails,
    ))
      await enqueueMail(tx, {
        kind: 'statement',
        to: email,
        language,
        data: { account: accountId, name, month },
        onceKey: `statement ${accountId} ${month} ${email}`,
      });
  });
}
