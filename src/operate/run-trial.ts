/** A trial of one engine: the smallest job that its models allow, run outside the queue. Nothing is stored or charged. */
import {
  EngineError,
  candidatesOf,
  type Engine,
  type EngineHandle,
  type EngineJob,
} from '../engines/engine.ts';
import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { Clock } from '../lib/clock.ts';
import { clipSize } from '../models/clip-size.ts';
import type { ModelCard } from '../models/model-card.ts';
import { callEngine, engineFailure, readAll } from '../tasks/work/call-engine.ts';

export interface TrialResult {
  readonly tookMs: number;
  /** The number of files that the engine returned. Undefined if the trial failed. */
  readonly files: number | undefined;
  readonly error: { readonly code: ErrorCode; readonly details: ErrorDetails } | undefined;
}

const checkWaitMs = 1_000;

/** Makes the same calls in the same order as a task does. Never rejects: a failure is part of the result. */
export async function runTrial(
  engine: Engine,
  job: EngineJob,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<TrialResult> {
  const startMs = clock.now();
  const tookMs = () => Math.max(0, clock.now() - startMs);
  try {
    const work = (signal: AbortSignal) => runJob(engine, job, { clock, signal });
    const files = await callEngine(undefined, work, timeoutMs);
    return { tookMs: tookMs(), files, error: undefined };
  } catch (error) {
    const { code, message } = engineFailure(error);
    return { tookMs: tookMs(), files: undefined, error: { code, details: { reason: message } } };
  }
}

interface TrialContext {
  readonly clock: Clock;
  /** Aborted when the trial has timed out. */
  readonly signal: AbortSignal;
}

async function runJob(engine: Engine, job: EngineJob, context: TrialContext): Promise<number> {
  const handle = await engine.start(job, `trial:${job.taskId}`, context.signal);
  const cancel = () => void engine.cancel(handle).catch(() => {});
  // The engine may ignore the signal, or the start may have taken too long, so the job is cancelled explicitly.
  if (context.signal.aborted) cancel();
  else context.signal.addEventListener('abort', cancel, { once: true });
  const media = await awaitMedia(engine, handle, context);
  if (media.length < candidatesOf(job)) throw new EngineError('engine_error', 'it returned too few files');
  for (const file of media)
    if ((await readAll(await engine.open(handle, file, context.signal), context.signal)).length === 0)
      throw new EngineError('engine_error', 'it returned an empty file');
  return media.length;
}

async function awaitMedia(engine: Engine, handle: EngineHandle, { clock, signal }: TrialContext) {
  for (;;) {
    const state = await engine.check(handle, checkWaitMs, signal);
    if (state.state === 'done') return state.media;
    if (state.state === 'lost') throw new EngineError('engine_error', 'it lost the job');
    if (state.state === 'failed') throw new EngineError(state.code, state.message);
    if (signal.aborted) throw new EngineError('engine_unavailable', 'it did not finish in time');
    await clock.sleep(state.checkAgainMs, signal);
  }
}

const prompt = { prompt: 'a red circle', seed: 1, exclude: [] } as const;
const sidePixels = 64;
const framesPerSecond = 24;

/** The smallest job for one of these models. Undefined if none of them generates from a prompt alone. */
export function trialJob(taskId: string, cards: readonly ModelCard[]): EngineJob | undefined {
  const grid = cards.find(({ operations }) => operations.includes('grid'));
  if (grid) {
    const [version] = grid.versions ?? [];
    const size = { width: sidePixels, height: sidePixels };
    return { ...prompt, ...size, taskId, model: grid.id, kind: 'grid', ...(version && { version }) };
  }
  const clip = cards.find(
    ({ kind, references }) => kind === 'video' && !Object.values(references).some(rule => rule?.required),
  );
  return clip && { ...prompt, ...smallestClip(clip), taskId, model: clip.id, kind: 'clip', framesPerSecond };
}

function smallestClip({ parameters }: ModelCard): { width: number; height: number; seconds: number } {
  const { seconds, resolution, aspect_ratio: aspect } = parameters.properties;
  const resolutions = (resolution?.['enum'] ?? ['480p']) as string[];
  const aspects = (aspect?.['enum'] ?? ['16:9']) as string[];
  const lengths = (seconds?.['enum'] ?? [seconds?.['minimum'] ?? 1]) as number[];
  const [smallest = { width: 640, height: 480 }] = resolutions
    .flatMap(each => aspects.map(ratio => clipSize(each, ratio)))
    .toSorted((one, other) => one.width * one.height - other.width * other.height);
  return { ...smallest, seconds: Math.min(...lengths) };
}
