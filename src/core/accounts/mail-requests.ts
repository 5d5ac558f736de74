/** Limits what people without a session can cause: mails and accounts, by the network that they come from and by the address that gets mail. */
import { AppError } from '@kinora/shared/errors/errors';
import { keyedLocks } from '../../platform/db/advisory-locks.ts';
import type { Database, Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { sha256 } from '../../platform/lib/id.ts';
import { customerNetwork } from '../../platform/lib/network/customer-network.ts';

const count = statement(
  'count_mail_requests',
  `insert into mail_requests (source) select $1
   where (select count(*) from mail_requests where source = $1 and asked_at > now() - interval '1 hour') < $2 returning source`,
);
const sweep = statement(
  'sweep_mail_requests',
  `delete from mail_requests where asked_at < now() - interval '1 hour'`,
);

/** Counts a request of a network. Throws AppError `sign_ups_too_many`. */
export async function countMailRequest(db: Database, address: string, perHour: number): Promise<void> {
  const source = sha256(customerNetwork(address)).toString('base64url');
  // One after the other, so that requests at the same time cannot exceed the limit.
  const lock = [Number(keyedLocks.mailRequest), source] as const;
  const counted = await db.transaction(tx => tx.query(count, [source, perHour]), { lock });
  if (counted.length === 0) throw new AppError('sign_ups_too_many', { limit: perHour, retryAfter: 3600 });
}

export async function sweepMailRequests(db: Queryable): Promise<void> {
  await db.query(sweep);
}
