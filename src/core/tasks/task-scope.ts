/** Which tasks a caller may read and act on: the one rule behind keys, the Console and the command line. */
import type { Token } from '../accounts/tokens.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { statement } from '../../platform/db/statement.ts';

/** A field that is undefined does not limit. */
export interface TaskScope {
  readonly accountId?: string | undefined;
  /** Only tasks that this user submitted, with a key or in the Console. */
  readonly userId?: string | undefined;
  /** Only tasks that were submitted with this token. Set for a token without a user. */
  readonly tokenId?: string | undefined;
}

/** The scope of a key, which never leaves its account. */
export interface AccountScope extends TaskScope {
  readonly accountId: string;
}

/**
 * What decides whether a task is in a scope. It changes only when another token answers the
 * task's modal, which is announced.
 */
export interface TaskOwner {
  readonly accountId: string;
  readonly userId: string | undefined;
  readonly tokenId: string;
}

/** The owner in a task view, without its other fields. */
export function pickOwner({ accountId, userId, tokenId }: TaskOwner): TaskOwner {
  return { accountId, userId, tokenId };
}

/**
 * An account-wide token sees all tasks of its account, another those of its user,
 * or its own where it has none.
 */
export function scopeOfToken({
  id,
  accountId,
  userId,
  scope,
}: Pick<Token, 'id' | 'accountId' | 'userId' | 'scope'>): AccountScope {
  if (scope === 'account') return { accountId };
  return userId === undefined ? { accountId, tokenId: id } : { accountId, userId };
}

export function isInScope(task: TaskOwner, { accountId, userId, tokenId }: TaskScope): boolean {
  return (
    (accountId === undefined || task.accountId === accountId) &&
    (userId === undefined || task.userId === userId) &&
    (tokenId === undefined || task.tokenId === tokenId)
  );
}

export function isSameScope(one: TaskScope, other: TaskScope): boolean {
  return one.accountId === other.accountId && one.userId === other.userId && one.tokenId === other.tokenId;
}

/**
 * An idempotency key as it is stored. Callers that do not see each other's tasks may use the same key. No
 * client can send the separator.
 */
export function scopedKey({ userId, tokenId }: TaskScope, key: string): string {
  const owner = userId ?? tokenId;
  return owner === undefined ? key : `${owner}\u001f${key}`;
}

const extents = {
  account: 'account_id = $1::uuid and $2::uuid is null',
  user: 'account_id = $1::uuid and user_id = $2::uuid',
  token: 'account_id = $1::uuid and token_id = $2::uuid',
};

/**
 * A query of the tasks in a scope: a statement for each extent, so that the database plans for each. `text`
 * gets the condition, which takes $1 and $2; the values start at $3.
 */
export function queryInScope<Row>(name: string, text: (inScope: string) => string) {
  const statements = {
    account: statement(name, text(extents.account)),
    user: statement(`${name}_of_user`, text(extents.user)),
    token: statement(`${name}_of_token`, text(extents.token)),
  };
  return (db: Queryable, scope: AccountScope, values: readonly unknown[]): Promise<Row[]> => {
    const { accountId, userId, tokenId } = scope;
    const extent = userId !== undefined ? 'user' : tokenId !== undefined ? 'token' : 'account';
    return db.query<Row>(statements[extent], [accountId, userId ?? tokenId ?? null, ...values]);
  };
}
