/**
 * What failures of fal mean. A model says `{"detail": [{"type", "msg"}]}`, the platform `{"detail": "…",
 * "error_type"}`. Facts: fal.ai/docs, model errors and request errors, November 2026.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import { failureText } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';

const failure = z.object({
  detail: z.union([z.string(), z.array(z.looseObject({ type: z.string().nullish() }))]).nullish(),
  error_type: z.string().nullish(),
});

/** Statuses that say nothing about the job, but about this request. */
const notOfJob = [401, 403, 404, 408, 410, 429];
const verbatim = { clean: (text: string) => text };

/** Returns undefined if the status is specific enough. */
export function falStartFailure(answer: HttpResponse, client: HttpClient): EngineError | undefined {
  if (!isContentRefusal(answer)) return undefined;
  const why = reason('refused', { said: failureText(answer, client) });
  return new EngineError('content_refused', why, { notStarted: true });
}

/**
 * A job that failed is one whose result has a status of its own. Returns undefined if it is not
 * known what became of the job.
 */
export function failureOfJob(answer: HttpResponse): Extract<JobState, { state: 'failed' }> | undefined {
  const { status } = answer;
  if (notOfJob.includes(status)) return undefined;
  const text = failureText(answer, verbatim);
  if (isContentRefusal(answer)) return { state: 'failed', code: 'content_refused', text, retryable: false };
  if (status < 500) return { state: 'failed', code: 'engine_rejected', text, retryable: false };
  return isOfJob(answer) ? { state: 'failed', code: 'engine_error', text, retryable: true } : undefined;
}

function isContentRefusal({ bytes }: HttpResponse): boolean {
  const { detail } = failure.safeParse(boundedJson(bytes)).data ?? {};
  return Array.isArray(detail) && detail.some(({ type }) => type === 'content_policy_violation');
}

/** Otherwise a server in between may have failed. */
function isOfJob({ bytes, headers }: HttpResponse): boolean {
  const { detail, error_type: type } = failure.safeParse(boundedJson(bytes)).data ?? {};
  return Array.isArray(detail) || Boolean(type ?? headers['x-fal-error-type']);
}
