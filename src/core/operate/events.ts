/** One function for each business event, which logs it. The events alone show what happened to a task. */
import type { Attempt, LeasedHook } from '../webhooks/hook-store.ts';
import type { Verdict } from '../webhooks/classify-attempt.ts';
import type { SweepEvents } from '../../media/storage/retention.ts';
import type { LeasedTask } from '../tasks/task.ts';
import type { ExpiredTask } from '../tasks/work/expire-tasks.ts';
import type { TaskEvents } from '../tasks/work/task-events.ts';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** All events. Each component declares the events that it reports. */
export interface Events extends TaskEvents, SweepEvents {
  /** A task ended that no worker had. */
  taskExpired(task: ExpiredTask): void;
  hookAttempted(hook: LeasedHook, attempt: Attempt, verdict: Verdict): void;
  /** A provider reported that work has changed. */
  reportReceived(report: { readonly engine: string; readonly isVerified: boolean }): void;
  /**
   * The operator's webhook did not accept the alert that an engine is unavailable, or back. It is sent again.
   */
  alertFailed(engine: string, problem: unknown): void;
  /** The mail server did not take a mail. It is tried again, or was given up. */
  mailFailed(
    mail: { readonly id: string; readonly kind: string },
    outcome: { readonly state: string; readonly error?: string },
  ): void;
  /** An installation of a local model has begun, or ended with what became of it. */
  localModel(event: { readonly name: string; readonly state: string; readonly problem?: string }): void;
  /** The clock of this machine is wrong, or that of the database. Negative if it is behind. */
  clockDiffers(aheadSeconds: number): void;
  clockLeapt(leap: { readonly from: Date; readonly to: Date; readonly heldMinutes: number }): void;
  database(event: { name: string; durationMs?: number }): void;
}

export function logEvents(log: Log): Events {
  const describeTask = (task: LeasedTask) => ({
    task: task.publicId,
    model: task.model,
    engine: task.engine,
    attempt: task.lease.attempt,
  });
  return {
    taskLeased: task => log.debug({ ...describeTask(task), phase: task.phase }, 'task leased'),
    taskStarted: task => log.info(describeTask(task), 'task started'),
    checkFailed: (task, error) => log.warn({ ...describeTask(task), err: error }, 'engine did not respond'),
    engineFailed: (task, failure) => log.warn({ ...describeTask(task), err: failure }, 'engine failed'),
    taskRequeued: (task, requeue) => log.warn({ ...describeTask(task), ...requeue }, 'task requeued'),
    taskRendered: task => log.info(describeTask(task), 'task rendered'),
    taskSaved: task => log.info(describeTask(task), 'task saved'),
    taskEnded: (task, ending) => log.info({ ...describeTask(task), ...ending }, 'task ended'),
    taskExpired: ({ publicId: task, ...ending }) => log.info({ task, ...ending }, 'task expired'),
    leaseLost: task => log.warn(describeTask(task), 'lease lost'),
    clockLeapt: leap => log.warn({ ...leap }, 'clock jumped ahead: nothing is deleted and nothing expires'),
    clockDiffers: aheadSeconds =>
      log.warn({ aheadSeconds }, 'clock of this machine differs from that of the database, which counts'),
    workerError: error => log.error({ err: error }, 'worker error'),
    alertFailed: (engine, err) => log.warn({ engine, err }, 'alert not delivered'),
    mailFailed: ({ id: mail, kind }, { state, error }) =>
      log.warn({ mail, kind, state, error }, 'mail not sent'),
    hookAttempted: (hook, attempt, verdict) =>
      log.info(
        { task: hook.publicId, origin: hook.origin, tookMs: attempt.tookMs, ...attempt.outcome, verdict },
        'hook tried',
      ),
    reportReceived: ({ engine, isVerified }) =>
      log[isVerified ? 'debug' : 'warn'](
        { engine },
        isVerified ? 'provider reported a change' : 'report of a change rejected: its signature is wrong',
      ),
    localModel: event =>
      log[event.problem === undefined ? 'info' : 'warn'](event, `local model ${event.state}`),
    filesSwept: (tasks, files) => log.info({ tasks, files }, 'expired files deleted'),
    database: event => log.info(event, `database ${event.name}`),
  };
}

/** Reports each event to both. */
export function combineEvents(first: Events, second: Events): Events {
  const names = Object.keys(first) as (keyof Events)[];
  const reportToBoth = (name: keyof Events) => {
    const [reportToFirst, reportToSecond] = [first[name], second[name]] as ((...args: unknown[]) => void)[];
    return (...args: unknown[]) => {
      reportToFirst?.(...args);
      reportToSecond?.(...args);
    };
  };
  // `Object.fromEntries` forgets the names: these are those of `first`, each with a
  // function that takes what both take.
  return Object.fromEntries(names.map(name => [name, reportToBoth(name)])) as unknown as Events;
}
