/** What becomes of a hook after an attempt to tell it something. */
import { endRank } from './rank.ts';

/** What the receiver answered, or why it did not: a code, for nothing private is written down. */
export type Outcome = { readonly status: number } | { readonly error: string };

export type Verdict =
  /** Nothing more to tell, for good. */
  | { readonly kind: 'ended'; readonly ending: 'told' | 'gone' | 'given_up' }
  /** The next state is told when it comes. */
  | { readonly kind: 'next' }
  /** The same state once more. */
  | { readonly kind: 'again'; readonly tries: number; readonly delayMs: number };

const minuteMs = 60_000;
const retryDelaysMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs];

/** `tries`: failed tries of the same state before. A state that another one will follow is tried once. */
export function judgeAttempt(rank: number, tries: number, outcome: Outcome): Verdict {
  const status = 'status' in outcome ? outcome.status : undefined;
  if (status === 410) return { kind: 'ended', ending: 'gone' };
  if (rank < endRank) return { kind: 'next' };
  if (isAccepted(outcome)) return { kind: 'ended', ending: 'told' };
  const delayMs = retryDelaysMs[tries];
  return delayMs === undefined
    ? { kind: 'ended', ending: 'given_up' }
    : { kind: 'again', tries: tries + 1, delayMs };
}

export function isAccepted(outcome: Outcome): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
}
