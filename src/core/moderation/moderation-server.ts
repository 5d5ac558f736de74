/**
 * Prompts that another server judges, by the interface of OpenAI's moderation.
 * @see https://platform.openai.com/docs/api-reference/moderations/create
 */
import { AppError } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import type { BannedWords } from './banned-words.ts';

export interface ModerationSettings {
  /** The address before `/moderations`. Undefined if prompts are not judged. */
  readonly moderationUrl: string | undefined;
  readonly moderationKey: string | undefined;
  readonly moderationModel: string;
  readonly moderationOnFailure: 'reject' | 'allow';
}

const timeoutMs = 5_000;
const maxBytes = 100_000;

const answerShape = z.object({
  results: z
    .array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.unknown()).optional() }))
    .min(1),
});

/** The list of words, and after it the server, if one is configured. `find` throws AppError `prompt_flagged` or `moderation_unavailable`. */
export function withModeration(words: BannedWords, settings: ModerationSettings): BannedWords {
  const { moderationUrl: url, moderationOnFailure } = settings;
  if (url === undefined) return words;
  return {
    ...words,
    find: async text => {
      const word = await words.find(text);
      if (word !== undefined) return word;
      const categories = await flaggedIn(text, { ...settings, moderationUrl: url }).catch(
        (error: unknown) => {
          if (moderationOnFailure === 'reject') throw new AppError('moderation_unavailable', {}, error);
          return undefined;
        },
      );
      if (categories)
        throw new AppError('prompt_flagged', { categories: categories.join(', '), prompt: text });
      return undefined;
    },
  };
}

/** The categories of what is wrong with a text. Undefined if nothing is. */
async function flaggedIn(
  input: string,
  {
    moderationUrl,
    moderationKey,
    moderationModel: model,
  }: ModerationSettings & { readonly moderationUrl: string },
): Promise<readonly string[] | undefined> {
  const response = await fetch(`${moderationUrl.replace(/\/$/, '')}/moderations`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(moderationKey !== undefined && { authorization: `Bearer ${moderationKey}` }),
    },
    body: JSON.stringify({ model, input }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The moderation answered ${response.status}`);
  const text = await response.text();
  if (text.length > maxBytes) throw new Error('The answer of the moderation is too large');
  const { results } = answerShape.parse(JSON.parse(text));
  const flagged = results.filter(result => result.flagged);
  if (flagged.length === 0) return undefined;
  const named = flagged.flatMap(({ categories = {} }) =>
    Object.keys(categories).filter(name => categories[name] === true),
  );
  return named.length > 0 ? [...new Set(named)].map(name => name.slice(0, 60)).slice(0, 20) : ['other'];
}
