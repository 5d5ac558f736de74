/**
 * The prices of pictures, as OpenRouter lists them for each provider of a model, and those of clips
 * (`clip-prices.ts`). Prices by tokens or megapixels are left out: what a picture costs then depends on the
 * job, and a wrong proposal is worse than none.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import { plainDecimal } from '../../../platform/lib/text/plain-decimal.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { UpstreamPrice } from '../../contract/kind/upstream-price.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { readClipPrices } from './clip-prices.ts';
import { openRouterClient } from './openrouter-client.ts';
import type { OpenRouterSettings } from './openrouter-settings.ts';

const endpointList = z.object({
  endpoints: z.array(
    z.object({
      provider_name: z.string(),
      pricing: z.array(
        z.object({
          billable: z.string(),
          unit: z.string(),
          // One odd price does not hide the others.
          cost_usd: z.number().nullish().catch(null),
          variant: z.string().nullish(),
        }),
      ),
    }),
  ),
});

export async function readOpenRouterPrices(
  access: InstanceAccess,
  upstreams: readonly string[],
  signal: AbortSignal,
): Promise<UpstreamPrice[]> {
  const { client } = openRouterClient(access);
  const { makes } = access.settings as OpenRouterSettings;
  try {
    if (makes === 'clips') return await readClipPrices(upstreams, client, signal);
    const prices: UpstreamPrice[] = [];
    for (const upstream of upstreams) prices.push(...(await readModelPrices(upstream, client, signal)));
    return prices;
  } finally {
    client.close();
  }
}

async function readModelPrices(
  upstream: string,
  client: HttpClient,
  signal: AbortSignal,
): Promise<UpstreamPrice[]> {
  const name = upstream.split('/').map(encodeURIComponent).join('/');
  const answer = await client.send({
    path: `/images/models/${name}/endpoints`,
    signal,
    maxBytes: maxListBytes,
  });
  if (answer.status === 404) return [];
  if (!answer.isOk) throw stepFailure(answer, client);
  return readJson(answer, endpointList).endpoints.flatMap(({ provider_name, pricing }) =>
    pricing
      .filter(({ billable, unit }) => billable === 'output_image' && unit === 'image')
      .flatMap(({ cost_usd, variant }) =>
        cost_usd == null
          ? []
          : {
              upstream,
              unit: 'image' as const,
              amount: plainDecimal(cost_usd),
              currency: 'USD',
              condition: [provider_name, variant].filter(Boolean).join(', '),
            },
      ),
  );
}
