/** A ComfyUI server as an engine: one prompt per picture or clip. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { LRUCache } from 'lru-cache';
import { inspectPicture, PictureError } from '../../../media/picture/picture.ts';
import { systemClock } from '@kinora/shared/clock';
import { newRowId } from '../../../platform/lib/id.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { failedState } from '../../adapter-kit/http/http-failures.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { ClassCache } from './server/class-cache.ts';
import { type ComfyServer, openComfyServer } from './server/comfy-server.ts';
import type { Families } from './families/families.ts';
import { openFetchedFiles } from './server/fetched-files.ts';
import type { JobRecord } from './server/job-record.ts';
import { LiveFeed } from './live/live-feed.ts';
import type { PreviewFile } from './live/live-events.ts';
import type { PromptWatch } from './live/prompt-watch.ts';
import { fileShape, readOutputs } from './outputs.ts';
import { preparePrompt } from './prepare-prompt.ts';
import { handleShape, toPromptId } from './server/prompt-id.ts';
import { ResultReads } from './result-reads.ts';
import { readUpstream, type Upstream } from './families/upstream.ts';

/** ComfyUI runs one prompt at a time. The second waits in its queue, so that the GPU has no pauses. */
const defaultSlots = 2;
/** The four pictures of a grid. */
const stepsAtOnce = 4;
const cancelTimeoutMs = 10_000;
const maxPosted = 10_000;
/** How often the server is asked, in milliseconds: less often if its socket reports the end of a prompt. */
const lookMs = { withEvents: 2_000, withoutEvents: 300 } as const;

interface ComfyEngineDependencies {
  readonly server: ComfyServer;
  readonly feed: LiveFeed;
  readonly reads: ResultReads;
}

export function openComfyuiEngine(options: InstanceOptions, families: Families): StepEngine {
  const { name, url = '', secret, settings, slots = defaultSlots } = options;
  const client = openHttpClient({ url, secret });
  const server = openComfyServer(client);
  const classes = new ClassCache(server);
  const clientId = newRowId();
  const feed = new LiveFeed({ url, secret, clientId });
  const reads = new ResultReads();
  /** Prompts that were sent, or may have been. */
  const postedPrompts = new LRUCache<string, true>({ max: maxPosted });
  const fetchedFiles = openFetchedFiles(server);
  const dependencies = { server: { ...server, view: fetchedFiles.view }, feed, reads };
  const folder = String(settings['folder']);

  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots, local: false, afterUnknownStart: 'find' },
    stepsAtOnce,
    async start(step, key, signal) {
      const upstream = resolveUpstream(step, families);
      const id = toPromptId(key);
      // Posting the same id twice would run it twice. Prompts that another process may have posted are
      // looked for by `find`.
      if (postedPrompts.has(id) && (await server.findJob(id, signal))) return { id };
      const graph = await asNotStarted(
        preparePrompt(step, upstream, { server, classes, signal, folder, id }),
      );
      await feed.open();
      feed.watch(id, graph);
      postedPrompts.set(id, true);
      await server.submit({ id, graph, clientId, previews: String(settings['previews']) }, signal);
      return { id };
    },
    async find(key, signal) {
      const id = toPromptId(key);
      return (await server.findJob(id, signal)) && { id };
    },
    async check(handle, waitMs, signal) {
      const { data } = handleShape.safeParse(handle);
      if (!data) return { state: 'lost' };
      const status = await follow(data.id, dependencies, { waitMs, signal });
      if (status.state !== 'running') feed.forget(data.id);
      return status;
    },
    remoteJobId: handle => handleShape.safeParse(handle).data?.id,
    async open(_handle, { ref }, signal) {
      const { data: file } = fileShape.safeParse(ref);
      const answer = file && (fetchedFiles.take(file) ?? (await server.view(file, signal)));
      if (!answer) throw new EngineError('engine_error', reason('file_gone'));
      return answer.bytes;
    },
    async cancel(handle) {
      const { data } = handleShape.safeParse(handle);
      if (!data) return;
      feed.forget(data.id);
      reads.forget(data.id);
      await server.cancel(data.id, AbortSignal.timeout(cancelTimeoutMs));
    },
    async close() {
      feed.close();
      reads.close();
      client.close();
    },
  };
}

function resolveUpstream({ upstream, primitive }: Step, families: Families): Upstream {
  const read = readUpstream(upstream, families);
  if (read?.family.abilities[primitive]) return read;
  const rejection = read
    ? reason('workflows_unable', { upstream })
    : reason('workflows_absent', { upstream });
  throw new EngineError('engine_rejected', rejection, { notStarted: true });
}

/** Marks a failure as `notStarted`, because it happened before the prompt was sent. */
async function asNotStarted<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, reason: failureReason, retryable, cause } = error;
    throw new EngineError(code, failureReason, { retryable, notStarted: true, cause });
  }
}

interface Wait {
  readonly waitMs: number;
  readonly signal: AbortSignal;
}

/**
 * Asks the server when the prompt may have ended, and from time to time. Progress and
 * previews come from its socket.
 */
async function follow(
  id: string,
  { server, feed, reads }: ComfyEngineDependencies,
  wait: Wait,
): Promise<EngineStatus> {
  const endMs = systemClock.now() + wait.waitMs;
  // Another process may have started the prompt.
  await feed.open();
  const watch = feed.watch(id);
  for (;;) {
    const isDue = !reads.has(id) && (watch.takePossibleEnd() || systemClock.now() >= watch.nextLookAt);
    const job = isDue ? await lookAt(id, server, { watch, ...wait }) : undefined;
    if (isDue && !job) return { state: 'lost' };
    if (job && hasEnded(job)) reads.begin(id, reading => readEndedStatus(job, server, reading));
    if (job?.state === 'running' && watch.isOwn) feed.expectNews();
    if (reads.has(id)) return (await reads.result(id, wait)) ?? runningStatus(watch);
    const now = systemClock.now();
    if (isDue)
      watch.nextLookAt = now + (feed.isOpen && watch.isOwn ? lookMs.withEvents : lookMs.withoutEvents);
    const status = await readUpdate(watch);
    if (status) return status;
    if (now >= endMs || wait.signal.aborted) return runningStatus(watch);
    await nextChange(watch, Math.min(endMs, watch.nextLookAt) - now, wait.signal);
  }
}

/** Reads the record of the job. A request that was aborted is repeated by the next check without a pause. */
async function lookAt(
  id: string,
  server: ComfyServer,
  { watch, signal }: Wait & { readonly watch: PromptWatch },
): Promise<JobRecord | undefined> {
  try {
    return await server.findJob(id, signal);
  } catch (error) {
    if (signal.aborted) watch.expectEnd();
    throw error;
  }
}

function hasEnded({ state }: JobRecord): boolean {
  return state !== 'running' && state !== 'waiting';
}

function runningStatus({ progress }: PromptWatch): EngineStatus {
  return { state: 'running', progress, checkAgainMs: 0 };
}

/** Resolves at the next change, at the end of the time, or of the signal. */
async function nextChange(watch: PromptWatch, waitMs: number, signal: AbortSignal): Promise<void> {
  const wakeController = new AbortController();
  const timeout = systemClock.sleep(waitMs, AbortSignal.any([wakeController.signal, signal]));
  await Promise.race([watch.waitForChange(), timeout]);
  wakeController.abort();
}

async function readUpdate(watch: PromptWatch): Promise<EngineStatus | undefined> {
  const update = watch.takeUpdate();
  if (!update) return undefined;
  const preview = update.preview && (await toPreview(update.preview));
  return { state: 'running', progress: update.progress, ...(preview && { preview }), checkAgainMs: 0 };
}

/** Returns undefined if it is no picture. */
async function toPreview({ contentType, bytes }: PreviewFile): Promise<EnginePreview | undefined> {
  try {
    const { width, height } = await inspectPicture(bytes);
    return { contentType, bytes, width, height };
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}

async function readEndedStatus(
  job: JobRecord,
  server: ComfyServer,
  signal: AbortSignal,
): Promise<EngineStatus> {
  if (job.state === 'cancelled')
    return {
      state: 'failed',
      code: 'engine_error',
      reason: reason('cancelled_on_server'),
      retryable: false,
    };
  if (job.state === 'failed') return toFailure(job);
  try {
    return await readOutputs(job, server, signal);
  } catch (error) {
    // The file may be read at the next try, unless the server has answered that the file is unusable.
    if (!(error instanceof EngineError) || error.code !== 'engine_error') throw error;
    return failedState(error);
  }
}

/** The message of the exception is for the log, because it contains paths of the server. */
function toFailure({ error }: JobRecord): EngineStatus {
  return {
    state: 'failed',
    code: 'engine_error',
    reason: error?.type === 'OutOfMemoryError' ? memoryReason(error) : workflowReason(error),
    retryable: true,
    ...(error?.message && { cause: `${error.type ?? ''}: ${error.message}`.slice(0, 500) }),
  };
}

function memoryReason({ nodeClass: node }: NonNullable<JobRecord['error']>): Reason {
  return node ? reason('memory_in', { node }) : reason('memory');
}

function workflowReason({ nodeClass: node }: Partial<NonNullable<JobRecord['error']>> = {}): Reason {
  return node ? reason('workflow_failed_in', { node }) : reason('workflow_failed');
}
