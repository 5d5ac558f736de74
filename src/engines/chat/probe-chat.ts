/** Lists the models of a server with chat models. */
import { z } from 'zod';
import type { InstanceAccess, ProbeResult } from '../engine-kind.ts';
import { askProbe } from '../http/ask-probe.ts';
import { openHttpClient } from '../http/http-client.ts';
import { apiPath } from './ask-chat.ts';

/** llama.cpp and Ollama write themselves into `owned_by`. Only llama.cpp says what its models can read. */
const modelList = z.object({
  /** Null: an Ollama without models. */
  data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish() })).nullable(),
  models: z
    .array(z.object({ capabilities: z.array(z.string()).optional() }))
    .optional()
    .catch(undefined),
});

const programs: Readonly<Record<string, string>> = {
  llamacpp: 'llama.cpp',
  library: 'Ollama',
  vllm: 'vLLM',
  sglang: 'SGLang',
};

export async function probeChat(options: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const { url = '', secret } = options;
  const client = openHttpClient({ url, secret });
  try {
    const { data: listed, models = [] } = await askProbe(client, {
      path: `${apiPath(url)}/models`,
      shape: modelList,
      program: 'an OpenAI-compatible server',
      advice: 'Check the URL: it ends where the path of its API ends, or has no path if that is /v1',
      signal,
    });
    const data = listed ?? [];
    const isBlind = models.some(
      ({ capabilities }) => capabilities && !capabilities.some(one => /multimodal|vision/.test(one)),
    );
    return {
      program: programs[data[0]?.owned_by ?? ''],
      models: data.map(({ id }) => id),
      notes: [
        ...(data.length === 0 ? ['It has no models.'] : []),
        ...(isBlind
          ? [
              'Its model does not accept images: it can shorten prompts, but not describe images. Start it with --mmproj.',
            ]
          : []),
      ],
    };
  } finally {
    client.close();
  }
}
