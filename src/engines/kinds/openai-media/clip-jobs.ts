/** Clips of servers that make them as jobs: created, polled, fetched, cancelled. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { calendarNow } from '@kinora/shared/clock';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import { parseMicros } from '@kinora/shared/money';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineMedia } from '../../contract/engine-media.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { Json } from '../../contract/json.ts';
import { type HttpClient, type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import {
  askAgain,
  isJustStarted,
  isUnknownJob,
  readAccepted,
  stepFailure,
} from '../../adapter-kit/http/http-failures.ts';
import { hasNoList, openListedRecords } from '../../adapter-kit/answers/listed-records.ts';
import { messageIn } from '../../adapter-kit/http/message-in.ts';
import { isRefusalText, jobEnd } from '../../adapter-kit/http/job-words.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import type { ClipDialect } from './dialects.ts';
import { codesIn, isContentRefusal, isError, mediaStartFailure } from './failures.ts';
import type { MediaRequest } from './picture-request.ts';
import { reportedCost } from './reported-cost.ts';

/** The id of the job, and what the clip should be, for servers that do not say what it is. */
const handleShape = z.object({
  id: z.string(),
  width: z.number(),
  height: z.number(),
  seconds: z.number(),
  framesPerSecond: z.number(),
  costMicros: z.number().exactOptional(),
  /** When it was accepted. Absent if the job costs nothing. */
  startedMs: z.number().exactOptional(),
});
type ClipHandle = z.infer<typeof handleShape>;

const jobShape = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  /** new-api leaves it out until it has asked its provider. */
  status: z.string().nullish(),
  progress: z
    .union([z.number(), z.string().transform(Number.parseFloat)])
    .nullish()
    .catch(null),
  seconds: z.union([z.string(), z.number()]).nullish().catch(null),
  size: z.string().nullish().catch(null),
  fps: z.number().nullish().catch(null),
  error: z.unknown().optional(),
  /** What another Kinora charged. */
  usage: z.object({ amount: z.string().nullish() }).nullish().catch(null),
});
type Job = z.infer<typeof jobShape>;
const listShape = z.object({ data: z.array(jobShape), has_more: z.boolean().nullish() });
const codeShape = z.object({ code: z.union([z.string(), z.number()]) });

const createTimeoutMs = 55_000;
const pollMs = { usual: 2_000, shortest: 250, longest: 30_000 };
/** A page of the list of jobs. Servers answer with the newest jobs, also those of other clients. */
const pageSize = 100;
const maxPages = 4;
const maxListBytes = 4 * 1024 * 1024;
/** Fewer jobs are asked for one by one: a list may be about other jobs. */
const fewestListed = 4;
/**
 * The header has milliseconds. Servers that know how long their models take say when
 * to ask again, as OpenAI did.
 */
const pollHeader = 'openai-poll-after-ms';

export async function createClip(
  { client, isPaid }: { readonly client: HttpClient; readonly isPaid: boolean },
  step: ClipStep,
  { signal, ...request }: MediaRequest & { readonly signal: AbortSignal },
): Promise<Json> {
  const response = await client.send({ ...request, signal, timeoutMs: createTimeoutMs });
  if (!response.isOk || isError(response.bytes)) throw mediaStartFailure(response, { client, isPaid });
  const { id } = readAccepted(() => readJson(response, jobShape));
  const { width, height, seconds, framesPerSecond } = step;
  const startField = isPaid && { startedMs: calendarNow() };
  return { id, width, height, seconds, framesPerSecond, ...reportedCost(response), ...startField };
}

/** What a server reports about a job. */
interface ClipRecord {
  readonly id: string;
  readonly job: Job;
  readonly checkAgainMs: number;
}

export type CheckClip = (handle: Json, signal: AbortSignal) => Promise<EngineStatus>;

/** The check of clips. A server that lists its jobs is asked for many clips in one request. */
export function openClipChecks(client: HttpClient, { lists }: Pick<ClipDialect, 'lists'>): CheckClip {
  const readOne = (id: string, signal: AbortSignal) => readClip(client, id, signal);
  const list = (ids: readonly string[], signal: AbortSignal) => listClips(client, ids, signal);
  const read = lists ? openListedRecords<ClipRecord>({ readOne, list, fewestListed }) : readOne;
  return async (handle, signal) => {
    const { data: clip } = handleShape.safeParse(handle);
    if (!clip) return { state: 'lost' };
    return askAgain(async () => toStatus(await read(clip.id, signal), clip, client));
  };
}

/** Returns undefined if the server does not know the job. */
async function readClip(
  client: HttpClient,
  id: string,
  signal: AbortSignal,
): Promise<ClipRecord | undefined> {
  const response = await client.send({ path: jobPath(id), signal });
  const checkAgainMs = delayAfter(response);
  const failed = response.isOk ? undefined : failedJobIn(response, id);
  if (failed) return { id, job: failed, checkAgainMs };
  if (isUnknown(response)) return undefined;
  if (!response.isOk) throw stepFailure(response, client);
  return { id, job: readJson(response, jobShape), checkAgainMs };
}

/**
 * The newest jobs of the server, page by page, until all that are asked for are there. It ends early
 * where older pages are mostly about other jobs: what is missing is then fetched job by job. Returns
 * undefined if the server has no list.
 */
async function listClips(
  client: HttpClient,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly ClipRecord[] | undefined> {
  const missing = new Set(ids);
  const records: ClipRecord[] = [];
  let after = '';
  for (let page = 0; page < maxPages && missing.size >= fewestListed; page++) {
    const path = `/v1/videos?limit=${pageSize}${after && `&after=${encodeURIComponent(after)}`}`;
    const response = await client.send({ path, signal, maxBytes: maxListBytes });
    if (hasNoList(response)) return undefined;
    if (!response.isOk) throw stepFailure(response, client);
    const { data: jobs, has_more: hasMore } = readJson(response, listShape);
    const checkAgainMs = delayAfter(response);
    const requestedJobs = jobs.filter(({ id }) => missing.delete(id));
    records.push(...requestedJobs.map(job => ({ id: job.id, job, checkAgainMs })));
    after = jobs.at(-1)?.id ?? '';
    if (!hasMore || after === '' || requestedJobs.length < fewestListed) break;
  }
  return records;
}

function toStatus(record: ClipRecord | undefined, clip: ClipHandle, client: HttpClient): EngineStatus {
  if (!record)
    return isJustStarted(clip.startedMs)
      ? { state: 'running', progress: 0, checkAgainMs: pollMs.usual }
      : { state: 'lost' };
  const { job, checkAgainMs } = record;
  const end = jobEnd(job.status);
  if (end === 'gone') return { state: 'lost' };
  if (end === 'failed') return toFailure(job, client);
  if (end === 'done') {
    const costMicros = readCost(job) ?? clip.costMicros;
    return { state: 'done', media: [toMedia(job, clip)], ...(costMicros !== undefined && { costMicros }) };
  }
  const progress = Math.min(0.99, Math.max(0, (job.progress ?? 0) / 100));
  return { state: 'running', progress, checkAgainMs };
}

/** vLLM-Omni sends the record of a failed job with the status of the failure, such as 500. */
function failedJobIn({ bytes }: HttpResponse, id: string): Job | undefined {
  const { data: job } = jobShape.safeParse(boundedJson(bytes));
  return job?.id === id && jobEnd(job.status) === 'failed' ? job : undefined;
}

/** Returns what the server calls the job. */
export function readJobId(handle: Json): string | undefined {
  return handleShape.safeParse(handle).data?.id;
}

/** Returns where the clip of a finished job is. */
export function contentPath(handle: Json): string {
  return `${jobPath(handleShape.parse(handle).id)}/content`;
}

/**
 * A job that is unknown, or that the server cannot cancel, is none of our concern any
 * more. Throws if it may go on.
 */
export async function cancelClip(
  client: HttpClient,
  handle: Json,
  { cancelPath, signal }: Pick<ClipDialect, 'cancelPath'> & { readonly signal: AbortSignal },
): Promise<void> {
  const { data: clip } = handleShape.safeParse(handle);
  if (!clip) return;
  const path = jobPath(clip.id);
  const response = await client.send(
    cancelPath
      ? { method: 'POST', path: `${path}${cancelPath}`, signal }
      : { method: 'DELETE', path, signal },
  );
  if (response.isOk || isUnknown(response) || response.status === 405) return;
  if (response.status === 409) throw new EngineError('engine_error', reason('cancel_too_late'));
  throw stepFailure(response, client);
}

/** new-api reports it with status 400. */
function isUnknown(answer: HttpResponse): boolean {
  if (isUnknownJob(answer)) return true;
  return answer.status === 400 && codesIn(answer.bytes).includes('task_not_exist');
}

function delayAfter({ headers }: HttpResponse): number {
  const requestedMs = Number(headers[pollHeader]);
  if (!Number.isFinite(requestedMs) || requestedMs <= 0) return pollMs.usual;
  return Math.min(pollMs.longest, Math.max(pollMs.shortest, requestedMs));
}

/** Returns the amount in millionths, or undefined if the server does not say. */
function readCost({ usage }: Job): number | undefined {
  const amount = usage?.amount;
  return amount != null && /^\d{1,9}(\.\d{1,6})?$/.test(amount) ? Number(parseMicros(amount)) : undefined;
}

/** Ids of some servers have slashes. */
function jobPath(id: string): string {
  return `/v1/videos/${encodeURIComponent(id)}`;
}

function toFailure({ error }: Job, client: HttpClient): EngineStatus {
  const text = client.clean(messageIn(error) ?? '');
  const isRefused = isContentRefusal([codeShape.safeParse(error).data?.code]) || isRefusalText(text);
  return {
    state: 'failed',
    code: isRefused ? 'content_refused' : 'engine_error',
    reason: isRefused ? reason('refused', { said: text }) : reason('not_finished'),
    ...(text && { cause: text }),
    retryable: !isRefused,
  };
}

function toMedia({ size, seconds, fps }: Job, clip: ClipHandle): EngineMedia {
  const [width = 0, height = 0] = (size ?? '').split('x').map(Number);
  const length = Number(seconds) || clip.seconds;
  return {
    kind: 'clip',
    contentType: 'video/mp4',
    ...(width > 0 && height > 0 ? { width, height } : { width: clip.width, height: clip.height }),
    durationMs: Math.round(length * 1000),
    framesPerSecond: fps || clip.framesPerSecond,
    ref: null,
  };
}
