/** One delivery: the task's record as it is now, signed, posted once. Writes nothing down. */
import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch.ts';
import { SafeFetchError } from '../lib/safe-fetch-error.ts';
import type { Attempt, LeasedHook } from './hook-store.ts';
import type { Outcome } from './judge-attempt.ts';
import { rankOf, type Standing } from './rank.ts';
import { sign } from './sign.ts';

/** A task's record and how far the task had come in it: both from one read. */
export interface HookRecord extends Standing {
  readonly body: string;
}

export type RecordOf = (
  task: Pick<LeasedHook, 'publicId' | 'interface' | 'baseUrl' | 'language'>,
) => Promise<HookRecord | undefined>;

export interface DeliveryParts {
  readonly recordOf: RecordOf;
  readonly post: SafeFetch['post'];
  readonly clock: Clock;
}

export const postTimeoutMs = 10_000;

/**
 * Undefined: there is nothing new, or no telling any more whether this may be posted. `notAfterMs`: another deliverer
 * may take the hook soon after, and what is posted late would come after what is newer.
 */
export async function deliverHook(
  hook: LeasedHook,
  notAfterMs: number,
  { recordOf, post, clock }: DeliveryParts,
): Promise<Attempt | undefined> {
  const record = await recordOf(hook);
  if (!record) throw new Error(`Task ${hook.publicId} has a hook but no record`);
  if (rankOf(record) <= hook.rankSent || clock.now() > notAfterMs) return undefined;
  const startMs = clock.now();
  const messageId = `${hook.id}_${rankOf(record)}`;
  const { body } = record;
  const headers = {
    'content-type': 'application/json',
    ...sign(hook.secret, { id: messageId, timestampSeconds: Math.floor(startMs / 1000), body }),
  };
  const outcome = hook.isOff ? { error: 'switched_off' } : await tryPost(post, hook.url, { headers, body });
  return { messageId, told: record, outcome, tookMs: Math.max(0, clock.now() - startMs) };
}

/** What the receiver answered, or the code of why it did not. Rejects when Kinora is stopping. */
export async function tryPost(
  post: DeliveryParts['post'],
  url: string,
  message: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<Outcome> {
  try {
    return { status: (await post(url, { ...message, timeoutMs: postTimeoutMs })).status };
  } catch (error) {
    // Closed: Kinora is stopping, which is no failure of the receiver's.
    if (error instanceof SafeFetchError && error.code !== 'closed') return { error: error.code };
    throw error;
  }
}
