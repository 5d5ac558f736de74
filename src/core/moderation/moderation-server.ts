/**
 * Prompts that another server judges, by the interface of OpenAI's moderation.
 * @see https://platform.openai.com/docs/api-reference/moderations/create
 */
import { Readable } from 'node:stream';
import { AppError } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import { readAtMost } from '../../platform/lib/network/read-at-most.ts';
import type { BannedWords } from './banned-words.ts';

export type ModerationSettings = Pick<
  Config,
  'moderationUrl' | 'moderationKey' | 'moderationModel' | 'moderationOnFailure'
>;

const timeoutMs = 5_000;
const maxBytes = 100_000;

const answerShape = z.object({
  results: z
    .array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.unknown()).optional() }))
    .min(1),
});

/**
 * The list of words, and after it the server, if one is configured. `find` throws AppError `prompt_flagged`
 * or `moderation_unavailable`.
 */
export function withModeration(words: BannedWords, settings: ModerationSettings): BannedWords {
  const { moderationUrl: url, moderationOnFailure } = settings;
  if (url === undefined) return words;
  return {
    ...words,
    find: async (text, owner) => {
      const word = await words.find(text, owner);
      if (word !== undefined || !owner.isModerated) return word;
      const categories = await findFlaggedCategories(text, { ...settings, moderationUrl: url }).catch(
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

/** The categories of what is wrong with a text. Returns undefined if nothing is. */
async function findFlaggedCategories(
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
  const bytes = response.body && (await readAtMost(Readable.from(response.body), maxBytes));
  if (!bytes) throw new Error('The answer of the moderation is too large, or empty');
  const { results } = answerShape.parse(JSON.parse(bytes.toString()));
  const flaggedResults = results.filter(result => result.flagged);
  if (flaggedResults.length === 0) return undefined;
  const categoryNames = flaggedResults.flatMap(({ categories = {} }) =>
    Object.keys(categories).filter(name => categories[name] === true),
  );
  return categoryNames.length > 0
    ? [...new Set(categoryNames)].map(name => name.slice(0, 60)).slice(0, 20)
    : ['other'];
}
