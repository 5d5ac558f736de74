/**
 * Delays sign-ins after failures. Failures are counted per network address, and per network address and email
 * address. So somebody who guesses passwords cannot lock out a user who signs in from elsewhere.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { customerNetwork } from '../../platform/lib/network/customer-network.ts';
import { sha256 } from '../../platform/lib/id.ts';

/** Failures without a delay: per network address and email address, and per network address in total. */
const freeFailuresPerEmail = 5;
const freeFailuresPerAddress = 50;
const maxWaitSeconds = 900;

/**
 * Counts an attempt as a failure before it is checked, so that simultaneous attempts cannot exceed the limit.
 */
const reserve = statement(
  'reserve_sign_in',
  `insert into sign_in_failures as known (source, failures, last_at)
   select source, 1, now() from unnest($1::text[]) source
   on conflict (source)
   do update set last_at = now(),
     failures = case when known.last_at < now() - interval '1 hour' then 1 else known.failures + 1 end
   where known.last_at < now() - interval '1 hour'
     or known.failures < (
       select free from unnest($1::text[], $2::int[]) as asked(source, free) where asked.source = known.source
     )
     or known.last_at
       + least(
         $3::float8,
         power(
           2,
           known.failures
           - (
             select free from unnest($1::text[], $2::int[]) as asked(source, free)
             where asked.source = known.source
           )
         )
       ) * interval '1 s' <= now()
   returning source`,
);
const wait = statement(
  'sign_in_wait',
  `select coalesce(
     max(ceil(extract(epoch from last_at - now()) + least($3::float8, power(2, failures - free)))), 0
   )::int as seconds
   from sign_in_failures join unnest($1::text[], $2::int[]) as asked(source, free) using (source)
   where failures >= free and last_at > now() - interval '1 hour'`,
);
const forget = statement(
  'forget_sign_in_failures',
  `with reduced_failures as (
     -- Each successful sign-in takes one failure back from the account and the address.
     update sign_in_failures set failures = greatest(0, failures - 1) where source = any($2)
   )
   delete from sign_in_failures where source = any($1)`,
);
const sweep = statement(
  'sweep_sign_in_failures',
  `delete from sign_in_failures where last_at < now() - interval '1 hour'`,
);

export interface SignInSource {
  readonly address: string;
  /** Undefined for sign-ins that do not name a user, such as with a passkey. */
  readonly email?: string;
}

/**
 * Counts an attempt as a failure. `forgetSignInFailures` reverts this after a success.
 * Throws AppError `sign_in_wait`.
 */
export async function reserveSignIn(db: Queryable, source: SignInSource): Promise<void> {
  const { one, all } = hashSources(source);
  const sources = [...one, ...all];
  const values = [sources, [...one.map(() => freeFailuresPerEmail), freeFailuresPerAddress], maxWaitSeconds];
  const reservations = await db.query(reserve, values);
  if (reservations.length === sources.length) return;
  const [row] = await db.query<{ seconds: number }>(wait, values);
  throw new AppError('sign_in_wait', { retryAfter: Math.max(1, row?.seconds ?? 1) });
}

/** Removes the failures of this user from this address after a success. Those for other users still count. */
export async function forgetSignInFailures(db: Queryable, source: SignInSource): Promise<void> {
  const { one, all } = hashSources(source);
  await db.query(forget, [one, all]);
}

export async function sweepSignInFailures(db: Queryable): Promise<void> {
  await db.query(sweep);
}

/**
 * Sources are hashed, so that the table does not reveal whose users exist. An IPv6 address counts as its /64.
 */
function hashSources({ address, email }: SignInSource): { one: string[]; all: string[] } {
  const network = customerNetwork(address);
  const hashText = (text: string) => sha256(text).toString('base64url');
  const one = email === undefined ? [] : [hashText(`${network} ${email.toLowerCase()}`)];
  return { one, all: [hashText(network)] };
}
