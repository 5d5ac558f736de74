/** Requires a signed-in user to authenticate again before a change that outlasts the session. */
import { isPassword } from '../../core/accounts/passwords.ts';
import { isRecentSession } from '../../core/accounts/sessions.ts';
import { forgetSignInFailures, reserveSignIn } from '../../core/accounts/sign-in-failures.ts';
import { findUserToSignIn, type User } from '../../core/accounts/users.ts';
import type { Database } from '../../platform/db/open.ts';
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import type { Call } from '../http/route.ts';
import { findActor } from '../http/auth/session-cookie.ts';

/** Maximum age of a session that replaces the password of a user without one. */
const recentMinutes = 10;

export interface Proof {
  /** The current password. Undefined or empty if none was given. */
  readonly password: string | undefined;
  /** The field of the request that contains it. */
  readonly param: string;
}

/**
 * Checks the current password or, for a user without one, a sign-in within the last ten minutes. Throws
 * AppError `session_missing`, `field_invalid`, `sign_in_failed`, `sign_in_wait` or `reauthentication_needed`.
 */
export async function reauthenticate(
  { db }: { readonly db: Database },
  { request }: Pick<Call, 'request'>,
  { password, param }: Proof,
): Promise<{ readonly user: User; readonly sessionId: string }> {
  const actor = await findActor(db, request);
  const credentials = actor && (await findUserToSignIn(db, actor.name));
  if (!credentials) throw new AppError('session_missing');
  const { user, password: passwordHash } = credentials;
  const { sessionId } = actor;
  if (passwordHash === undefined) {
    if (await isRecentSession(db, sessionId, recentMinutes)) return { user, sessionId };
    throw new AppError('reauthentication_needed', { minutes: recentMinutes });
  }
  if (!password) throw fieldInvalid(param, 'password_current');
  const source = { address: request.ip, email: user.email };
  await reserveSignIn(db, source);
  if (!(await isPassword(password, passwordHash))) throw new AppError('sign_in_failed');
  await forgetSignInFailures(db, source);
  return { user, sessionId };
}
