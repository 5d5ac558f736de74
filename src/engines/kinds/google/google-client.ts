/**
 * The Gemini API: its client, its addresses, and what its errors mean. Facts from the source of
 * `@google/genai` 2.18 and the documents of the API, 2026-10.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import { type HttpClient, type HttpResponse, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { paidStartFailure, failureText } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';

export const defaultUrl = 'https://generativelanguage.googleapis.com';

/**
 * The key goes into a header: as part of an address, it would be in logs. Operators enter the address
 * with or without its version.
 */
export function openGoogleClient({ url = defaultUrl, secret }: Pick<InstanceAccess, 'url' | 'secret'>): {
  readonly client: HttpClient;
  readonly url: string;
} {
  const base = url.replace(/\/v1(beta)?$/, '');
  const credentials = (key: string) => ({ 'x-goog-api-key': key });
  return { client: openHttpClient({ url: base, secret, credentials }), url: base };
}

/**
 * The address of a method of a model, such as `generateContent`. Routes name models as the API
 * lists them, or without `models/`.
 */
export function methodPath(upstream: string, method: string): string {
  return `/v1beta/models/${encodeURIComponent(upstream.replace(/^models\//, ''))}:${method}`;
}

const errorShape = z.object({
  error: z.object({
    status: z.string().nullish(),
    details: z.array(z.object({ reason: z.string().nullish() })).nullish(),
  }),
});

/** Documented: the model is overloaded, and the request was not carried out. */
const overloadShape = z.object({
  error: z.object({ code: z.literal(503), status: z.literal('UNAVAILABLE') }),
});

/** Returns undefined if the status is specific enough. */
export function googleStartFailure(answer: HttpResponse, client: HttpClient): EngineError | undefined {
  return answer.status === 503 ? paidStartFailure(answer, client, overloadShape) : keyFailure(answer, client);
}

/**
 * Errors of the status 400 that are about the key or its project and not about the job: a key that does not
 * exist, a project without billing in a country without free use. Returns undefined if the status says what
 * it is.
 */
export function keyFailure(answer: HttpResponse, client: HttpClient): EngineError | undefined {
  const { data } = errorShape.safeParse(boundedJson(answer.bytes));
  const { status, details } = data?.error ?? {};
  const isAboutKey =
    status === 'FAILED_PRECONDITION' || details?.some(({ reason }) => reason === 'API_KEY_INVALID');
  if (answer.status !== 400 || !isAboutKey) return undefined;
  const cause = failureText(answer, client);
  return new EngineError('engine_unauthorized', reason('secret_rejected'), { notStarted: true, cause });
}
