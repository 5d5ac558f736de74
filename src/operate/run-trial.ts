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
  /** The number of files the engine returned; undefined: the trial failed. */
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
    const work = (signal: AbortSignal) => make(engine, job, { clock, signal });
    const files = await callEngine(undefined, work, timeoutMs);
    return { tookMs: tookMs(), files, error: undefined };
  } catch (error) {
    const { code, message } = engineFailure(error);
    return { tookMs: tookMs(), files: undefined, error: { code, details: { reason: message } } };
  }
}

interface Making {
  readonly clock: Clock;
  /** Aborted when the trial has timed out. */
  readonly signal: AbortSignal;
}

async function make(engine: Engine, job: EngineJob, making: Making): Promise<number> {
  const operation = await engine.start(job, `trial:${job.taskId}`, making.signal);
  const forget = () => void engine.cancel(operation).catch(() => {});
  // The engine may ignore the signal, and the start itself may have taken too long: the job is cancelled explicitly.
  if (making.signal.aborted) forget();
  else making.signal.addEventListener('abort', forget, { once: true });
  const media = await finished(engine, operation, making);
  if (media.length < candidatesOf(job)) throw new EngineError('engine_error', 'it returned too few files');
  for (const file of media)
    if ((await readAll(await engine.open(operation, file, making.signal), making.signal)).length === 0)
      throw new EngineError('engine_error', 'it returned an empty file');
  return media.length;
}

async function finished(engine: Engine, operation: EngineHandle, { clock, signal }: Making) {
  for (;;) {
    const state = await engine.check(operation, checkWaitMs, signal);
    if (state.state === 'done') return state.media;
    if (state.state === 'lost') throw new EngineError('engine_error', 'it lost the job');
    if (state.state === 'failed') throw new EngineError(state.code, state.message);
    if (signal.aborted) throw new EngineError('engine_unavailable', 'it did not finish in time');
    await clock.sleep(state.checkAgainMs, signal);
  }
}

const words = { prompt: 'a red circle', seed: 1, exclude: [] } as const;
const sidePixels = 64;
const framesPerSecond = 24;

/** Undefined: none of these models generates from a prompt alone. */
export function trialJob(taskId: string, cards: readonly ModelCard[]): EngineJob | undefined {
  const grid = cards.find(({ operations }) => operations.includes('grid'));
  if (grid) {
    const [version] = grid.versions ?? [];
    const size = { width: sidePixels, height: sidePixels };
    return { ...words, ...size, taskId, model: grid.id, kind: 'grid', ...(version && { version }) };
  }
  const clip = cards.find(
    ({ kind, references }) => kind === 'video' && !Object.values(references).some(rule => rule?.required),
  );
  return clip && { ...words, ...smallestClip(clip), taskId, model: clip.id, kind: 'clip', framesPerSecond };
}

function smallestClip({ parameters }: ModelCard): { width: number; height: number; seconds: number } {
  const { seconds, resolution, aspect_ratio: aspect } = parameters.properties;
  const resolutions = (resolution?.['enum'] ?? ['480p']) as string[];
  const aspects = (aspect?.['enum'] ?? ['16:9']) as string[];
  const lengths = (seconds?.['enum'] ?? [seconds?.['minimum'] ?? 1]) as number[];
  const [smallest = { width: 640, height: 480 }] = resolutions
    .flatMap(one => aspects.map(other => clipSize(one, other)))
    .toSorted((one, other) => one.width * one.height - other.width * other.height);
  return { ...smallest, seconds: Math.min(...lengths) };
}
