/** A task: its phases, and which phase may follow which. */
import type { EngineInput } from '../../engines/contract/engine-input.ts';
import type { EngineJob } from '../../engines/contract/engine-job.ts';
import type { EngineMedia } from '../../engines/contract/engine-media.ts';
import type { Json } from '../../engines/contract/json.ts';
import type { EngineHandle } from '../../engines/contract/engine-handle.ts';
import type { TraceContext } from '../../platform/lib/trace/trace-context.ts';

export { countCandidates, isSelection } from '../../engines/contract/engine-job.ts';
export type { GenerationParameters } from '../../engines/contract/generation-parameters.ts';

export const phases = [
  'waiting',
  'queued',
  'starting',
  'running',
  'saving',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export type Phase = (typeof phases)[number];
/** The phases in which a worker can hold a lease. */
export const openPhases = ['queued', 'starting', 'running', 'saving'] as const satisfies readonly Phase[];
export type EndPhase = 'succeeded' | 'failed' | 'cancelled';
export const interfaces = ['image', 'video'] as const;
export type Interface = (typeof interfaces)[number];

/** What created a task, as lists and the records of the image interface name it. */
export const actions = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'ZOOM',
  'PAN',
  'BLEND',
  'DESCRIBE',
  'SHORTEN',
  'EDIT',
  'RETEXTURE',
  'VIDEO',
] as const;
export type Action = (typeof actions)[number];

/** How many tasks ahead of a queued one are counted. */
export const maxAhead = 100;

/** Legal moves. Every write of a phase goes through `phasesBefore`, so an illegal one matches no row. */
export const moves: Readonly<Record<Phase, readonly Phase[]>> = {
  /** An image task whose modal was not answered yet. It has no place in the queue. */
  waiting: ['queued', 'failed', 'cancelled'],
  queued: ['starting', 'failed', 'cancelled'],
  /** The engine may have been called: the start key was stored before. */
  starting: ['running', 'queued', 'failed', 'cancelled'],
  /** A result without media needs no saving. */
  running: ['saving', 'succeeded', 'queued', 'failed', 'cancelled'],
  saving: ['succeeded', 'queued', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

/** The phases from which a task may move to `phase`. */
export function phasesBefore(phase: Phase): Phase[] {
  return phases.filter(from => moves[from].includes(phase));
}

export function isEnded(phase: Phase): phase is EndPhase {
  return moves[phase].length === 0;
}

/** A picture that a task starts from, with its storage key. */
export interface TaskInput extends Omit<EngineInput, 'bytes'> {
  readonly storageKey: string;
}

/** The clip that a task continues. */
export interface TaskClip {
  readonly storageKey: string;
  readonly seconds: number;
}

/** The engine's job as it is stored: inputs by storage key, the parent by row. */
export interface TaskJob extends Omit<EngineJob, 'inputs' | 'clip' | 'parent'> {
  readonly inputs?: readonly TaskInput[];
  readonly clip?: TaskClip;
  /** Inline parameters of the prompt that have no effect on this model, such as `--stylize`. */
  readonly ignored?: readonly string[];
  /** Which candidate of the parent task it follows up. */
  readonly candidate?: number;
}

/** The right of one worker to advance one task: a write counts only while the attempt is still this one. */
export interface Lease {
  readonly taskId: string;
  readonly owner: string;
  readonly attempt: number;
}

/** A task as the worker that leased it sees it. */
export interface LeasedTask {
  readonly lease: Lease;
  readonly publicId: string;
  readonly interface: Interface;
  readonly model: string;
  readonly engine: string;
  readonly phase: Phase;
  readonly job: TaskJob;
  /** The recipe that the engine stored with the parent task, and the parent's prompt. */
  readonly parent: { readonly recipe: Json; readonly prompt: string } | undefined;
  readonly tries: number;
  /**
   * Attempts that ended with the process or thread that worked on it. Zero again when its media is there, or
   * when a remote engine has answered that the work is in progress.
   */
  readonly lostAttempts: number;
  readonly startKey: string | undefined;
  readonly handle: EngineHandle | undefined;
  readonly media: readonly EngineMedia[] | undefined;
  readonly deadlineMs: number | undefined;
  readonly cancelRequested: boolean;
  readonly createdMs: number;
  /** How long it waited from its submit to this lease, in milliseconds. */
  readonly waitedMs: number;
  /** Its place in the queue: by tier, then by turn. */
  readonly tierRank: number;
  readonly turn: bigint;
  /** Engines that refused to begin it. */
  readonly avoid: readonly string[];
  /** The trace of its submit. Undefined if there is none. */
  readonly trace: TraceContext | undefined;
  /** The installations that it has come through (own-requests.ts). */
  readonly via: string | undefined;
}
