/**
 * A trial of one engine: the smallest job that its models allow, run outside the queue. Nothing is charged.
 */
import { operatorReason } from '../../../engines/contract/operator-reason.ts';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import { countCandidates, type EngineJob } from '../../../engines/contract/engine-job.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import type { EngineCall } from '../../../engines/contract/engine-call.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import { holdsFiles } from '../../../engines/contract/engine-traits.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import { madeDetails } from '../../../platform/lib/text/format-count.ts';
import type { Clock } from '@kinora/shared/clock';
import { clipSize } from '@kinora/shared/models/clip-size';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { callEngine, engineFailure, StepTimeout } from '../../tasks/work/call-engine.ts';
import { readAll } from '../../../engines/contract/read-media.ts';
import { samplePicture, type TrialSample } from './trial-sample.ts';

export interface TrialResult {
  readonly tookMs: number;
  /** The number of files that the engine returned. Undefined if the trial failed. */
  readonly files: number | undefined;
  /** Undefined if the trial failed. */
  readonly sample: TrialSample | undefined;
  readonly error: { readonly code: ErrorCode; readonly details: ErrorDetails } | undefined;
}

const checkWaitMs = 1_000;

/** Makes the same calls in the same order as a task does. Never rejects: a failure is part of the result. */
export async function runTrial(
  engine: Engine,
  job: EngineJob,
  {
    clock,
    timeoutMs,
    signal: outerSignal,
  }: { readonly clock: Clock; readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<TrialResult> {
  const startMs = clock.now();
  const measureMs = () => Math.max(0, clock.now() - startMs);
  try {
    const work = (signal: AbortSignal) => runJob(engine, job, { clock, signal });
    const result = await callEngine(outerSignal, work, timeoutMs);
    return { tookMs: measureMs(), ...result, error: undefined };
  } catch (error) {
    return {
      tookMs: measureMs(),
      files: undefined,
      sample: undefined,
      error: error instanceof StepTimeout ? lateFailure(timeoutMs) : toFailure(error),
    };
  }
}

/** Describes a trial that timed out. It proves nothing about the engine, which may only be slow. */
function lateFailure(timeoutMs: number): NonNullable<TrialResult['error']> {
  const lateReason = reason('trial_late', { seconds: timeoutMs / 1000 });
  return { code: 'engine_error', details: { ...reasonTexts(lateReason) } };
}

function toFailure(error: unknown): NonNullable<TrialResult['error']> {
  try {
    const failure = engineFailure(error);
    return { code: failure.code, details: { ...reasonTexts(operatorReason(failure)) } };
  } catch {
    return { code: 'internal', details: { ...reasonTexts(reason('server_storage')) } };
  }
}

interface TrialContext {
  readonly clock: Clock;
  /** Aborted when the trial has timed out. */
  readonly signal: AbortSignal;
}

/** A handle changes while the work continues. */
interface Work {
  readonly engine: Engine;
  handle: EngineHandle;
  readonly call: EngineCall;
}

async function runJob(engine: Engine, job: EngineJob, { clock, signal }: TrialContext) {
  const handle = await engine.start(job, `trial:${job.taskId}`, signal);
  const work: Work = { engine, handle, call: { signal, job: async () => job } };
  const cancel = () => void engine.cancel(work.handle).catch(() => {});
  // The engine may ignore the signal, or the start may have taken too long, so the
  // job is cancelled explicitly.
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  const { media, costMicros } = await awaitMedia(work, clock);
  let picture: string | undefined;
  rejectWrongCount(media, job);
  for (const file of media) {
    const bytes = await readAll(await engine.open(work.handle, file, work.call), signal);
    if (bytes.length === 0) throw new EngineError('engine_error', reason('file_returned_empty'));
    picture ??= await samplePicture(file, bytes);
  }
  if (holdsFiles(engine.traits)) cancel();
  const [firstFile] = media;
  // Engines do not read the clips that they return.
  const { width, height } = firstFile && firstFile.width > 0 ? firstFile : job;
  const sample: TrialSample = {
    width,
    height,
    ...(picture !== undefined && { picture }),
    ...(costMicros !== undefined && { costMicros }),
  };
  return { files: media.length, sample };
}

/**
 * Rejects a wrong number of files, as a task would, because surplus files cannot be told from the result.
 * Clips may come with posters.
 */
function rejectWrongCount(media: readonly EngineMedia[], job: EngineJob): void {
  const isClip = job.kind === 'clip';
  const count = isClip ? media.filter(({ kind }) => kind === 'clip').length : media.length;
  const expectedCount = countCandidates(job);
  if (count === expectedCount) return;
  const countReason = isClip
    ? reason('clips_instead', { ...madeDetails(count, 'clip'), wanted: expectedCount })
    : reason('pictures_instead', { ...madeDetails(count, 'picture'), wanted: expectedCount });
  throw new EngineError('engine_error', countReason);
}

async function awaitMedia(work: Work, clock: Clock) {
  const { engine, call } = work;
  for (;;) {
    const state = await engine.check(work.handle, checkWaitMs, call);
    if (state.state !== 'lost' && state.state !== 'failed') work.handle = state.handle ?? work.handle;
    if (state.state === 'done') return state;
    if (state.state === 'lost') throw new EngineError('engine_error', reason('lost'));
    if (state.state === 'failed') throw new EngineError(state.code, state.reason, { cause: state.cause });
    if (call.signal.aborted) throw new EngineError('engine_unavailable', reason('end_late'));
    await clock.sleep(state.checkAgainMs, call.signal);
  }
}

/**
 * A prompt that every engine understands. Another Kinora may use its built-in engine, which rejects prompts
 * without a thing that it can draw.
 */
const prompt = { prompt: 'a red fox', seed: 1, exclude: [] } as const;
const sidePixels = 64;
const framesPerSecond = 24;

/**
 * The smallest job for one of these models. Returns undefined if none of them generates from a prompt alone.
 */
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
