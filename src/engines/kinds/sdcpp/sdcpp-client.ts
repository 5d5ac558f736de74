/**
 * One stable-diffusion.cpp server: its native API, with answers in its own terms. Every function
 * rejects with an EngineError.
 */
import { reason } from '@kinora/shared/errors/reason';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { askAgain, startFailure, stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { capabilities, jobState, startedJob, type Capabilities, type JobState } from './job-state.ts';
import type { JobRequest } from './job-request.ts';

const resultTimeoutMs = 120_000;

export interface StartCall {
  readonly request: JobRequest;
  readonly signal: AbortSignal;
  /** Called when all of the request was sent. */
  readonly onSent?: () => void;
}

/** Returns the id of the job. */
export async function startJob(client: HttpClient, { request, signal, onSent }: StartCall): Promise<string> {
  const startRequest = onSent ? { ...request, onSent } : request;
  const response = await client.send({ ...startRequest, signal });
  if (!response.isOk) throw startFailure(response, client);
  return readJson(response, startedJob).id;
}

export interface JobQuery {
  readonly id: string;
  /** The largest record: its result is in it. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Returns undefined if it does not know the job, or has dropped its result. */
export async function readJob(
  client: HttpClient,
  { id, maxBytes, signal }: JobQuery,
): Promise<JobState | undefined> {
  const path = `/sdcpp/v1/jobs/${id}`;
  const response = await client.send({ path, signal, maxBytes, timeoutMs: resultTimeoutMs });
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.isOk) throw stepFailure(response, client);
  return askAgain(async () => readJson(response, jobState));
}

/** Returns whether the server continues with the job: one that it has begun cannot be cancelled. */
export async function cancelJob(client: HttpClient, id: string, signal: AbortSignal): Promise<boolean> {
  const path = `/sdcpp/v1/jobs/${id}/cancel`;
  const response = await client.send({ path, method: 'POST', signal });
  if (response.status === 409) return true;
  if (!response.isOk && response.status !== 404 && response.status !== 410)
    throw stepFailure(response, client);
  return false;
}

export function readCapabilities(client: HttpClient, signal: AbortSignal): Promise<Capabilities> {
  return askProbe(client, {
    path: '/sdcpp/v1/capabilities',
    shape: capabilities,
    program: 'the sd-server of stable-diffusion.cpp',
    advice: reason('url_check_build'),
    signal,
  });
}
