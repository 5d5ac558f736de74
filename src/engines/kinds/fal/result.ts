/** The result of a job: its files, and what it cost. */
import { z } from 'zod';
import type { JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { addressesIn, filesAt } from '../../adapter-kit/hosted/model-input/model-output.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';

/**
 * Models answer in one of these. Flagged pictures are black, and a grid with one of them is
 * refused as a whole (decision 041).
 */
const result = z.looseObject({
  images: z.unknown().optional(),
  image: z.unknown().optional(),
  video: z.unknown().optional(),
  videos: z.unknown().optional(),
  has_nsfw_concepts: z.array(z.boolean()).nullish(),
});

/**
 * Units that an app bills, as fal documents it for who writes one. Seen in results of models, November 2026.
 */
const unitsHeader = 'x-fal-billable-units';

export interface ResultTerms {
  /** Whether files are clips whose address does not tell. */
  readonly isClip: boolean;
  /** The price in US dollars. 0: unknown. */
  readonly unitPrice: number;
}

export function readResult(
  answer: HttpResponse,
  { isClip, unitPrice }: ResultTerms,
): Extract<JobState, { state: 'done' | 'failed' }> {
  const { images, image, video, videos, has_nsfw_concepts: flags } = readJson(answer, result);
  const files = [
    ...filesAt(addressesIn([images, image]), isClip ? 'clip' : 'picture'),
    ...filesAt(addressesIn([video, videos]), 'clip'),
  ];
  if (flags?.some(Boolean))
    return { state: 'failed', code: 'content_refused', text: 'flagged as unsafe', retryable: false };
  return { state: 'done', files, ...readCost(answer, unitPrice) };
}

function readCost({ headers }: HttpResponse, unitPrice: number): { costMicros?: number } {
  const units = Number(headers[unitsHeader]);
  if (!(units > 0) || unitPrice === 0) return {};
  return { costMicros: Math.ceil(units * unitPrice * 1_000_000) };
}
