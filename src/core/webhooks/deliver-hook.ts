/** One delivery attempt: signs the current record of the task and posts it once. Stores nothing. */
import type { Clock } from '@kinora/shared/clock';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { PostMessage, SafeFetch } from '../../platform/lib/network/safe-fetch.ts';
import { SafeFetchError } from '../../platform/lib/network/safe-fetch-error.ts';
import { inSpan, traceHeaders } from '../../platform/lib/trace/spans.ts';
import type { Attempt, LeasedHook } from './hook-store.ts';
import type { Outcome } from './classify-attempt.ts';
import { rankProgress, type TaskProgress } from './rank.ts';
import { sign } from './sign.ts';

/** The record of a task and the progress that it contains, from one read. */
export interface HookRecord extends TaskProgress {
  readonly body: string;
}

export type RecordOf = (
  task: Pick<LeasedHook, 'publicId' | 'interface' | 'isDefault' | 'baseUrl' | 'language'>,
) => Promise<HookRecord | undefined>;

export interface DeliveryDependencies {
  readonly recordOf: RecordOf;
  readonly post: SafeFetch['post'];
  readonly clock: Clock;
}

export const postTimeoutMs = 10_000;

/**
 * Posts the current record. Returns undefined if there is nothing new, or if it is too late to post: after
 * `notAfterMs` another deliverer may lease the hook, and a late message would arrive after a newer one.
 */
export async function deliverHook(
  hook: LeasedHook,
  notAfterMs: number,
  { recordOf, post, clock }: DeliveryDependencies,
): Promise<Attempt | undefined> {
  const record = await recordOf(hook);
  if (!record) throw new InvariantError(`Task ${hook.publicId} has a hook but no record`);
  if (rankProgress(record) <= hook.rankSent || clock.now() > notAfterMs) return undefined;
  const startMs = clock.now();
  const round = hook.reopened > 0 ? `_${hook.reopened}` : '';
  const messageId = `${hook.id}_${rankProgress(record)}${round}`;
  const { body } = record;
  const headers = {
    'content-type': 'application/json',
    ...sign(hook.secrets, { id: messageId, timestampSeconds: Math.floor(startMs / 1000), body }),
  };
  const outcome = hook.isOff
    ? { error: 'switched_off' }
    : await inDeliverySpan(hook, () =>
        tryPost(post, hook.url, {
          headers: { ...headers, ...traceHeaders() },
          body,
          accountId: hook.accountId,
        }),
      );
  return { messageId, deliveredProgress: record, outcome, tookMs: Math.max(0, clock.now() - startMs) };
}

function inDeliverySpan(
  { trace: parent, publicId, origin, tries }: LeasedHook,
  deliver: () => Promise<Outcome>,
): Promise<Outcome> {
  const attributes = { 'kinora.task.id': publicId, 'server.address': origin, 'kinora.attempt': tries + 1 };
  return inSpan('deliver webhook', { kind: 'client', parent, attributes }, async span => {
    const outcome = await deliver();
    span?.set(
      'status' in outcome ? { 'http.response.status_code': outcome.status } : { 'error.type': outcome.error },
    );
    return outcome;
  });
}

/**
 * Posts a message. Returns the status of the response, or a code for why there is
 * none. Rejects when Kinora stops.
 */
export async function tryPost(
  post: DeliveryDependencies['post'],
  url: string,
  message: Omit<PostMessage, 'timeoutMs'>,
): Promise<Outcome> {
  try {
    return { status: (await post(url, { ...message, timeoutMs: postTimeoutMs })).status };
  } catch (error) {
    // `closed` means that Kinora is stopping, which is not a failure of the receiver.
    if (error instanceof SafeFetchError && error.code !== 'closed') return { error: error.code };
    throw error;
  }
}
