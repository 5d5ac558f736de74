/** Decides what happens to a hook after a delivery attempt. */
import { endRank } from './rank.ts';

/** The status of the receiver's response, or a code for why there is none. Nothing private is stored. */
export type Outcome = { readonly status: number } | { readonly error: string };

export type Verdict =
  /** The hook has ended. Nothing more is delivered. */
  | { readonly kind: 'ended'; readonly ending: 'told' | 'gone' | 'given_up' }
  /** The next state is delivered when the task reaches it. */
  | { readonly kind: 'next' }
  /** The delivery of this state is tried again. */
  | { readonly kind: 'again'; readonly tries: number; readonly delayMs: number };

const minuteMs = 60_000;
const retryDelaysMs = [5_000, 30_000, 2 * minuteMs, 10 * minuteMs, 60 * minuteMs, 360 * minuteMs];

/** `tries` is the number of earlier failures for the same state. Only the final state is retried. */
export function classifyAttempt(rank: number, tries: number, outcome: Outcome): Verdict {
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
