/** task retry: submits the job of a failed or cancelled task again, at today's price. */
import { tokenAtInterface, type Token } from '../../../core/accounts/tokens.ts';
import { quote, type Quote } from '@kinora/shared/billing/quote';
import { toQuoteInput } from '../../../core/billing/price-trial.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { sha256 } from '../../../platform/lib/id.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { without } from '../../../platform/lib/without.ts';
import { extendUploads } from '../../../media/storage/uploads.ts';
import { checkTier } from '../../../core/catalogue/models/check-tier.ts';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import { mayUse } from '../../../core/catalogue/models/usable-models.ts';
import { findRepeat } from '../../../core/tasks/submit/find-repeat.ts';
import { viewSummaries, type TaskSummary } from '../../../core/tasks/read/task-summary.ts';
import { logSubmitted } from '../../../core/tasks/submit/log-submitted.ts';
import { submitTasks } from '../../../core/tasks/submit/submit-task.ts';
import type { TaskRequest } from '../../../core/tasks/submit/task-request.ts';
import { scopedKey } from '../../../core/tasks/task-scope.ts';
import { readQuoteInput } from '../../../core/tasks/read/task-timeline.ts';
import type { Context } from '../procedure.ts';
import { actorScope, resolveTask, resolveToken } from '../scope.ts';

export interface Retry {
  readonly task: string;
  readonly key: string;
  /** The id or the visible prefix of a token that is used instead of the task's. */
  readonly token?: string | undefined;
}

/**
 * Returns the id of the new task, or of the one that an earlier call with this key created. Throws AppError
 * with the reason if the task cannot be retried.
 */
export async function retryTask(
  context: Pick<
    Context,
    | 'actor'
    | 'bannedWords'
    | 'catalogue'
    | 'currency'
    | 'database'
    | 'db'
    | 'log'
    | 'maxWaiting'
    | 'note'
    | 'openFiles'
    | 'retentionHours'
    | 'retryTerms'
  >,
  { task: taskId, key, token }: Retry,
): Promise<{ id: string }> {
  const { database, maxWaiting, currency } = context;
  const ownTask = await resolveTask(context, taskId);
  const [task] = await viewSummaries(database, [ownTask.id]);
  if (!task || ownTask.isDeleted) throw new AppError('task_unknown', { task: taskId });
  // No client of the interfaces can send such a key.
  const idempotencyKey = scopedKey(actorScope(context), `\u001fretry\u001f${key}`);
  const requestHash = sha256(`task retry ${task.publicId}`).toString('hex');
  const { accountId } = task;
  const [earlierTask] = await findRepeat(database, { accountId, keys: [idempotencyKey], requestHash });
  if (earlierTask) return { id: earlierTask.publicId };
  const request = { ...(await toRequest(context, task, token)), idempotencyKey, requestHash };
  const [submittedTask] = await submitTasks(database, [request], { maxWaiting, currency });
  if (!submittedTask) throw new InvariantError('Nothing was submitted');
  const { publicId, existed: isRepeat } = submittedTask;
  logSubmitted(context.log, {
    task: publicId,
    existed: isRepeat,
    token: request.tokenId,
    prompt: task.prompt ?? '',
  });
  if (!isRepeat) await context.note({ accountId, object: publicId, after: { retried: task.publicId } });
  return { id: publicId };
}

async function toRequest(
  context: Pick<
    Context,
    'actor' | 'bannedWords' | 'catalogue' | 'database' | 'db' | 'openFiles' | 'retentionHours' | 'retryTerms'
  >,
  task: TaskSummary,
  requestedToken: string | undefined,
): Promise<Omit<TaskRequest, 'requestHash'>> {
  if (task.phase !== 'failed' && task.phase !== 'cancelled')
    throw new AppError('retry_not_ended', { task: task.publicId, phase: task.phase });
  if (!task.isOrdered) throw new AppError('retry_unanswered', { task: task.publicId });
  const token = await tokenFor(context, task, requestedToken);
  await rejectBanned(context, task, token);
  const model = findModel(context, task, token);
  await extendInputs(context, task);
  const { job, parentId, followedId, button } = task;
  const { wire, onceKey } = context.retryTerms(task);
  const { candidate } = job;
  return {
    interface: task.interface,
    accountId: task.accountId,
    tokenId: token.id,
    userId: userFor(context, task),
    model,
    tier: task.tier,
    job: without(job, ['taskId', 'model', 'candidate']),
    ...(parentId !== undefined && candidate !== undefined && { parent: { id: parentId, candidate } }),
    ...(followedId !== undefined && button !== undefined && { follows: { id: followedId, button } }),
    quote: await quoteRetry(context, { task, model, token }),
    action: task.action,
    prompt: task.prompt,
    wire,
    ...(onceKey !== undefined && { onceKey: scopedKey(actorScope(context), onceKey) }),
  };
}

/** The user who is signed in, if they belong to the account, otherwise the user of the task. */
function userFor({ actor }: Pick<Context, 'actor'>, { accountId, userId }: TaskSummary): string | undefined {
  return actor.kind === 'user' && actor.accountId === accountId ? actor.userId : userId;
}

/**
 * Returns the named token, or the task's own, with the rights that it has today. Members can name only their
 * own tokens.
 */
async function tokenFor(
  context: Pick<Context, 'actor' | 'db'>,
  task: TaskSummary,
  requestedToken: string | undefined,
): Promise<Token> {
  const namedToken = await resolveToken(context, requestedToken ?? task.token.id);
  const token = tokenAtInterface(namedToken, task.interface) ?? namedToken;
  if (token.accountId !== task.accountId)
    throw new AppError('token_unknown', { token: requestedToken ?? token.id });
  if (token.revokedAt) throw new AppError('retry_token_revoked', { task: task.publicId });
  if (!token.groupRules.isAllowed) throw new AppError('group_closed', { group: token.group });
  return token;
}

async function rejectBanned(
  { bannedWords }: Pick<Context, 'bannedWords'>,
  { prompt }: TaskSummary,
  { accountId, groupRules: { isModerated } }: Token,
): Promise<void> {
  const word = prompt ? await bannedWords.find(prompt, { accountId, isModerated }) : undefined;
  if (word !== undefined) throw new AppError('banned_word', { word, prompt });
}

function findModel({ catalogue }: Pick<Context, 'catalogue'>, task: TaskSummary, token: Token): Model {
  const model = catalogue.models.find(({ card }) => card.id === task.model);
  const usableIds = catalogue.models.filter(({ card }) => mayUse(token, card)).map(({ card }) => card.id);
  const allowedModels = usableIds.join(', ');
  if (!model) throw new AppError('model_unknown', { model: task.model, allowed: allowedModels });
  if (!usableIds.includes(task.model))
    throw new AppError('model_not_allowed', { model: task.model, allowed: allowedModels });
  return model;
}

/**
 * Keeps the files from which the task starts. Throws AppError `parent_expired` or `input_expired` if they are
 * gone.
 */
async function extendInputs(
  { database, openFiles, retentionHours }: Pick<Context, 'database' | 'openFiles' | 'retentionHours'>,
  { job, parentId }: TaskSummary,
): Promise<void> {
  const [parent] = parentId === undefined ? [] : await viewSummaries(database, [parentId]);
  if (parent && (parent.expired || parent.isDeleted))
    throw new AppError('parent_expired', { task: parent.publicId });
  const keys = [...(job.inputs ?? []), ...(job.clip ? [job.clip] : [])].map(({ storageKey }) => storageKey);
  if (keys.length === 0) return;
  await extendUploads(database, keys, retentionHours);
  const files = await openFiles();
  for (const key of keys) if (!(await files.stat(key))) throw new AppError('input_expired');
}

/** Prices the request of the original task again: the price and the factors of group and tier are today's. */
async function quoteRetry(
  { database }: Pick<Context, 'database'>,
  { task, model, token }: { task: TaskSummary; model: Model; token: Token },
): Promise<Quote> {
  const originalInput = await readQuoteInput(database, task.id);
  if (!originalInput) throw new AppError('input_expired');
  checkTier(model.card, task.tier);
  const { factorMicros } = token.groupRules;
  return quote(model.card, { ...toQuoteInput(originalInput), tier: task.tier, factorMicros });
}
