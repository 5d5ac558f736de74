/**
 * The engine contract: what Kinora requires of anything that generates.
 *
 * An engine is driven by `tasks/work/advance-task.ts`, one call per step: `start` once, `check` until it
 * reports `done`, `failed` or `lost`, then `open` for each finished file. Everything that must survive a
 * restart is in the two JSON values that Kinora stores with the task: the engine handle (the engine's
 * reference to work in progress) and the recipe (engine state of a finished task, for follow-ups).
 */
import type { Readable } from 'node:stream';
import type { ReceivedFile } from '../../media/storage/waiting-files.ts';
import type { DigitalSourceType } from '../../media/provenance/digital-source-type.ts';
import type { EngineHandle } from './engine-handle.ts';
import type { EngineJob } from './engine-job.ts';
import type { EngineMedia } from './engine-media.ts';
import type { EngineStatus } from './engine-status.ts';
import type { EngineCall } from './engine-call.ts';
import type { EngineTraits } from './engine-traits.ts';
import type { PromptReader } from './prompt-reader.ts';

/** An open instance, as the worker calls it. */
export interface Engine {
  /** The name of the instance. */
  readonly name: string;
  /** The properties that the worker depends on. */
  readonly traits: EngineTraits;
  /** Written into the provenance of every picture and clip of this engine. */
  readonly digitalSourceType: DigitalSourceType;
  /** Reports which words of a prompt the engine understands. Absent if every prompt is accepted. */
  readonly promptReader?: PromptReader;

  /**
   * Prepares for the first job in the background, for example by loading data. Called at most
   * once, while the server starts.
   */
  warmUp?(): void;

  /**
   * The upstream names of the models that it has in memory, so that their tasks begin without loading one.
   * Called often, so it must answer from memory. Absent or empty if they are not known.
   */
  listLoaded?(): readonly string[];

  /**
   * Starts the work and returns immediately. `key` is unique per task and counted try, and is stored before
   * the call. A StorageError means that another call with the key does not start the same work twice.
   */
  start(job: EngineJob, key: string, signal: AbortSignal): Promise<EngineHandle>;

  /**
   * Only for `afterUnknownStart: 'find'`: returns the handle of the work that was started with this
   * key. Returns undefined if there is none.
   */
  find?(key: string, call: EngineCall): Promise<EngineHandle | undefined>;

  /**
   * Returns the state of the work. May wait up to `waitMs` for a change, so that changes are reported
   * immediately. Can be repeated.
   */
  check(handle: EngineHandle, waitMs: number, call: EngineCall): Promise<EngineStatus>;

  /**
   * Whether following the work may start more of it, such as the next of several steps. The handle may be out
   * of date, because it was restored from a backup. Answers from the handle alone. Absent if `start` begins
   * everything.
   */
  mayStartMore?(handle: EngineHandle): boolean;

  /**
   * Returns one finished file, which the caller closes if it waits on disk. May be called again after a
   * crash. Throws EngineError if the file no longer exists.
   */
  open(handle: EngineHandle, media: EngineMedia, call: EngineCall): Promise<Readable | ReceivedFile>;

  /** Stops the work, if possible, and discards its files. Safe to repeat, also for unknown handles. */
  cancel(handle: EngineHandle): Promise<void>;

  /**
   * The id of the work at the provider, for operators who ask the provider about a job. Read from the handle
   * alone. Absent or undefined if there is none.
   */
  remoteJobId?(handle: EngineHandle): string | undefined;

  /**
   * Whether a part of the work is done, so that it costs something even if the rest is cancelled. Answers
   * from the handle alone. Absent if the work is never partly done.
   */
  isPartlyDone?(handle: EngineHandle): boolean;

  /**
   * Frees the resources of the engine, such as threads and sockets. Called once, at the end of the process.
   */
  close(): Promise<void>;
}
