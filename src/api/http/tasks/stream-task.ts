/** A task as a stream, in any format: what comes while it runs, and its result or error. */
import { AppError } from '@kinora/shared/errors/errors';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import { errorIn, type OpenaiError } from '../reply/openai-error.ts';
import { goneSignal } from '../request/socket-gone.ts';
import type { Call } from '../route.ts';
import { sendHeartbeats } from '../streams/event-response.ts';
import { waitForTask } from './wait-for-task.ts';
import type { PlacedTask } from './place-task.ts';
import type { WaitingDependencies } from './waiting-parts.ts';

/** The longest wait, in seconds. The task's own time limit ends it before. */
const longestSeconds = 24 * 60 * 60;

export interface StreamForm {
  readonly onChange: (task: TaskView) => Promise<void>;
  readonly onFinish: (task: TaskView) => Promise<void>;
  readonly onFailure: (error: OpenaiError) => void;
}

/** Streams a task until it ends. Call it after `beginEvents`. */
export async function streamTask(
  parts: WaitingDependencies,
  call: Call,
  { onChange, onFinish: finished, onFailure: failed, ...pendingTask }: PlacedTask & StreamForm,
): Promise<unknown> {
  const { request, reply, language } = call;
  const controller = new AbortController();
  void sendHeartbeats(reply.raw, AbortSignal.any([goneSignal(request.raw.socket), controller.signal]));
  try {
    const waiting = { ...pendingTask, seconds: longestSeconds, onChange };
    const task = await waitForTask(parts, call, waiting);
    if (task) await finished(task);
  } catch (error) {
    const appError = error instanceof AppError ? error : new AppError('internal', {}, error);
    if (appError.code === 'internal') request.log.error({ err: error }, 'stream of a task failed');
    failed(errorIn(appError, language));
  } finally {
    controller.abort();
    reply.raw.end();
  }
  return reply;
}
