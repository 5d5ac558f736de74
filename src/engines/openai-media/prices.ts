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

const modelInfo = z.object({
  data: z.array(z.looseObject({ model_name: z.string(), model_info: z.record(z.string(), z.unknown()) })),
});

interface PriceField {
  readonly unit: UpstreamPrice['unit'];
  /** Its group, if any, is the resolution, for which there may be another price. */
  readonly field: RegExp;
}

/** Of what an engine makes, the first line with a price counts. Prices of tokens are left out: the cost then depends on the job. */
const clipFields: readonly PriceField[] = [
  { unit: 'second', field: /^output_cost_per_video_per_second(?:_(\d+[pk]))?$/ },
  { unit: 'second', field: /^output_cost_per_second(?:_(\d+[pk]))?$/ },
];
const imageFields: readonly PriceField[] = [
  { unit: 'image', field: /^output_cost_per_image(?:_(\d+(?:\.\d+)?K?))?$/ },
];

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
    const fields = makes === 'clips' ? clipFields : imageFields;
    return readJson(answer, modelInfo)
      .data.filter(({ model_name }) => upstreams.includes(model_name))
      .flatMap(({ model_name: upstream, model_info: info }) => {
        const perField = fields.map(field => pricesIn(info, field));
        const found = perField.find(prices => prices.length > 0) ?? [];
        return found.map(price => ({ upstream, ...price }));
      });
  } finally {
    client.close();
  }
}

function pricesIn(
  info: Readonly<Record<string, unknown>>,
  { unit, field }: PriceField,
): Omit<UpstreamPrice, 'upstream'>[] {
  return Object.entries(info).flatMap(([name, amount]) => {
    const [matched, condition] = field.exec(name) ?? [];
    if (matched === undefined || typeof amount !== 'number') return [];
    return [{ unit, amount: String(amount), currency: 'USD', ...(condition && { condition }) }];
  });
}
