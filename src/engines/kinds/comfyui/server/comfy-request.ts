/** Requests to a ComfyUI server, with the limits of time and size for its answers. */
import { reason } from '@kinora/shared/errors/reason';
import type { z } from 'zod';
import { EngineError } from '../../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../../adapter-kit/http/bounded-json.ts';

/** The time for a request that is answered from memory. */
const timeoutMs = 15_000;
/** The answer about a job contains its workflow, and that about `LoadImage` the names of all uploads. */
const maxBytes = 32 * 1024 * 1024;

export function get(client: HttpClient, path: string, signal: AbortSignal): Promise<HttpResponse> {
  return client.send({ path, signal, timeoutMs, maxBytes });
}

export function post(
  client: HttpClient,
  { path, body }: { readonly path: string; readonly body: object },
  signal: AbortSignal,
): Promise<HttpResponse> {
  return client.send({ path, body, signal, timeoutMs, maxBytes });
}

/** Throws EngineError unless the status is one of success. */
export async function requireAccepted(
  client: HttpClient,
  answer: Promise<HttpResponse>,
): Promise<HttpResponse> {
  const response = await answer;
  if (!response.isOk) throw stepFailure(response, client);
  return response;
}

/**
 * Throws EngineError if it is not an answer of ComfyUI but, for example, a page of a proxy. It can be
 * repeated.
 */
export function readAnswer<Shape extends z.ZodType>({ bytes }: HttpResponse, shape: Shape): z.infer<Shape> {
  const { data, error } = shape.safeParse(boundedJson(bytes));
  if (!error) return data;
  throw new EngineError('engine_unavailable', reason('answer_form_of', { program: 'ComfyUI' }), {
    retryable: true,
    cause: error,
  });
}
