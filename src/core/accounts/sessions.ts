/** Sessions of signed-in users: an opaque secret in a cookie, stored hashed, that can be listed and ended. */
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst, readRows } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';
import { newRowId, newSecret, sha256, toRowId } from '../../platform/lib/id.ts';
import { userColumns, type User } from './users.ts';

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
}

export const sessionDays = 30;
const maxUserAgentLength = 300;

const columns = 'id, user_id, address, user_agent, created_at, last_used_at, expires_at';
const insert = statement(
  'insert_session',
  `insert into sessions (id, user_id, secret_hash, address, user_agent, expires_at)
   values ($1, $2, $3, $4, $5, now() + $6 * interval '1 day')`,
);
/** Finds a session by its secret and records its use once a minute. */
const bySecret = statement(
  'session_by_secret',
  `with used_session as (
     -- The session, whose last use is noted once a minute.
     update sessions set last_used_at = now()
     where secret_hash = $1 and last_used_at < now() - interval '1 minute' and expires_at > now()
   )
   select sessions.id as session_id, ${userColumns}
   from sessions join users on users.id = user_id
   where secret_hash = $1 and sessions.expires_at > now() and disabled_at is null`,
);
const ofUser = statement(
  'list_sessions',
  `select ${columns} from sessions where user_id = $1 and expires_at > now() order by created_at desc`,
);
const end = statement('end_session', 'delete from sessions where id = $1 and user_id = $2 returning id');
const endOthers = statement('end_sessions', 'delete from sessions where user_id = $1 and id <> $2');
const live = statement(
  'live_session',
  `select ${userColumns} from sessions join users on users.id = user_id
   where sessions.id = $1 and sessions.expires_at > now() and disabled_at is null`,
);
const recent = statement(
  'recent_session',
  `select from sessions where id = $1 and created_at > now() - $2 * interval '1 minute'`,
);
const sweep = statement('sweep_sessions', 'delete from sessions where expires_at < now()');

/** Creates a session and returns its secret, which is only stored in the cookie. */
export async function createSession(
  db: Queryable,
  { userId, address, userAgent }: Pick<Session, 'userId' | 'address' | 'userAgent'>,
): Promise<string> {
  const secret = `ks_${newSecret()}`;
  const shortUserAgent = userAgent.slice(0, maxUserAgentLength);
  await db.query(insert, [newRowId(), userId, sha256(secret), address, shortUserAgent, sessionDays]);
  return secret;
}

export interface UserSession {
  readonly sessionId: string;
  readonly user: User;
}

export async function findSession(db: Queryable, secret: string): Promise<UserSession | undefined> {
  const row = await readFirst<User & { sessionId: string }>(db, bySecret, [sha256(secret)]);
  if (!row) return undefined;
  const { sessionId, ...user } = row;
  return { sessionId, user };
}

/** The user of a session. Returns undefined if the session has ended. */
export async function sessionUser(db: Queryable, sessionId: string): Promise<User | undefined> {
  return readFirst(db, live, [sessionId]);
}

/** Whether the session began within the last `minutes`. */
export async function isRecentSession(db: Queryable, id: string, minutes: number): Promise<boolean> {
  return (await db.query(recent, [id, minutes])).length === 1;
}

export async function listSessions(db: Queryable, userId: string): Promise<Session[]> {
  return readRows(db, ofUser, [userId]);
}

/** Ends a session. Returns false if the user has no such session. */
export async function endSession(db: Queryable, id: string, userId: string): Promise<boolean> {
  return (await db.query(end, [toRowId(id), userId])).length === 1;
}

/** Ends all sessions of the user except this one. */
export async function endOtherSessions(db: Queryable, userId: string, sessionId: string): Promise<void> {
  await db.query(endOthers, [userId, sessionId]);
}

export async function sweepSessions(db: Queryable): Promise<void> {
  await db.query(sweep);
}
