/**
 * Which objects a caller may read and change: an operator all, an owner those of the account, a member their
 * own.
 */
import { findAccount } from '../../core/accounts/accounts.ts';
import { findTokenByIdOrPrefix, type Token } from '../../core/accounts/tokens.ts';
import type { UserRole } from '../../core/accounts/users.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { findCollection, type Collection } from '../../core/tasks/library/collections.ts';
import { findOwnTasks, type OwnTask } from '../../core/tasks/read/own-tasks.ts';
import type { TaskScope } from '../../core/tasks/task-scope.ts';
import type { Actor, Context } from './procedure.ts';

/** The parts of a context that determine what the caller may change. */
export type ActorContext = Pick<Context, 'db' | 'actor'>;

const ranks: Readonly<Record<UserRole, number>> = { member: 1, owner: 2, operator: 3 };

export function hasRole(actor: Actor, role: UserRole): boolean {
  return actor.kind === 'host' || ranks[actor.role] >= ranks[role];
}

/** Returns the user who acts, or undefined if the host does. */
export function actorUserId(actor: Actor): string | undefined {
  return actor.kind === 'user' ? actor.userId : undefined;
}

/**
 * The account asked for, by id or name, or the actor's own. Throws AppError `account_unknown`, also for
 * one that is not the actor's.
 */
export async function resolveAccount(
  { db, actor }: ActorContext,
  idOrName: string | undefined,
): Promise<string> {
  if (idOrName === undefined) return actor.accountId;
  const account = await findAccount(db, idOrName);
  if (account && (account.id === actor.accountId || hasRole(actor, 'operator'))) return account.id;
  throw new AppError('account_unknown', { account: idOrName });
}

/** The account whose data is read. An operator who names none reads the data of all accounts. */
export async function accountToRead(
  context: ActorContext,
  idOrName: string | undefined,
): Promise<string | undefined> {
  if (idOrName === undefined && hasRole(context.actor, 'operator')) return undefined;
  return resolveAccount(context, idOrName);
}

/** The only user whose objects may be read. Undefined means the objects of all users. */
export function userToRead({ actor }: Pick<ActorContext, 'actor'>): string | undefined {
  return actor.kind === 'user' && actor.role === 'member' ? actor.userId : undefined;
}

/**
 * Finds a token by id or visible prefix. Throws AppError `token_unknown`, also for one that
 * is not the actor's to touch.
 */
export async function resolveToken(context: ActorContext, idOrPrefix: string): Promise<Token> {
  const { db, actor } = context;
  const token = await findTokenByIdOrPrefix(db, idOrPrefix);
  const isOwn =
    token?.accountId === actor.accountId && (userToRead(context) ?? token.userId) === token.userId;
  if (token && (isOwn || hasRole(actor, 'operator'))) return token;
  throw new AppError('token_unknown', { token: idOrPrefix });
}

/** The tasks that the actor may read and change. */
export function actorScope(context: ActorContext): TaskScope {
  const { actor } = context;
  return {
    accountId: hasRole(actor, 'operator') ? undefined : actor.accountId,
    userId: userToRead(context),
  };
}

/** Throws AppError `task_unknown`, also for one that is not the actor's to touch. Deleted ones are found. */
export async function resolveTask(context: ActorContext, taskId: string): Promise<OwnTask> {
  const [task] = await findOwnTasks(context.db, [taskId], actorScope(context));
  if (!task) throw new AppError('task_unknown', { task: taskId });
  return task;
}

/** Throws AppError `collection_unknown`, also for one that is not of the actor's account. */
export async function resolveCollection(context: ActorContext, collectionId: string): Promise<Collection> {
  const collection = await findCollection(context.db, collectionId);
  const isOwn = collection?.accountId === context.actor.accountId || hasRole(context.actor, 'operator');
  if (!collection || !isOwn) throw new AppError('collection_unknown', { collection: collectionId });
  return collection;
}

/**
 * Finds a collection that the actor may rename or delete: a member's own. Throws
 * AppError `not_allowed` as well.
 */
export async function resolveOwnCollection(context: ActorContext, collectionId: string): Promise<Collection> {
  const collection = await resolveCollection(context, collectionId);
  const userId = userToRead(context);
  if (userId !== undefined && collection.createdBy !== userId)
    throw new AppError('not_allowed', { who: 'owner' });
  return collection;
}
