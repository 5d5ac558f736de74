/**
 * What LiteLLM reckons that its models cost: its cost map, with the operator's own prices. In US dollars.
 * Facts: docs.litellm.ai, model cost map and `/model/info`, October 2026.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { UpstreamPrice } from '../../contract/kind/upstream-price.ts';
import { readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';
import { amountsIn, perImageField, perSecondFields } from '../../adapter-kit/hosted/litellm-prices.ts';
import { openMediaClient } from './openai-media-engine.ts';
import type { OpenAiMediaSettings } from './settings.ts';

const modelInfo = z.object({
  data: z.array(z.looseObject({ model_name: z.string(), model_info: z.record(z.string(), z.unknown()) })),
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
    const answer = await client.send({ path: '/model/info', signal, maxBytes: maxListBytes });
    if (!answer.isOk) throw stepFailure(answer, client);
    const [unit, fields] =
      makes === 'clips' ? (['second', perSecondFields] as const) : (['image', [perImageField]] as const);
    return readJson(answer, modelInfo)
      .data.filter(({ model_name }) => upstreams.includes(model_name))
      .flatMap(({ model_name: upstream, model_info: info }) => {
        const perField = fields.map(field => amountsIn(info, field));
        const listedAmounts = perField.find(amounts => amounts.length > 0) ?? [];
        return listedAmounts.map(({ amount, resolution }) => ({
          upstream,
          unit,
          amount: String(amount),
          currency: 'USD',
          ...(resolution && { condition: resolution }),
        }));
      });
  } finally {
    client.close();
  }
}
