/** Whether a process should get requests: named checks, each answered within a time limit. */
import { shareRead, valueWithin } from './shared-read.ts';

/** Returns `ok`, or one word for what is wrong. A check that throws counts as `unavailable`. */
export type ReadinessCheck = () => string | Promise<string>;

/** `status`, and the result of each check by its name. */
export interface ReadinessReport extends Readonly<Record<string, string>> {
  readonly status: 'ok' | 'unavailable';
}

export interface Readiness {
  add(name: string, check: ReadinessCheck): void;
  read(): Promise<ReadinessReport>;
}

const checkTimeoutMs = 2_000;

export function openReadiness(timeoutMs = checkTimeoutMs): Readiness {
  const checks = new Map<string, () => Promise<string>>();
  return {
    add: (name, check) => void checks.set(name, oneAtATime(check)),
    read: async () => {
      const results = await Promise.all(
        [...checks].map(
          async ([name, check]) => [name, await valueWithin(timeoutMs, check(), 'unavailable')] as const,
        ),
      );
      const isReady = results.every(([, result]) => result === 'ok');
      return { status: isReady ? 'ok' : 'unavailable', ...Object.fromEntries(results) };
    },
  };
}

/** A check that hangs is not begun again by every probe. */
function oneAtATime(check: ReadinessCheck): () => Promise<string> {
  return shareRead(async () => {
    try {
      return await check();
    } catch {
      return 'unavailable';
    }
  });
}
