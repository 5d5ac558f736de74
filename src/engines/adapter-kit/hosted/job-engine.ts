/**
 * A step engine of a provider that works in jobs. Work that was or may have been accepted is never started
 * again.
 */
import { maxMediaBytes } from '../http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { calendarNow } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { Json } from '../../contract/json.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import type { HttpClient, HttpResponse } from '../http/http-client.ts';
import {
  askAgain,
  isJustStarted,
  isUnknownJob,
  paidStartFailure,
  readAccepted,
  stepFailure,
} from '../http/http-failures.ts';
import { isRefusalText } from '../http/job-words.ts';
import type { ReceivedFile } from '../../../media/storage/waiting-files.ts';
import type { ResultFiles } from '../http/result-files.ts';
import { decodeBase64 } from '../answers/held-picture.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import type { JobFile, JobHandle, JobProtocol, JobTraits, JobState } from './job-protocol.ts';
import { LRUCache } from 'lru-cache';

export interface JobEngineDependencies extends JobTraits {
  readonly protocol: JobProtocol;
  readonly client: HttpClient;
  readonly results: ResultFiles;
  readonly options: Pick<InstanceOptions, 'name' | 'url' | 'slots' | 'reportUrl'>;
}

/** The expected properties of a result, until its files are read. */
interface Claims {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly durationMs?: number;
  readonly framesPerSecond?: number;
}

/** `startedMs` is the time at which the job was accepted. Absent if the job was found later. */
type StepHandle = { readonly job: JobHandle; readonly claims: Claims; readonly startedMs?: number };

/** The claims for a job that was looked up: its step is unknown, and one start makes one file. */
const defaultClaims: Claims = { width: 0, height: 0, count: 1 };

/** A start must end within the time of a call, so that its job is known before the call is aborted. */
const startTimeoutMs = 55_000;
const defaultPollMs = 2_000;
const defaultSlots = 4;
const cancelTimeoutMs = 10_000;

export function openJobEngine(dependencies: JobEngineDependencies): StepEngine {
  const {
    options,
    protocol,
    client,
    knowsKey = false,
    cancelIsFree = false,
    slots = defaultSlots,
  } = dependencies;
  const jobs = new Jobs(dependencies);
  return {
    name: options.name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    stepsAtOnce: 4,
    traits: {
      slots: options.slots ?? slots,
      local: false,
      isPaid: true,
      afterUnknownStart: knowsKey ? 'repeat' : protocol.findJob ? 'find' : 'never',
      canCancel: protocol.cancelRequest !== undefined && cancelIsFree,
    },
    start: (step, key, signal) => jobs.start(step, key, signal),
    ...(protocol.findJob && { find: (key, signal) => jobs.find(key, signal) }),
    check: (handle, _waitMs, signal) => jobs.check(handle, signal),
    open: (handle, media, signal) => jobs.open(handle, media, signal),
    cancel: handle => jobs.cancel(handle),
    cancelKey: key => jobs.cancelKey(key),
    remoteJobId: handle => ((handle ?? {}) as Partial<StepHandle>).job?.id,
    close: async () => client.close(),
  };
}

class Jobs {
  readonly #parts: JobEngineDependencies;
  /** Handles of recent starts by key, so that a repeated start returns the same job. */
  readonly #handlesByKey = new LRUCache<string, StepHandle>({ max: 1000 });

  constructor(dependencies: JobEngineDependencies) {
    this.#parts = dependencies;
  }

  async start(step: Step, key: string, signal: AbortSignal): Promise<Json> {
    const existingHandle = this.#handlesByKey.get(key);
    if (existingHandle) return toJson(existingHandle);
    const { protocol, client, options } = this.#parts;
    const reportUrl = await options.reportUrl?.(key);
    const request = await protocol.startRequest(step, { key, reportUrl, signal });
    const answer = await client.send({ method: 'POST', ...request, signal, timeoutMs: startTimeoutMs });
    if (!answer.isOk) throw protocol.startFailure?.(answer, client) ?? paidStartFailure(answer, client);
    const job = readAccepted(() => protocol.readJob(answer, client, request));
    const handle = { job, claims: toClaims(step), startedMs: calendarNow() };
    this.#handlesByKey.set(key, handle);
    return toJson(handle);
  }

  async find(key: string, signal: AbortSignal): Promise<Json | undefined> {
    const existingHandle = this.#handlesByKey.get(key);
    if (existingHandle) return toJson(existingHandle);
    const { protocol, client } = this.#parts;
    const job = await askAgain(async () =>
      protocol.findJob?.(key, async request => {
        const answer = await client.send({ ...request, signal });
        if (!answer.isOk) this.#rejectUnlessLost(answer);
        return answer;
      }),
    );
    return job && toJson({ job, claims: defaultClaims });
  }

  async check(handle: Json, signal: AbortSignal): Promise<EngineStatus> {
    const { claims, startedMs } = (handle ?? {}) as Partial<StepHandle>;
    if (!claims) return { state: 'lost' };
    const state = await askAgain(() => this.#fetchState(handle, signal));
    const { client, pollMs = defaultPollMs } = this.#parts;
    switch (state.state) {
      case 'lost':
        return isJustStarted(startedMs) ? { state: 'running', progress: 0, checkAgainMs: pollMs } : state;
      case 'running':
        return { ...state, progress: Math.min(0.99, Math.max(0, state.progress ?? 0)), checkAgainMs: pollMs };
      case 'failed':
        return toFailure(state, client);
      case 'done':
        return toDone(state, claims);
    }
  }

  /** Requests the addresses again, because they expire and their signatures are not stored. */
  async open(handle: Json, { ref }: EngineMedia, signal: AbortSignal): Promise<ReceivedFile> {
    const state = await askAgain(() => this.#fetchState(handle, signal));
    const file = state.state === 'done' ? state.files[Number(ref)] : undefined;
    if (!file) throw new EngineError('engine_error', reason('provider_file_gone'));
    if (file.url.startsWith('data:')) return decodeBase64(file.url);
    const { results, client, options } = this.#parts;
    const { name, url = '' } = options;
    return results.receive(file.url, { client, url, name, signal });
  }

  /** Safe to repeat: a job that has ended, or is unknown, needs no action. */
  async cancel(handle: Json): Promise<void> {
    const { protocol, client } = this.#parts;
    const { job } = (handle ?? {}) as Partial<StepHandle>;
    if (!job || !protocol.cancelRequest) return;
    const request = protocol.cancelRequest(job);
    await client.send({ ...request, signal: AbortSignal.timeout(cancelTimeoutMs) });
  }

  async cancelKey(key: string): Promise<void> {
    const handle = this.#handlesByKey.get(key);
    if (handle) await this.cancel(toJson(handle));
  }

  async #fetchState(handle: Json, signal: AbortSignal): Promise<JobState> {
    const { job, claims } = (handle ?? {}) as Partial<StepHandle>;
    if (!job) return { state: 'lost' };
    const { protocol, client } = this.#parts;
    // Some providers return small files in the record, as data URLs.
    const call = { signal, maxBytes: maxClaimedBytes(claims) };
    const answer = await client.send({ ...protocol.stateRequest(job), ...call });
    if (!answer.isOk) return this.#rejectUnlessLost(answer);
    const state = protocol.readState(answer, job);
    if (state.state !== 'done' || !protocol.filesRequest || !protocol.readFiles) return state;
    const filesAnswer = await client.send({ ...protocol.filesRequest(job), ...call });
    if (filesAnswer.isOk) return protocol.readFiles(filesAnswer, job);
    return protocol.filesFailure?.(filesAnswer) ?? this.#rejectUnlessLost(filesAnswer);
  }

  /** Throws, unless the provider does not know the job. */
  #rejectUnlessLost(answer: HttpResponse): JobState {
    if (isUnknownJob(answer)) return { state: 'lost' };
    throw stepFailure(answer, this.#parts.client);
  }
}

/**
 * The handle is JSON. The compiler cannot see that, because interfaces such as `Claims` have no index
 * signature.
 */
function toJson(handle: StepHandle): Json {
  return handle as unknown as Json;
}

function toFailure(
  { code: reportedCode, text, retryable: mayPass }: Extract<JobState, { state: 'failed' }>,
  client: HttpClient,
): EngineStatus {
  const message = client.clean(text);
  const code = reportedCode === 'engine_error' && isRefusalText(message) ? 'content_refused' : reportedCode;
  const retryable = mayPass && code !== 'content_refused';
  const reasons = {
    engine_error: reason('not_finished'),
    content_refused: reason('refused', { said: message }),
    engine_rejected: reason('rejected', { said: message }),
  };
  return { state: 'failed', code, reason: reasons[code], ...(message && { cause: message }), retryable };
}

function toDone(
  { files, texts, costMicros }: Extract<JobState, { state: 'done' }>,
  claims: Claims,
): EngineStatus {
  if (files.length < claims.count)
    return {
      state: 'failed',
      code: 'engine_error',
      reason: reason('files_missing', { found: files.length, wanted: claims.count }),
      retryable: true,
    };
  const media = files.slice(0, claims.count).map((file, index) => toMedia(file, index, claims));
  return { state: 'done', media, ...(texts && { texts }), ...(costMicros !== undefined && { costMicros }) };
}

function toMedia(
  { kind }: JobFile,
  index: number,
  { width, height, durationMs, framesPerSecond }: Claims,
): EngineMedia {
  const contentType = kind === 'clip' ? 'video/mp4' : 'image/png';
  const clipFields = kind === 'clip' && {
    durationMs: durationMs ?? 0,
    framesPerSecond: framesPerSecond ?? 0,
  };
  return { kind, contentType, width, height, ...clipFields, ref: index };
}

function maxClaimedBytes({ durationMs, ...size }: Claims = defaultClaims): number {
  return maxMediaBytes(durationMs === undefined ? size : { ...size, seconds: durationMs / 1000 });
}

function toClaims(step: Step): Claims {
  if (step.primitive === 'ask') return { width: 0, height: 0, count: 0 };
  const { width, height, count } = step;
  if (step.primitive !== 'clip') return { width, height, count };
  const durationMs = Math.round(step.seconds * 1000);
  return { width, height, count, durationMs, framesPerSecond: step.framesPerSecond };
}
