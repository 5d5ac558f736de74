/**
 * Limits how often an account may send test messages, so that they cannot be used to flood a server.
 * Each process counts separately.
 */
import { AppError } from '@kinora/shared/errors/errors';
import type { Clock } from '@kinora/shared/clock';

export interface TestLimits {
  /**
   * Throws AppError `webhook_test_wait` while another test is in progress, or after
   * too many in the last minute.
   */
  check(accountId: string): void;
  /** Checks the limit, then sends a message and counts it. */
  send<Answer>(accountId: string, work: () => Promise<Answer>): Promise<Answer>;
}

const maxPerMinute = 10;
const minuteMs = 60_000;

export function limitTests(clock: Clock): TestLimits {
  const sending = new Set<string>();
  /** When each account sent messages within the last minute. */
  const sendTimes = new Map<string, readonly number[]>();
  const check = (accountId: string) => {
    for (const [account, times] of sendTimes) {
      const recentTimes = times.filter(time => time > clock.now() - minuteMs);
      if (recentTimes.length > 0) sendTimes.set(account, recentTimes);
      else sendTimes.delete(account);
    }
    const times = sendTimes.get(accountId) ?? [];
    const oldestTime = times.length < maxPerMinute ? undefined : times[0];
    const waitMs = oldestTime === undefined ? 0 : oldestTime + minuteMs - clock.now();
    if (waitMs > 0 || sending.has(accountId))
      throw new AppError('webhook_test_wait', {
        limit: maxPerMinute,
        retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
      });
  };
  return {
    check,
    send: async (accountId, work) => {
      check(accountId);
      sending.add(accountId);
      sendTimes.set(accountId, [...(sendTimes.get(accountId) ?? []), clock.now()]);
      try {
        return await work();
      } finally {
        sending.delete(accountId);
      }
    },
  };
}
