/** Lists the models of a server with chat models. */
import { z } from 'zod';
import type { InstanceAccess, ProbeResult } from '../../contract/engine-kind.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { jsonOf } from '../../../platform/lib/text/json-of.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { apiPath } from './ask-chat.ts';

/** llama.cpp and Ollama write themselves into `owned_by`. llama.cpp also says what its models can read. */
const modelList = z.object({
  /** Null: an Ollama without models. */
  data: z.array(z.object({ id: z.string(), owned_by: z.string().nullish() })).nullable(),
  models: z
    .array(z.object({ capabilities: z.array(z.string()).optional() }))
    .optional()
    .catch(undefined),
});

/** Of Ollama, for each model. */
const shownModel = z.object({ capabilities: z.array(z.string()) });
const maxShown = 20;

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
    const names = (listed ?? []).map(({ id }) => id);
    const program = programs[listed?.[0]?.owned_by ?? ''];
    const notes = names.length === 0 ? ['It has no models.'] : [];
    if (models.some(({ capabilities }) => capabilities && isBlind(capabilities)))
      notes.push(
        'Its model does not accept images: it can shorten prompts, but not describe images. Start it with --mmproj.',
      );
    const blind = program === 'Ollama' ? await blindModels(client, { url, names, signal }) : [];
    if (blind.length > 0)
      notes.push(`These models do not accept images, so they cannot describe images: ${blind.join(', ')}.`);
    return { program, models: names, notes };
  } finally {
    client.close();
  }
}

function isBlind(capabilities: readonly string[]): boolean {
  return !capabilities.some(one => /multimodal|vision/.test(one));
}

/** Ollama answers a question about an image as if the image were a word, so such a model would describe what it never saw. */
async function blindModels(
  client: HttpClient,
  {
    url,
    names,
    signal,
  }: { readonly url: string; readonly names: readonly string[]; readonly signal: AbortSignal },
): Promise<string[]> {
  const blind: string[] = [];
  for (const name of names.slice(0, maxShown)) {
    const { isOk, bytes } = await client.send({
      path: new URL('/api/show', url),
      body: { model: name },
      signal,
    });
    const { data } = shownModel.safeParse(isOk ? jsonOf(bytes) : undefined);
    if (data && isBlind(data.capabilities)) blind.push(name);
  }
  return blind;
}
