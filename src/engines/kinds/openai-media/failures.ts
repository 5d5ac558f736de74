/** What the failures of a start mean: by the code in the body where there is one, otherwise by the status. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import {
  openAiErrorShape,
  paidStartFailure,
  startFailure,
  failureText,
  unfundedError,
} from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';

const code = z.union([z.string(), z.number()]).nullish();
/** `{"error": {"code", "type"}}`, or `{"code"}` of videos at new-api. */
const errorShape = z.object({
  code,
  error: z.object({ code, type: z.string().nullish() }).nullish().catch(null),
});

const errorBody = z.object({ error: z.union([z.string().min(1), z.looseObject({})]) });
const resultBody = z.union([
  z.object({ id: z.union([z.string(), z.number()]) }),
  z.object({ data: z.array(z.unknown()).min(1) }),
]);

/** Codes and types of errors with which providers refuse the contents of a prompt or a picture. */
const refusalCodes = new Set([
  'content_policy_violation',
  'moderation_blocked',
  'content_filter',
  'content_filter_error',
  'image_generation_user_error',
  'safety_violation',
  'sensitive_content',
  // new-api 0.13
  'sensitive_words_detected',
  'prompt_blocked',
  // Kinora
  'content_refused',
  'banned_word',
]);

/**
 * Codes with which OpenAI (429, 400) and new-api (403) say that the account of the key has no
 * money left. Others answer 402.
 */
const noFunds = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'insufficient_user_quota',
  'pre_consume_token_quota_failed',
]);

/**
 * LiteLLM passes on the message of OpenAI with `insufficient_quota`, but not the code. Other providers use
 * the same of limits for a minute.
 */
const noFundsText = /OpenAIException - You exceeded your current quota|insufficient_quota/;

/** `isPaid`: work that it may have accepted is not started again. */
export function mediaStartFailure(
  response: HttpResponse,
  { client, isPaid }: { readonly client: HttpClient; readonly isPaid: boolean },
): EngineError {
  if (isContentRefusal(codesIn(response.bytes)))
    return new EngineError('content_refused', reason('refused', { said: failureText(response, client) }), {
      notStarted: true,
    });
  const text = failureText(response, client);
  if (codesIn(response.bytes).some(each => noFunds.has(each)) || noFundsText.test(text))
    return unfundedError(text);
  if (response.isOk) {
    const cause = text.startsWith('status ') ? 'an error without words' : text;
    // What began is not known. A paid server is not asked again.
    return new EngineError('engine_unavailable', reason('error_reported'), { retryable: true, cause });
  }
  return isPaid ? paidStartFailure(response, client, openAiErrorShape) : startFailure(response, client);
}

/**
 * Whether the body reports that the request failed, and nothing else. Gateways send
 * that with a good status, too.
 */
export function isError(body: Uint8Array): boolean {
  const value = boundedJson(body);
  return errorBody.safeParse(value).success && !resultBody.safeParse(value).success;
}

/** The codes and types of an error in the body of an answer. */
export function codesIn(body: Uint8Array): string[] {
  const { data } = errorShape.safeParse(boundedJson(body));
  return [data?.code, data?.error?.code, data?.error?.type].flatMap(each =>
    each == null ? [] : String(each),
  );
}

export function isContentRefusal(codes: readonly unknown[]): boolean {
  return codes.some(each => refusalCodes.has(String(each)));
}
