/**
 * What LiteLLM reckons that its models cost: its cost map, with the operator's own prices. In US dollars. Facts: docs.litellm.ai, model cost
 * map and `/model/info`, October 2026.
 */
import { z } from 'zod';
import type { InstanceAccess, UpstreamPrice } from '../engine-kind.ts';
import { readJson } from '../http/http-client.ts';
import { stepFailure } from '../http/http-failures.ts';
import { openMediaClient } from './openai-media-engine.ts';
import type { OpenAiMediaSettings } from './settings.ts';

const price = z.number().nullish().catch(undefined);
const modelInfo = z.object({
  data: z.array(
    z.looseObject({
      model_name: z.string(),
      model_info: z.looseObject({
        output_cost_per_image: price,
        output_cost_per_second: price,
        output_cost_per_video_per_second: price,
      }),
    }),
  ),
});

/** The other servers publish no prices. */
export async function readMediaPrices(
  access: InstanceAccess,
  upstreams: readonly string[],
  signal: AbortSignal,
): Promise<readonly UpstreamPrice[]> {
  const { dialect, makes } = access.settings as OpenAiMediaSettings;
  if (dialect !== 'litellm') return [];
  const { client } = openMediaClient(access);
  try {
    const answer = await client.send({ path: '/model/info', signal });
    if (!answer.isOk) throw stepFailure(answer, client);
    const { data } = readJson(answer, modelInfo);
    return data.flatMap(({ model_name: upstream, model_info: info }) => {
      if (!upstreams.includes(upstream)) return [];
      const perSecond = info.output_cost_per_video_per_second ?? info.output_cost_per_second;
      const amount = makes === 'clips' ? perSecond : info.output_cost_per_image;
      if (amount === null || amount === undefined) return [];
      return [
        { upstream, unit: makes === 'clips' ? 'second' : 'image', amount: String(amount), currency: 'USD' },
      ];
    });
  } finally {
    client.close();
  }
}
