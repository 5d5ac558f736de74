/** One function per business event: a log line each. What happens to a task can be read from these alone. */
import type { Attempt, LeasedHook } from './webhooks/hook-store.ts';
import type { Verdict } from './webhooks/judge-attempt.ts';
import type { LeasedTask, EndPhase } from './tasks/task.ts';
import type { EngineError } from './engines/engine.ts';
import type { ErrorCode } from './errors.ts';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Events {
  taskLeased(task: LeasedTask): void;
  taskStarted(task: LeasedTask): void;
  checkFailed(task: LeasedTask, error: unknown): void;
  engineFailed(task: LeasedTask, failure: EngineError): void;
  taskRequeued(task: LeasedTask, how: { delayMs: number; counted: boolean }): void;
  taskRendered(task: LeasedTask): void;
  taskSaved(task: LeasedTask): void;
  taskEnded(task: LeasedTask, ending: { phase: EndPhase; code?: ErrorCode }): void;
  leaseLost(task: LeasedTask): void;
  workerTroubled(error: unknown): void;
  hookTried(hook: LeasedHook, attempt: Attempt, verdict: Verdict): void;
  filesSwept(tasks: number, files: number): void;
  database(event: { name: string; durationMs?: number }): void;
}

export function logEvents(log: Log): Events {
  const about = (task: LeasedTask) => ({
    task: task.publicId,
    model: task.model,
    engine: task.engine,
    attempt: task.lease.attempt,
  });
  return {
    taskLeased: task => log.debug({ ...about(task), phase: task.phase }, 'task leased'),
    taskStarted: task => log.info(about(task), 'task started'),
    checkFailed: (task, error) => log.warn({ ...about(task), err: error }, 'engine did not answer'),
    engineFailed: (task, failure) => log.warn({ ...about(task), err: failure }, 'engine failed'),
    taskRequeued: (task, how) => log.warn({ ...about(task), ...how }, 'task requeued'),
    taskRendered: task => log.info(about(task), 'task rendered'),
    taskSaved: task => log.info(about(task), 'task saved'),
    taskEnded: (task, ending) => log.info({ ...about(task), ...ending }, 'task ended'),
    leaseLost: task => log.warn(about(task), 'lease lost'),
    workerTroubled: error => log.error({ err: error }, 'worker troubled'),
    hookTried: (hook, attempt, verdict) =>
      log.info(
        { task: hook.publicId, origin: hook.origin, tookMs: attempt.tookMs, ...attempt.outcome, verdict },
        'hook tried',
      ),
    filesSwept: (tasks, files) => log.info({ tasks, files }, 'expired files deleted'),
    database: event => log.info(event, `database ${event.name}`),
  };
}
