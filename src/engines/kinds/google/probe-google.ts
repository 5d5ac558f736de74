/** Lists the models of the key. Nothing is generated. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { keyFailure, openGoogleClient } from './google-client.ts';
import type { GoogleSettings } from './google-settings.ts';

const modelList = z.object({
  models: z
    .array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).nullish() }))
    .default([]),
});

export async function probeGoogle(access: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const { client } = openGoogleClient(access);
  const { makes } = access.settings as GoogleSettings;
  try {
    const { models } = await askProbe(client, {
      path: '/v1beta/models?pageSize=1000',
      shape: modelList,
      program: 'the Gemini API',
      advice: reason('url_up_to', { path: '/v1beta' }),
      signal,
      toFailure: answer => keyFailure(answer, client),
    });
    const method = makes === 'clips' ? 'predictLongRunning' : 'generateContent';
    const capableModels = models.filter(({ supportedGenerationMethods }) =>
      supportedGenerationMethods?.includes(method),
    );
    return {
      program: 'Gemini API',
      models: capableModels.map(({ name }) => name.replace(/^models\//, '')),
      notes: capableModels.length === 0 ? [`None of its models supports ${method}.`] : [],
    };
  } finally {
    client.close();
  }
}
