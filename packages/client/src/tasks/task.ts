/** A task that was submitted, or is being submitted. */
import { streamEvents } from '../http/event-stream.ts';
import type { Follower, FollowOptions, TaskSource } from './follow.ts';
import { rejectOnAbort } from '../http/sleep.ts';

export interface WaitOptions<Record> extends FollowOptions<Record> {
  /** Cancel the task when the signal is aborted. Otherwise it goes on, and `wait` can be called again. */
  readonly cancelOnAbort?: boolean | undefined;
}

/** The operations that all tasks of one interface share. */
export interface TaskKind<Record, Result> extends TaskSource<Record> {
  readonly follower: Follower<Record>;
  readonly cancel: (id: string) => Promise<unknown>;
  readonly openTaskStream: (id: string) => TaskSource<Record>['openStream'];
  /** The result of a task that has ended. Throws TaskFailedError unless it succeeded. */
  readonly toResult: (record: Record) => Result;
}

const cancelWithinMs = 5000;

/**
 * Rejects as soon as the signal is aborted. What the server accepts nevertheless is
 * cancelled, so that it is not charged.
 */
export function unlessAborted<Accepted>(
  submission: Promise<Accepted>,
  signal: AbortSignal | undefined,
  cancel: (result: Accepted) => Promise<unknown>,
): Promise<Accepted> {
  if (!signal) return submission;
  submission.then(result => signal.aborted && cancel(result)).catch(() => {});
  return rejectOnAbort(submission, signal);
}

export class Task<Record, Result> {
  /** Rejects with KinoraError if the server did not accept the request. */
  readonly id: Promise<string>;
  readonly #kind: TaskKind<Record, Result>;
  /** The ID also of a task whose request was aborted. */
  readonly #submittedId: Promise<string>;

  /** `signal` is the signal of the request. */
  constructor(kind: TaskKind<Record, Result>, submittedId: Promise<string>, signal?: AbortSignal) {
    this.#kind = kind;
    this.#submittedId = submittedId;
    this.id = unlessAborted(submittedId, signal, kind.cancel);
    // Callers that wait get the error. An error of a task that nobody awaits must not end the program.
    this.id.catch(() => {});
  }

  /**
   * Waits until the task has succeeded. Rejects with TaskFailedError if it failed, and with the
   * reason of an aborted signal.
   */
  async wait(options: WaitOptions<Record> = {}): Promise<Result> {
    try {
      // An abort while the request is on its way: the task that it makes is cancelled
      // below, once its ID is known.
      const id = await rejectOnAbort(this.id, options.signal);
      return this.#kind.toResult(await this.#kind.follower.wait(id, options));
    } catch (error) {
      if (options.signal?.aborted && options.cancelOnAbort)
        await rejectOnAbort(this.cancel(), AbortSignal.timeout(cancelWithinMs)).catch(() => {});
      throw error;
    }
  }

  /** The record as it is now. */
  async record(): Promise<Record> {
    return this.#kind.read(await this.id);
  }

  /** Cancels the task, without charge. Rejects with KinoraError if it has ended. */
  async cancel(): Promise<void> {
    await this.#kind.cancel(await this.#submittedId);
  }

  /** Each state of the task until it has ended. */
  async *events({ signal }: { readonly signal?: AbortSignal } = {}): AsyncGenerator<Record> {
    const open = this.#kind.openTaskStream(await this.id);
    for await (const { data } of streamEvents({ open, signal })) {
      const record = JSON.parse(data) as Record;
      yield record;
      if (this.#kind.isEnded(record)) return;
    }
  }
}
