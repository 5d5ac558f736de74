/** model words: how the engine of a model understands a prompt, before anything is submitted. */
import { z } from 'zod';
import { AppError } from '@kinora/shared/errors/errors';
import { listInstances } from '../../../core/catalogue/engines/instances.ts';
import { promptWordsShape, toPromptWords } from '../../http/reply/prompt-words.ts';
import { list } from '../fields/fields.ts';
import { procedure, type Context } from '../procedure.ts';

/** The picture that is composed to find out what it would contain. */
const exampleJob = { seed: 0, width: 1024, height: 1024 } as const;

export const promptProcedures = [
  procedure({
    name: 'model words',
    description: 'Show which words of a prompt the engine of a model understands. Nothing is submitted.',
    who: 'member',
    changes: true,
    word: 'model',
    input: z.strictObject({
      prompt: z.string().max(2000).describe('The words, without parameters.'),
      model: z.string().max(100).describe('Model ID.'),
      exclude: list.optional().describe('Words to exclude, as with --no, comma-separated.'),
    }),
    output: z.strictObject({
      words: promptWordsShape.nullable().describe('null: the engine does not report it.'),
    }),
    run: async (context, { prompt, model, exclude = [] }) => {
      const reader = await findReader(context, model);
      const job = { kind: 'grid', prompt, exclude, isFollowUp: false, ...exampleJob } as const;
      const words = reader?.read(job)?.words;
      return { words: words ? toPromptWords(words) : null };
    },
  }),
];

/**
 * Returns undefined if its engines take every prompt, or read it in different ways.
 * Throws AppError `model_unknown`.
 */
async function findReader(
  { db, catalogue, engineKinds }: Pick<Context, 'catalogue' | 'db' | 'engineKinds'>,
  model: string,
) {
  const card = catalogue.models.find(one => one.card.id === model)?.card;
  if (!card) {
    const allowedModels = catalogue.models.map(one => one.card.id).join(', ');
    throw new AppError('model_unknown', { param: 'model', model, allowed: allowedModels });
  }
  const instances = await listInstances(db);
  const [reader, ...otherReaders] = new Set(
    catalogue.listRoutes(model).map(({ engine }) => {
      const kind = instances.find(({ name }) => name === engine)?.kind;
      return engineKinds.find(one => one.kind === kind)?.promptReader;
    }),
  );
  return otherReaders.length > 0 ? undefined : reader;
}
