/** Prompts: starters that people choose in their program, such as a slash command. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import { without } from '../../platform/lib/without.ts';
import { AppError } from '@kinora/shared/errors/errors';

interface Starter extends Prompt {
  readonly write: (values: Readonly<Record<string, string>>) => string;
}

const subject = { name: 'subject', description: 'What it shows.', required: true } as const;

const starters: readonly Starter[] = [
  {
    name: 'four_drafts',
    title: 'Four drafts to choose from',
    description: 'Generates four images of a subject and lets you choose how to go on.',
    arguments: [subject],
    write: ({ subject = '' }) =>
      `Generate four images of: ${subject}. Use generate_image with n = 4 and a prompt in English that describes subject, style, light and composition. Show me the images with their numbers and the price, and ask which one to vary, to enlarge or to animate. Do nothing else that costs money before I answer.`,
  },
  {
    name: 'image_to_clip',
    title: 'An image that moves',
    description: 'Generates an image of a subject, then a clip that starts from it.',
    arguments: [subject],
    write: ({ subject = '' }) =>
      `Generate one image of: ${subject}. Show it with its price. If I like it, animate it: call generate_video with its task and a prompt for the motion, wait with get_task, and give me the address of the clip.`,
  },
  {
    name: 'prices',
    title: 'What things cost here',
    description: 'Explains the models, their prices and what is left to spend.',
    write: () =>
      'Call list_models and get_balance. Explain in a short table which models there are, what each is good for and what it costs, and how many images and clips what is left would pay for. Generate nothing.',
  },
];

export const prompts: readonly Prompt[] = starters.map(starter => without(starter, ['write']));

/** Throws AppError `starter_unknown` or `edit_unclear`. */
export function getPrompt(name: string, values: Readonly<Record<string, string>> = {}): GetPromptResult {
  const starter = starters.find(each => each.name === name);
  if (!starter)
    throw new AppError('starter_unknown', {
      prompt: name,
      allowed: starters.map(each => each.name).join(', '),
    });
  const missing = starter.arguments?.find(({ name: argument }) => !values[argument]?.trim());
  if (missing) throw new AppError('edit_unclear', { arguments: missing.name });
  const { description } = starter;
  return {
    ...(description !== undefined && { description }),
    messages: [{ role: 'user', content: { type: 'text', text: starter.write(values) } }],
  };
}
