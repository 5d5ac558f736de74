/** The result of a task for which a request waits. */
import { AppError, isRetryable } from '@kinora/shared/errors/errors';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';
import { goneSignal } from '../request/socket-gone.ts';
import type { Call } from '../route.ts';
import type { PlacedTask } from './place-task.ts';
import { waitForEnd, type Wait, type WaitResult } from './wait-for-end.ts';
import type { WaitingDependencies } from './waiting-parts.ts';

/** Options for a stream, which waits longer and reports changes. */
interface WaitOptions extends Pick<Wait, 'onChange'> {
  readonly seconds?: number;
}

/** Returns undefined if the client is gone. Throws AppError for everything but success. */
export async function waitForTask(
  parts: WaitingDependencies,
  call: Call,
  { seconds = secondsToWait(parts, call), onChange, ...pendingTask }: PlacedTask & WaitOptions,
): Promise<TaskView | undefined> {
  const { publicId } = pendingTask;
  const result = await waitForEnd(parts.bus, {
    publicId,
    view: () => viewTask(parts.db, publicId, pendingTask.interface),
    callerIds: [call.token.id],
    atMostMs: seconds * 1000,
    disconnectSignal: goneSignal(call.request.raw.socket),
    ...(onChange && { onChange }),
  });
  return endedTask(call, result, { ...pendingTask, seconds });
}

/** `Prefer: wait=20` (RFC 7240) shortens the wait. */
function secondsToWait({ responseSeconds }: WaitingDependencies, { request }: Pick<Call, 'request'>): number {
  const [, requestedSeconds] = /(?:^|[,;\s])wait=(\d{1,5})/i.exec(String(request.headers.prefer ?? '')) ?? [];
  return Math.min(responseSeconds, Number(requestedSeconds ?? responseSeconds));
}

function endedTask(
  { reply, baseUrl }: Pick<Call, 'reply' | 'baseUrl'>,
  result: WaitResult,
  { publicId, interface: kind, seconds, onError }: PlacedTask & { readonly seconds: number },
): TaskView | undefined {
  switch (result.what) {
    case 'gone':
      reply.hijack();
      return undefined;
    case 'closing':
      onError?.('server');
      throw new AppError('shutting_down');
    case 'late':
      throw new AppError('response_late', {
        seconds,
        task: publicId,
        address: `${baseUrl}/v1/${kind === 'image' ? 'images/tasks' : 'videos'}/${publicId}`,
      });
    case 'ended': {
      const { task } = result;
      if (!task || task.isDeleted) throw new AppError('task_unknown', { task: publicId });
      if (!task.error) return task;
      onError?.('task');
      // The engine was asked as often as it makes sense: a repeat by the SDK would be another task.
      if (!isRetryable(task.error.code)) reply.header('x-should-retry', 'false');
      throw new AppError(task.error.code, task.error.details);
    }
  }
}
