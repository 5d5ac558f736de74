/** Lists the models of a server with chat models. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { EngineSettings } from '../../contract/kind/engine-settings.ts';
import type { InstanceAccess } from '../../contract/kind/instance-access.ts';
import type { ProbeResult } from '../../contract/kind/probe-result.ts';
import { askProbe } from '../../adapter-kit/http/ask-probe.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import { apiPath } from './ask-chat.ts';
import { blindModels, isBlind } from './blind-models.ts';

/** Most programs write themselves into `owned_by`. llama.cpp also says what its models can read. */
const modelList = z.object({
  /** Null means an Ollama without models. */
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
  organization_owner: 'LM Studio',
  koboldcpp: 'KoboldCpp',
};

/** What suits a program, where it differs from the defaults. */
const programSettings: Readonly<Record<string, EngineSettings>> = { Ollama: { thinking: 'off_effort' } };

export async function probeChat(options: InstanceAccess, signal: AbortSignal): Promise<ProbeResult> {
  const { url = '', secret } = options;
  const client = openHttpClient({ url, secret });
  try {
    const { data: listedModels, models = [] } = await askProbe(client, {
      path: `${apiPath(url)}/models`,
      shape: modelList,
      program: 'an OpenAI-compatible server',
      advice: reason('url_check_chat'),
      signal,
    });
    const names = (listedModels ?? []).map(({ id }) => id);
    const owner = listedModels?.[0]?.owned_by;
    const program = programs[owner ?? ''];
    const notes = names.length === 0 ? ['It has no models.'] : [];
    const hasBlind = models.some(({ capabilities }) => capabilities && isBlind(capabilities));
    if (hasBlind)
      notes.push(
        'Its model does not accept images: it can shorten prompts, but not describe images. Start it with --mmproj.',
      );
    const isNameless = names.length > 0 && !owner;
    const blind =
      (await blindModels[program ?? (isNameless ? 'nameless' : '')]?.({ client, url, names, signal })) ?? [];
    if (blind.length > 0)
      notes.push(`These models do not accept images, so they cannot describe images: ${blind.join(', ')}.`);
    const unsuitable = hasBlind ? names : blind;
    const settings = programSettings[program ?? ''];
    return {
      program,
      models: names,
      ...(unsuitable.length > 0 && { unsuitable }),
      ...(settings && { settings }),
      notes,
    };
  } finally {
    client.close();
  }
}
