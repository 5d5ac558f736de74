/**
 * Mail that is queued in the transaction whose event it reports, and sent afterwards. A queued mail holds no
 * secret: `data` has the values of its texts, and a link is made when the mail is sent.
 */
import type { Language } from '@kinora/shared/errors/errors';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';

/** The values of the texts of each kind of mail. All are texts for people, or ids of rows. */
export interface MailData {
  /** Somebody asked to sign up with an address that has no user. */
  sign_up: { readonly referral?: string | undefined; readonly plan?: string | undefined };
  /** Somebody asked to sign up with an address that has a user. */
  sign_up_known: { readonly plan?: string | undefined };
  password_reset: { readonly user: string };
  invitation: { readonly invitation: string; readonly by: string; readonly account: string };
  payment_received: {
    readonly credit: string;
    readonly paid: string;
    readonly payment: string;
    /** What was paid for, with the days of its period. Absent for credit. */
    readonly plan?: { readonly plan: string; readonly from: string; readonly until: string };
  };
  payment_failed: { readonly credit: string; readonly payment: string };
  statement: { readonly account: string; readonly name: string; readonly month: string };
  plan_payment_failed: { readonly plan: string; readonly price: string };
  balance_low: { readonly account: string; readonly balance: string; readonly threshold: string };
  cap_reached: {
    readonly token: string;
    readonly cap: 'total' | 'day' | 'month';
    readonly spent: string;
    readonly limit: string;
  };
  engine_unavailable: { readonly engine: string; readonly since: string; readonly reason: string };
  engine_available: { readonly engine: string; readonly since: string };
  test: Record<string, never>;
}
export type MailKind = keyof MailData;

export interface NewMail<Kind extends MailKind> {
  readonly kind: Kind;
  readonly to: string;
  readonly language: Language;
  readonly data: MailData[Kind];
  /** A second mail with the same key is not queued. */
  readonly onceKey?: string;
}

const insert = statement(
  'insert_mail',
  `insert into mails (id, kind, recipient, language, data, once_key)
   values ($1, $2, lower($3), $4, $5::jsonb, $6)
   on conflict do nothing`,
);
const insertReset = statement(
  'insert_password_reset_mail',
  `insert into mails (id, kind, recipient, language, data)
   select $1, 'password_reset', email, $3, jsonb_build_object('user', id)
   from users where email = lower($2) and disabled_at is null`,
);

/** Queues a mail. Call it in the transaction of the event. */
export async function enqueueMail<Kind extends MailKind>(
  tx: Queryable,
  { kind, to, language, data, onceKey }: NewMail<Kind>,
): Promise<void> {
  await tx.query(insert, [newRowId(), kind, to, language, JSON.stringify(data), onceKey ?? null]);
}

/**
 * Queues a mail with a password reset link, if the address has a user. The same statement runs for every
 * address, so that the time of the answer does not reveal which ones have a user.
 */
export async function enqueuePasswordReset(
  tx: Queryable,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  await tx.query(insertReset, [newRowId(), email, language]);
}
