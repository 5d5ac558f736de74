/** Waits for a task as long as agents are patient, and reports its progress to them if they ask for it. */
import { AppError } from '@kinora/shared/errors/errors';
import type { Token } from '../../core/accounts/tokens.ts';
import { viewAnyTask, type TaskView } from '../../core/tasks/read/task-view.ts';
import { isInScope, scopeOfToken } from '../../core/tasks/task-scope.ts';
import { goneSignal } from '../http/request/socket-gone.ts';
import { waitForEnd } from '../http/tasks/wait-for-end.ts';
import type { McpMessage } from './mcp-call.ts';
import type { McpDependencies } from './mcp-parts.ts';

/** The longest wait, in seconds. Clients wait 60 seconds unless they are told otherwise. */
export const mostSeconds = 45;

export interface AwaitedTask {
  readonly publicId: string;
  readonly seconds?: number;
}

/** The task when it has ended, or as it is when the time is over. Throws AppError `task_unknown`. */
export async function awaitTask(
  parts: McpDependencies,
  { call, context }: McpMessage,
  { publicId, seconds = mostSeconds }: AwaitedTask,
): Promise<TaskView> {
  const { token } = call;
  const initialTask = await ownAnyTask(parts, token, publicId);
  let latestTask = initialTask;
  const progress = openProgress(context);
  const outcome = await waitForEnd(parts.bus, {
    publicId,
    view: async () => {
      const task = await viewAnyTask(parts.db, publicId);
      latestTask = task ?? latestTask;
      return task;
    },
    // The bus announces the tasks of callers, and this one may be of another token of the user.
    callerIds: [token.id, initialTask.tokenId],
    atMostMs: Math.min(seconds, mostSeconds, parts.responseSeconds) * 1000,
    // Requests of older revisions are not cancelled by the SDK when their connection ends.
    disconnectSignal: AbortSignal.any([context.mcpReq.signal, goneSignal(call.request.raw.socket)]),
    onChange: progress,
  });
  if (outcome.what === 'ended' && (!outcome.task || outcome.task.isDeleted))
    throw new AppError('task_unknown', { task: publicId });
  return latestTask;
}

/** A task of either interface that the token may see. Throws AppError `task_unknown`. */
export async function ownAnyTask(
  { db }: Pick<McpDependencies, 'db'>,
  token: Token,
  publicId: string,
): Promise<TaskView> {
  const task = await viewAnyTask(db, publicId);
  if (task && !task.isDeleted && isInScope(task, scopeOfToken(token))) return task;
  throw new AppError('task_unknown', { task: publicId });
}

/** Notifications for a request that has a progress token. Progress only rises, as the protocol demands. */
function openProgress({ mcpReq }: McpMessage['context']): (task: TaskView) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let lastProgress = -1;
  return async ({ phase, progress }) => {
    if (progressToken === undefined || progress <= lastProgress) return;
    lastProgress = progress;
    const message = phase === 'queued' ? 'Queued' : `${progress} %`;
    await mcpReq.notify({
      method: 'notifications/progress',
      params: { progressToken, progress, total: 100, message },
    });
  };
}
