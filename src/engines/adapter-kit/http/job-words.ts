/**
 * The status words with which providers, and the gateways in front of them, report how a job ended. Gateways
 * pass on the words of other providers.
 */

export type JobEnd = 'done' | 'failed' | 'gone';

const ends: Readonly<Record<JobEnd, readonly string[]>> = {
  done: ['complete', 'completed', 'done', 'finished', 'succeed', 'succeeded', 'success', 'successful'],
  failed: [
    'abort',
    'aborted',
    'cancel',
    'canceled',
    'cancelled',
    'error',
    'errored',
    'expired',
    'fail',
    'failed',
    'failure',
    'rejected',
    'terminated',
    'timeout',
  ],
  gone: ['deleted'],
};
const endsByWord = new Map(
  Object.entries(ends).flatMap(([end, words]) => words.map(word => [word, end as JobEnd])),
);

/** Returns how the job has ended, or undefined for any other word, which means that it is in progress. */
export function jobEnd(status: string | null | undefined): JobEnd | undefined {
  return endsByWord.get((status ?? '').trim().toLowerCase());
}

const refusals =
  /risk.?control|content.?polic|usage.?polic|policy.?violation|community.?(?:standard|guideline)|banned.?(?:prompt|word)|moderat|nsfw|sensitive.?(?:content|word|information)|inappropriate|prohibited.?content|safety.?(?:system|filter|check|polic)|content.?filter|real person|敏感|违规|违禁|风控|审核(?:未|不)通过/i;
/** Words of a message that the content check itself failed. */
const outages = /unavailable|time[d ]?.?out|try again later|internal error|overload|rate.?limit/i;

/**
 * Whether a provider refused the contents of a prompt or a picture. Only used for failures without a code of
 * their own, for which the text is the only evidence.
 */
export function isRefusalText(text: string): boolean {
  return refusals.test(text) && !outages.test(text);
}
