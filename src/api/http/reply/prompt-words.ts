/** How the engine understood the words of a prompt, in the format of the video interface and the Console. */
import { z } from 'zod';
import type { PromptWords } from '../../../core/tasks/submit/prompt-words.ts';

const words = z.array(z.string());

export const promptWordsShape = z
  .object({
    drawn: words.describe(
      '"placed" if it is known, otherwise "understood". For clients of earlier versions.',
    ),
    understood: words.describe('Things, places, times, weather and actions that the engine knows.'),
    placed: words
      .nullable()
      .describe(
        'Those of them that the first image really contains. null: not known, such as for follow-ups.',
      ),
    style: words.describe('Words that set technique, colors, view or camera movement.'),
    excluded: words.describe('Words excluded from the result.'),
    not_understood: words.describe('Words that have no effect.'),
  })
  .describe('How the engine understood the prompt. Only for engines that report it.');

export function toPromptWords({ notUnderstood, ...words }: PromptWords): z.infer<typeof promptWordsShape> {
  const { drawn, understood = drawn, placed = null, style, excluded } = words;
  return { drawn, understood, placed, style, excluded, not_understood: notUnderstood };
}
