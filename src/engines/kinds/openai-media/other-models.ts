/**
 * Which models of a server do not make what the engine makes, where its program lists what each model is for.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';
import type { OpenAiMediaSettings } from './settings.ts';

export interface ModelQuestion {
  readonly client: HttpClient;
  readonly settings: Pick<OpenAiMediaSettings, 'makes'>;
  readonly models: readonly string[];
  readonly signal: AbortSignal;
}

/** Ollama is asked for each model. */
const maxShown = 20;

const shownModel = z.object({ capabilities: z.array(z.string()) });
const localModels = z.object({
  data: z.array(z.object({ id: z.string(), capabilities: z.array(z.string()).nullish() })),
});
/** LiteLLM knows no mode of models that are not in its cost map. */
const gatewayModels = z.object({
  data: z.array(
    z.object({ model_name: z.string(), model_info: z.object({ mode: z.string().nullish() }).nullish() }),
  ),
});

/** Empty if the program does not say it. */
export function otherModels(program: string, question: ModelQuestion): Promise<string[]> {
  return programs[program]?.(question) ?? Promise.resolve([]);
}

const programs: Readonly<Record<string, (question: ModelQuestion) => Promise<string[]>>> = {
  Ollama: async question => {
    const unsuitableModels = question.models.slice(0, maxShown).map(async model => {
      const { data } = shownModel.safeParse(await ask(question, '/api/show', { model }));
      return data && !data.capabilities.includes('image') ? [model] : [];
    });
    return (await Promise.all(unsuitableModels)).flat();
  },
  LocalAI: async question => {
    const { data } = localModels.safeParse(await ask(question, '/v1/models/capabilities'));
    const requiredCapability = question.settings.makes === 'clips' ? 'video' : 'image';
    const otherModels = (data?.data ?? []).filter(
      ({ capabilities }) => capabilities && !capabilities.includes(requiredCapability),
    );
    return otherModels.map(({ id }) => id).filter(id => question.models.includes(id));
  },
  LiteLLM: async question => {
    const { data } = gatewayModels.safeParse(await ask(question, '/model/info'));
    const requiredMode =
      question.settings.makes === 'clips' ? 'video_generation' : /^image_(?:generation|edit)$/;
    const otherModels = (data?.data ?? []).filter(
      ({ model_info: info }) => info?.mode && !info.mode.match(requiredMode),
    );
    return otherModels.map(({ model_name: name }) => name).filter(name => question.models.includes(name));
  },
};

/** JSON, or undefined if the program does not have this. */
async function ask({ client, signal }: ModelQuestion, path: string, body?: object): Promise<unknown> {
  const { isOk, bytes } = await client.send({ path, signal, maxBytes: maxListBytes, ...(body && { body }) });
  return isOk ? boundedJson(bytes) : undefined;
}
