/** What its failures mean: by the code in the body where that is more specific than the status. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { HttpClient, HttpResponse } from '../../adapter-kit/http/http-client.ts';
import { failureText } from '../../adapter-kit/http/http-failures.ts';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';

export const errorShape = z.object({ code: z.string().nullish(), message: z.string().nullish() });
const bodyShape = z.object({ error: errorShape });

/**
 * Such as `InputTextSensitiveContentDetected`,
 * `OutputVideoSensitiveContentDetected.PolicyViolation` or `InputImageRiskDetection`. The check
 * itself fails with `ContentSecurityDetectionError`, which is no refusal.
 */
const refusalPattern = /^(Input|Output)?\w*(SensitiveContentDetected|RiskDetection)(\.|$)/;

export function isContentRefusal(code: string | null | undefined): boolean {
  return refusalPattern.test(code ?? '');
}

/** Returns undefined if the status is specific enough. */
export function arkStartFailure(
  response: HttpResponse,
  client: Pick<HttpClient, 'clean'>,
): EngineError | undefined {
  const { data } = bodyShape.safeParse(boundedJson(response.bytes));
  if (!isContentRefusal(data?.error.code)) return undefined;
  const why = reason('refused', { said: failureText(response, client) });
  return new EngineError('content_refused', why, { notStarted: true });
}
