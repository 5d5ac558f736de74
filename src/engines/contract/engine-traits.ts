/** The properties of an engine that the worker depends on. */

/** Whether the engine keeps files of finished work until it is told to discard them. */
export function holdsFiles({ local, keepsFiles = local }: EngineTraits): boolean {
  return keepsFiles;
}

/** Properties that do not change while an engine is open. */
export interface EngineTraits {
  /** The maximum number of jobs that one process runs on this engine at the same time. */
  readonly slots: number;
  /** Whether the work runs in this process, so that only the process that started it can check it. */
  readonly local: boolean;
  /**
   * What to do after a crash between the call of `start` and the storing of its handle.
   * - `repeat`: call `start` again with the same key. The engine returns the same work, or a repeat costs
   *   nothing.
   * - `find`: call `find(key)`.
   * - `never`: fail the task without charge, to avoid paying the engine twice.
   */
  readonly afterUnknownStart: 'repeat' | 'find' | 'never';
  /** Whether doing the same work again costs the operator money. Absent if it does not. */
  readonly isPaid?: boolean;
  /**
   * Whether files of its work are kept until `cancel` is called, so that `cancel` is called for finished
   * work, too. Absent means the value of `local`.
   */
  readonly keepsFiles?: boolean;
  /**
   * Whether a job that the engine has accepted can be cancelled, and then costs nothing. Absent means yes. It
   * matters only for paid engines.
   */
  readonly canCancel?: boolean;
}
