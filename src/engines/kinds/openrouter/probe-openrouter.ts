/** Shows that the key is right, and lists the models for pictures or for clips. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { openRouterClient } from './openrouter-client.ts';
import type { OpenRouterSettings } from './openrouter-settings.ts';

/** The limit is in US dollars. Null if the key has no limit of its own. */
const keyShape = z.object({ data: z.object({ limit_remaining: z.number().nullish() }) });
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });

export async function probeOpenRouter(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const { client } = openRouterClient(access);
  const { makes } = access.settings as OpenRouterSettings;
  const request = {
    program: 'OpenRouter',
    advice: reason('url_up_to', { path: '/api/v1' }),
    signal,
  };
  try {
    const key = await askProbe(client, { ...request, path: '/key', shape: keyShape });
    const path = makes === 'clips' ? '/videos/models' : '/images/models';
    const { data } = await askProbe(client, { ...request, path, shape: modelList });
    const remainingLimit = key.data.limit_remaining;
    return {
      program: 'OpenRouter',
      models: data.map(({ id }) => id),
      notes: remainingLimit == null ? [] : [`The key has ${remainingLimit.toFixed(2)} US dollars left.`],
    };
  } finally {
    client.close();
  }
}
