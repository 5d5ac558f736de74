/** The statements of the sender, and what operators see of the queue. */
import type { Language } from '@kinora/shared/errors/errors';
import type { Queryable, Transaction } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import type { MailKind } from './mail.ts';

/**
 * `unknown`: the mail server was given the mail and did not answer, or the process ended
 * meanwhile. It is not sent again.
 */
export const mailStates = ['queued', 'sending', 'sent', 'failed', 'unknown'] as const;
export type MailState = (typeof mailStates)[number];

export interface QueuedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly language: Language;
  readonly data: unknown;
  readonly tries: number;
}

export interface MailRow {
  readonly id: string;
  readonly kind: MailKind;
  readonly recipient: string;
  readonly state: MailState;
  readonly tries: number;
  readonly error: string | undefined;
  readonly createdAt: Date;
  readonly changedAt: Date;
}

const take = statement(
  'take_mail',
  `update mails set state = 'sending', tries = tries + 1, changed_at = now()
   where id = (
     select id from mails
     where state = 'queued' and due_at <= now() and kind = any($1::text[])
     order by due_at limit 1 for update skip locked
   )
   returning id, kind, recipient, language, data, tries`,
);
const note = statement(
  'note_mail',
  `update mails
   set state = $2, error = $3, due_at = now() + $4::int * interval '1 s', changed_at = now()
   where id = $1 and state = 'sending'`,
);
/** A process that takes longer than this to send a mail has ended. */
const giveUp = statement(
  'give_up_mails',
  `update mails set state = 'unknown', error = 'the process ended while it was sent', changed_at = now()
   where state = 'sending' and changed_at < now() - interval '5 minutes'`,
);
/** Drops mail that is out of date: no mail server was configured, or it could not be reached for a day. */
const drop = statement(
  'drop_old_mails',
  `update mails
   set state = 'failed', error = coalesce(error, 'it could not be sent within a day'), changed_at = now()
   where state = 'queued' and created_at < now() - interval '1 day'`,
);
/** Addresses are personal data, so mails are kept for a month only. */
const sweep = statement('sweep_mails', `delete from mails where created_at < now() - interval '30 days'`);
const list = statement(
  'list_mails',
  `select id, kind, recipient, state, tries, error, created_at, changed_at from mails
   where $1::text is null or state = $1 order by created_at desc limit $2`,
);
/**
 * Takes the mail that is due first, of the kinds that this version can send. Returns undefined if there is
 * none.
 */
export async function takeMail(tx: Transaction, kinds: readonly MailKind[]): Promise<QueuedMail | undefined> {
  return readFirst(tx, take, [kinds]);
}

export interface MailOutcome {
  readonly state: Exclude<MailState, 'sending'>;
  readonly error?: string;
  /** Seconds until a queued mail is due again. */
  readonly delaySeconds?: number;
}

export async function noteMail(
  db: Queryable,
  id: string,
  { state, error, delaySeconds }: MailOutcome,
): Promise<void> {
  await db.query(note, [id, state, error ?? null, delaySeconds ?? 0]);
}

export async function sweepMails(db: Queryable): Promise<void> {
  await db.query(giveUp);
  await db.query(drop);
  await db.query(sweep);
}

export async function listMails(
  db: Queryable,
  { state, limit }: { readonly state: MailState | undefined; readonly limit: number },
): Promise<MailRow[]> {
  return readRows(db, list, [state ?? null, limit]);
}
