/** Prompts on a ComfyUI server: sent, looked up, cancelled. */
import { z } from 'zod';
import type { HttpClient } from '../../../adapter-kit/http/http-client.ts';
import { startFailure, stepFailure } from '../../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../../adapter-kit/http/bounded-json.ts';
import { requireAccepted, get, post, readAnswer } from './comfy-request.ts';
import { historyShape, type JobRecord, jobShape, queueShape } from './job-record.ts';
import { toRejection } from './rejection.ts';
import type { Graph } from '../workflow/read-workflow.ts';

export interface PromptRequest {
  readonly id: string;
  readonly graph: Graph;
  /** The socket that gets its progress. */
  readonly clientId: string;
  readonly previews: string;
}

export interface ComfyJobs {
  /** Returns undefined if the server does not know the prompt. */
  findJob(id: string, signal: AbortSignal): Promise<JobRecord | undefined>;
  submit(request: PromptRequest, signal: AbortSignal): Promise<void>;
  /** Cancels this prompt only, and removes it from the history. */
  cancel(id: string, signal: AbortSignal): Promise<void>;
}

const acceptedShape = z.object({
  prompt_id: z.string(),
  node_errors: z.record(z.string(), z.unknown()).nullish(),
});

export function openComfyJobs(client: HttpClient): ComfyJobs {
  async function cancel(id: string, signal: AbortSignal): Promise<void> {
    const answer = await post(client, { path: `/api/jobs/${id}/cancel`, body: {} }, signal);
    if (answer.status === 404 || answer.status === 405) await cancelInQueue(client, id, signal);
    else if (!answer.isOk) throw stepFailure(answer, client);
    await requireAccepted(client, post(client, { path: '/history', body: { delete: [id] } }, signal));
  }

  return {
    cancel,
    async findJob(id, signal) {
      const answer = await get(client, `/api/jobs/${id}`, signal);
      if (answer.isOk) return readAnswer(answer, jobShape);
      if (answer.status !== 404) throw stepFailure(answer, client);
      // Builds without the route answer 404 too, but not as JSON.
      return boundedJson(answer.bytes) === undefined ? findInHistory(client, id, signal) : undefined;
    },
    async submit({ id, graph, clientId, previews }, signal) {
      const extra = { preview_method: previews };
      const body = { prompt: graph, prompt_id: id, client_id: clientId, extra_data: extra };
      const answer = await post(client, { path: '/prompt', body }, signal);
      if (answer.status === 400) throw toRejection(answer);
      if (!answer.isOk) throw startFailure(answer, client);
      const { node_errors: errors } = readAnswer(answer, acceptedShape);
      if (Object.keys(errors ?? {}).length === 0) return;
      // Some outputs are wrong, and the others run: the result would be incomplete,
      // whether or not it can be cancelled.
      await cancel(id, signal).catch(() => {});
      throw toRejection(answer);
    },
  };
}

/**
 * Finds a job of builds without `/api/jobs`. The queue comes first: a prompt goes
 * from it to the history, never back.
 */
async function findInHistory(
  client: HttpClient,
  id: string,
  signal: AbortSignal,
): Promise<JobRecord | undefined> {
  const queue = readAnswer(await requireAccepted(client, get(client, '/queue', signal)), queueShape);
  if (queue.queue_running.includes(id)) return unfinishedJob('running');
  if (queue.queue_pending.includes(id)) return unfinishedJob('waiting');
  const history = await requireAccepted(client, get(client, `/history/${id}`, signal));
  return readAnswer(history, z.record(z.string(), historyShape))[id];
}

/**
 * Cancels in builds without `/api/jobs/{id}/cancel`. Builds before 0.3.56 interrupt the prompt that
 * runs, so it must be this one.
 */
async function cancelInQueue(client: HttpClient, id: string, signal: AbortSignal): Promise<void> {
  await requireAccepted(client, post(client, { path: '/queue', body: { delete: [id] } }, signal));
  const queue = readAnswer(await requireAccepted(client, get(client, '/queue', signal)), queueShape);
  if (!queue.queue_running.includes(id)) return;
  await requireAccepted(client, post(client, { path: '/interrupt', body: { prompt_id: id } }, signal));
}

function unfinishedJob(state: 'running' | 'waiting'): JobRecord {
  return { state, outputs: {}, markedNodes: [], error: undefined };
}
