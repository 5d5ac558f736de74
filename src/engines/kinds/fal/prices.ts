/**
 * What fal charges per unit of a model's output. Facts: docs.fal.ai, platform APIs, pricing, November 2026;
 * not verified against the service.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { UpstreamPrice } from '../../contract/kind/upstream-price.ts';
import { openHttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { falUrl } from './fal-client.ts';

/** The address of fal itself, and so of the engines that use its own address. It wants the key. */
const platformUrl = 'https://api.fal.ai';
const maxAtOnce = 50;

const priceList = z.object({
  prices: z.array(
    z.looseObject({
      endpoint_id: z.string(),
      // Whoever calls checks it, so that one strange price does not hide the others.
      unit_price: z.unknown().transform(String),
      unit: z.string(),
      currency: z.string(),
    }),
  ),
});

const units: Readonly<Record<string, UpstreamPrice['unit']>> = {
  image: 'image',
  images: 'image',
  second: 'second',
  seconds: 'second',
  video_second: 'second',
  video: 'clip',
  videos: 'clip',
};

/**
 * Models that are charged by megapixels or by the time of a machine are left out:
 * their cost depends on the job.
 */
export async function readFalPrices(
  { url = falUrl, secret }: InstanceAccess,
  upstreams: readonly string[],
  signal: AbortSignal,
): Promise<readonly UpstreamPrice[]> {
  const client = openHttpClient({
    url: url === falUrl ? platformUrl : url,
    secret,
    credentials: key => ({ authorization: `Key ${key}` }),
  });
  try {
    const prices: UpstreamPrice[] = [];
    for (let first = 0; first < upstreams.length; first += maxAtOnce) {
      const queryEntries = upstreams.slice(first, first + maxAtOnce).map(name => ['endpoint_id', name]);
      const answer = await client.send({
        path: `/v1/models/pricing?${new URLSearchParams(queryEntries)}`,
        signal,
        maxBytes: maxListBytes,
      });
      if (!answer.isOk) throw stepFailure(answer, client);
      prices.push(...readJson(answer, priceList).prices.flatMap(toPrice));
    }
    return prices;
  } finally {
    client.close();
  }
}

function toPrice(price: z.output<typeof priceList>['prices'][number]): UpstreamPrice[] {
  const unit = units[price.unit.toLowerCase()];
  if (!unit) return [];
  return [{ upstream: price.endpoint_id, unit, amount: price.unit_price, currency: price.currency }];
}
