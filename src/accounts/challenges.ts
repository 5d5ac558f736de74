/** Challenges: sign-ins started with a passkey or at a provider, which must be completed soon and once. Only the id leaves the server. */
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { newRowId } from '../lib/id.ts';

export type ChallengeKind = 'passkey_registration' | 'passkey_sign_in' | 'open_id';

export const challengeSeconds = 300;

/**
 * Anybody may start a sign-in, so each new challenge deletes two that expired. Ids sort by time and all challenges live equally
 * long, so the ones that expire first have the lowest ids, and no scan is needed to find them.
 */
const insert = statement(
  'insert_challenge',
  `with oldest as (select id from challenges order by id limit 2 for update skip locked),
   swept as (delete from challenges using oldest where challenges.id = oldest.id and expires_at < now())
   insert into challenges (id, kind, user_id, data, expires_at)
   values ($1, $2, $3, $4::jsonb, now() + $5 * interval '1 second')`,
);
/** Reads and deletes the challenge in one statement, so that it can be used only once. */
const take = statement(
  'take_challenge',
  `delete from challenges where id = $1 and kind = $2 and user_id is not distinct from $3::uuid
   returning data, expires_at > now() as is_live`,
);

export interface ChallengeOwner {
  readonly kind: ChallengeKind;
  /** Undefined if nobody was signed in. */
  readonly userId?: string;
}

/** Stores a challenge and returns its id. `takeChallenge` returns `data`. */
export async function beginChallenge(
  db: Queryable,
  { kind, userId }: ChallengeOwner,
  data: Readonly<Record<string, string>>,
): Promise<string> {
  const id = newRowId();
  await db.query(insert, [id, kind, userId ?? null, JSON.stringify(data), challengeSeconds]);
  return id;
}

/** Returns the data of a challenge and deletes it. Undefined if it is unknown, belongs to another owner, was used or has expired. `id` is a UUID. */
export async function takeChallenge(
  db: Queryable,
  id: string,
  { kind, userId }: ChallengeOwner,
): Promise<Readonly<Record<string, string>> | undefined> {
  const values = [id, kind, userId ?? null];
  const [row] = await db.query<{ data: Record<string, string>; is_live: boolean }>(take, values);
  return row?.is_live ? row.data : undefined;
}
