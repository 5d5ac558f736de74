/** The secret that signs the messages of an account's webhooks. */
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';

const byAccount = statement('webhook_secret', 'select webhook_secret from accounts where id = $1');

export async function accountSecret(db: Queryable, accountId: string): Promise<Uint8Array> {
  const [row] = await db.query<{ webhook_secret: Uint8Array }>(byAccount, [accountId]);
  if (!row) throw new InvariantError(`There is no account ${accountId}`);
  return row.webhook_secret;
}
