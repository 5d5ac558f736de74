/**
 * Finds the models of a server that accept no images. Each program says it in a way of its own. Some programs
 * answer a question about an image as if the image were a word, so that such a model would describe what it
 * never saw.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import { boundedJson } from '../../adapter-kit/http/bounded-json.ts';
import type { HttpClient } from '../../adapter-kit/http/http-client.ts';

export interface BlindQuestion {
  readonly client: HttpClient;
  readonly url: string;
  readonly names: readonly string[];
  readonly signal: AbortSignal;
}

/** Ollama is asked for each model. */
const maxShown = 20;

const shownModel = z.object({ capabilities: z.array(z.string()) });
const studioModels = z.object({ data: z.array(z.object({ id: z.string(), type: z.string() })) });
const koboldVersion = z.object({ vision: z.boolean() });
const localModels = z.object({
  data: z.array(z.object({ id: z.string(), capabilities: z.array(z.string()).nullish() })),
});

/**
 * Find the models that accept no images, by the name of the program. `nameless` is for programs that name no
 * owner of their models, as LocalAI does not. Nothing is known about other programs.
 */
export const blindModels: Readonly<Record<string, (question: BlindQuestion) => Promise<string[]>>> = {
  Ollama: async question => {
    const blindNames = question.names.slice(0, maxShown).map(async name => {
      const answer = await ask(question, '/api/show', { model: name });
      const { data } = shownModel.safeParse(answer);
      return data && isBlind(data.capabilities) ? [name] : [];
    });
    return (await Promise.all(blindNames)).flat();
  },
  'LM Studio': async question => {
    const { data } = studioModels.safeParse(await ask(question, '/api/v0/models'));
    const types = new Map((data?.data ?? []).map(({ id, type }) => [id, type]));
    return question.names.filter(name => types.has(name) && types.get(name) !== 'vlm');
  },
  KoboldCpp: async question => {
    const { data } = koboldVersion.safeParse(await ask(question, '/api/extra/version'));
    return data?.vision === false ? [...question.names] : [];
  },
  nameless: async question => {
    const { data } = localModels.safeParse(await ask(question, '/v1/models/capabilities'));
    const blind = (data?.data ?? []).filter(({ capabilities }) => capabilities && isBlind(capabilities));
    return blind.map(({ id }) => id).filter(id => question.names.includes(id));
  },
};

/** Decides by the capabilities that a program names for a model. */
export function isBlind(capabilities: readonly string[]): boolean {
  return !capabilities.some(one => /multimodal|vision/.test(one));
}

/** JSON, or undefined if the program does not have this. */
async function ask({ client, url, signal }: BlindQuestion, path: string, body?: object): Promise<unknown> {
  const { isOk, bytes } = await client.send({
    path: new URL(path, url),
    signal,
    maxBytes: maxListBytes,
    ...(body && { body }),
  });
  return isOk ? boundedJson(bytes) : undefined;
}
