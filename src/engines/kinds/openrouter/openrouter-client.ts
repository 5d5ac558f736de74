/**
 * OpenRouter: its client, what its errors mean, and what it reports as the cost of a request. Facts from the
 * source of `@openrouter/sdk` 1.2.54 and the documents of OpenRouter, 2026-10.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import { type HttpClient, type HttpResponse, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { openAiErrorShape, paidStartFailure, failureText } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';

export const defaultUrl = 'https://openrouter.ai/api/v1';

/** A base URL that is only an origin has the API at `/api/v1`. */
export function openRouterClient({ url = defaultUrl, secret }: Pick<InstanceAccess, 'url' | 'secret'>): {
  readonly client: HttpClient;
  readonly url: string;
} {
  const base = new URL(url).pathname === '/' ? `${new URL(url).origin}/api/v1` : url;
  return { client: openHttpClient({ url: base, secret: splitSecret(secret).key }), url: base };
}

/** The key, and after a space the secret with which the workspace signs its reports, if there is one. */
export function splitSecret(secret = ''): { readonly key: string; readonly signing: string | undefined } {
  const [key = '', signing] = secret.trim().split(/\s+/);
  return { key, signing };
}

const errorShape = z.object({
  error: z.object({
    code: z.union([z.number(), z.string()]).nullish(),
    message: z.string().nullish(),
    metadata: z
      .object({ reasons: z.array(z.unknown()).nullish(), error_type: z.string().nullish() })
      .nullish()
      .catch(undefined),
  }),
});

const refusals = new Set(['content_policy_violation', 'refusal']);

/** The answer to a start. The status 403 means refused contents or a refused key: its metadata tell which. */
export function openRouterFailure(answer: HttpResponse, client: HttpClient): EngineError {
  const refusal = refusalIn(answer, client, true);
  if (refusal) return refusal;
  return paidStartFailure(answer, client, openAiErrorShape);
}

/** An error in an answer with a good status: the model had begun. Returns undefined if there is none. */
export function errorIn(answer: HttpResponse, client: HttpClient): EngineError | undefined {
  const { data } = errorShape.safeParse(boundedJson(answer.bytes));
  if (!data) return undefined;
  const cause = client.clean(data.error.message ?? '');
  return (
    refusalIn(answer, client, false) ??
    new EngineError('engine_error', reason('not_finished'), { retryable: true, cause })
  );
}

function refusalIn(answer: HttpResponse, client: HttpClient, notStarted: boolean): EngineError | undefined {
  const { reasons, error_type: type } =
    errorShape.safeParse(boundedJson(answer.bytes)).data?.error.metadata ?? {};
  const isRefused = (reasons?.length ?? 0) > 0 || refusals.has(type ?? '');
  if (!isRefused) return undefined;
  const text = failureText(answer, client);
  return new EngineError('content_refused', reason('refused', { said: text }), { notStarted });
}

export const usageShape = z
  .object({ cost: z.number().min(0).max(1e6).nullish(), is_byok: z.boolean().nullish() })
  .nullish()
  .catch(undefined);

/**
 * Returns the cost in millionths of a US dollar. With keys of your own at the provider it would be only the
 * fee of OpenRouter, so there is none then.
 */
export function toCost(usage: z.infer<typeof usageShape>): { readonly costMicros?: number } {
  if (usage?.cost == null || usage.is_byok) return {};
  return { costMicros: Math.round(usage.cost * 1e6) };
}
