/**
 * Limits what people without a session can cause: mails and accounts, by the network that they come from and
 * by the address that gets mail; and the invitations of an account.
 */
import { AppError } from '@kinora/shared/errors/errors';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { sha256 } from '../../platform/lib/id.ts';
import { customerNetwork } from '../../platform/lib/network/customer-network.ts';

const count = statement(
  'count_mail_requests',
  `insert into mail_requests (source)
   select $1
   where (select count(*) from mail_requests where source = $1 and asked_at > now() - interval '1 hour') < $2
   returning source`,
);
const sweep = statement(
  'sweep_mail_requests',
  `delete from mail_requests where asked_at < now() - interval '1 hour'`,
);

/** Handles requests one after the other, so that requests at the same time cannot exceed a limit. */
const lock = statement(
  'lock_mail_requests',
  `select pg_advisory_xact_lock(${keyedLocks.mailRequest}, hashtext($1))`,
);

/**
 * Mails that an address gets within an hour because somebody without a session asked for them, of each kind.
 */
const mailsPerHour = 3;
/**
 * Invitations that an account can send within an hour. Otherwise, anybody who signs up could send mail to any
 * address.
 */
const invitationsPerHour = 20;
/** How many times somebody may try to join an account within an hour, with links for any address. */
const joinsPerHour = 60;

/** Counts a request of a network. Throws AppError `sign_ups_too_many`. */
export async function countMailRequest(db: Database, address: string, perHour: number): Promise<void> {
  const isCounted = await db.transaction(tx => countFor(tx, customerNetwork(address), perHour));
  if (!isCounted) throw new AppError('sign_ups_too_many', { limit: perHour, retryAfter: 3600 });
}

/**
 * Whether an address may get one more mail of this kind. Each is counted, also of an address that gets none:
 * what is written, and with it the time of the answer, is about the same for every address.
 */
export function countMailTo(
  tx: Transaction,
  kind: 'sign_up' | 'password_reset',
  email: string,
): Promise<boolean> {
  return countFor(tx, `${kind} ${email.toLowerCase()}`, mailsPerHour);
}

/**
 * Counts an invitation that an account sends. Call it in a transaction. Throws
 * AppError `invitations_too_many`.
 */
export async function countInvitation(tx: Queryable, accountId: string): Promise<void> {
  if (!(await countFor(tx, `invitations ${accountId}`, invitationsPerHour)))
    throw new AppError('invitations_too_many', { limit: invitationsPerHour, retryAfter: 3600 });
}

/**
 * Counts a try to join an account with a link for any address, because the answer reveals whether the address
 * has a user. Throws AppError `joins_too_many`.
 */
export async function countJoin(db: Database, accountId: string): Promise<void> {
  if (!(await db.transaction(tx => countFor(tx, `joins ${accountId}`, joinsPerHour))))
    throw new AppError('joins_too_many', { limit: joinsPerHour, retryAfter: 3600 });
}

async function countFor(tx: Queryable, subject: string, perHour: number): Promise<boolean> {
  const source = sha256(subject).toString('base64url');
  await tx.query(lock, [source]);
  return (await tx.query(count, [source, perHour])).length === 1;
}

export async function sweepMailRequests(db: Queryable): Promise<void> {
  await db.query(sweep);
}
