/**
 * Challenges: pending sign-ins with a passkey or at a provider. Each can be completed once, within a short
 * time. Only its id leaves the server.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId } from '../../platform/lib/id.ts';

export type ChallengeKind = 'passkey_registration' | 'passkey_sign_in' | 'open_id' | 'proof_of_work';

export const challengeSeconds = 300;

/**
 * Anybody may start a sign-in, so each new challenge deletes up to two expired ones. Ids sort by
 * creation time and all challenges have the same lifetime, so those that expire first have the lowest
 * ids and are found without a scan.
 */
const insert = statement(
  'insert_challenge',
  `with oldest_challenges as (
     -- Two rows at most, so that no request pays for all that have expired.
     select id from challenges order by id limit 2 for update skip locked
   ), deleted_challenges as (
     -- Those of them that have expired.
     delete from challenges
     using oldest_challenges
     where challenges.id = oldest_challenges.id and expires_at < now()
   )
   insert into challenges (id, kind, user_id, data, expires_at)
   values ($1, $2, $3, $4::jsonb, now() + $5 * interval '1 second')`,
);
/** Reads and deletes the challenge in one statement, so that it can be used only once. */
const consume = statement(
  'consume_challenge',
  `delete from challenges where id = $1 and kind = $2 and user_id is not distinct from $3::uuid
   returning data, expires_at > now() as is_live`,
);

export interface ChallengeOwner {
  readonly kind: ChallengeKind;
  /** Undefined if no user was signed in. */
  readonly userId?: string;
}

/** Stores a challenge and returns its id. `consumeChallenge` returns `data`. */
export async function createChallenge(
  db: Queryable,
  { kind, userId }: ChallengeOwner,
  data: Readonly<Record<string, string>>,
): Promise<string> {
  const id = newRowId();
  await db.query(insert, [id, kind, userId ?? null, JSON.stringify(data), challengeSeconds]);
  return id;
}

/**
 * Deletes a challenge and returns its data. Returns undefined if it is unknown, has another owner, was used
 * or has expired. `id` is a UUID.
 */
export async function consumeChallenge(
  db: Queryable,
  id: string,
  { kind, userId }: ChallengeOwner,
): Promise<Readonly<Record<string, string>> | undefined> {
  const values = [id, kind, userId ?? null];
  const [row] = await db.query<{ data: Record<string, string>; is_live: boolean }>(consume, values);
  return row?.is_live ? row.data : undefined;
}
