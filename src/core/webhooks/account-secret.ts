/**
 * The secrets that sign the messages of an account's webhooks: the current one, and for a
 * while the one that it replaced.
 */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { randomSecretBytes } from '../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';

/** Expression on a row of `accounts`: the secrets in use, the current one first. */
export const secretsInUse = `array_remove(array[accounts.webhook_secret,
  case when accounts.webhook_secret_before_until > now() then accounts.webhook_secret_before end], null)`;

const byAccount = statement(
  'webhook_secrets',
  `select ${secretsInUse} as secrets from accounts where id = $1`,
);
/** With an overlap of 0 the old secret ends immediately, as a leaked one should. */
const replace = statement(
  'replace_webhook_secret',
  `update accounts set webhook_secret = $2, webhook_secret_before = webhook_secret,
     webhook_secret_before_until = now() + $3::int * interval '1 s'
   where id = $1 returning webhook_secret_before_until as until`,
);

export async function accountSecrets(db: Queryable, accountId: string): Promise<readonly Uint8Array[]> {
  const [row] = await db.query<{ secrets: readonly Uint8Array[] }>(byAccount, [accountId]);
  if (!row) throw new InvariantError(`There is no account ${accountId}`);
  return row.secrets;
}

/**
 * Replaces the secret. Returns the new one, and until when the old one signs as
 * well. An older one ends immediately.
 */
export async function replaceSecret(
  db: Queryable,
  accountId: string,
  overlapSeconds: number,
): Promise<{ readonly secret: Uint8Array; readonly until: Date }> {
  const secret = randomSecretBytes(32);
  const [row] = await db.query<{ until: Date }>(replace, [accountId, secret, overlapSeconds]);
  if (!row) throw new InvariantError(`There is no account ${accountId}`);
  return { secret, until: row.until };
}
