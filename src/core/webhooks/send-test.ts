/**
 * Posts one signed test message under the rules of webhooks. It is not stored, and a failure does
 * not count against the receiver.
 */
import type { Clock } from '@kinora/shared/clock';
import { newRowId } from '../../platform/lib/id.ts';
import { tryPost, type DeliveryDependencies } from './deliver-hook.ts';
import type { Outcome } from './classify-attempt.ts';
import { sign } from './sign.ts';

export interface TestResult {
  readonly outcome: Outcome;
  readonly tookMs: number;
}

/** `url` is the result of `checkHookUrl`. */
export async function sendTest(
  {
    url,
    secrets,
    accountId,
  }: { readonly url: string; readonly secrets: readonly Uint8Array[]; readonly accountId: string },
  { post, clock }: { readonly post: DeliveryDependencies['post']; readonly clock: Clock },
): Promise<TestResult> {
  const startMs = clock.now();
  const id = `test_${newRowId()}`;
  const timestamp = new Date(startMs).toISOString();
  const body = JSON.stringify({ type: 'test', timestamp, data: { id, object: 'webhook.test' } });
  const signature = sign(secrets, { id, timestampSeconds: Math.floor(startMs / 1000), body });
  const headers = { 'content-type': 'application/json', ...signature };
  const outcome = await tryPost(post, url, { headers, body, accountId });
  return { outcome, tookMs: Math.max(0, clock.now() - startMs) };
}
