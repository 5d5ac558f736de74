/** Arguments with images, which tools of the image interface share. */
import { AppError } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import type { ToolArguments } from '../../http/agent-tools/making-tool.ts';

export const taskArgument = z
  .string()
  .min(1)
  .max(100)
  .describe('The ID of a finished task, from the result that named it.');

export const numberArgument = z
  .int()
  .min(1)
  .max(10)
  .optional()
  .describe('Which image of the task, from 1. Default: 1.');

export const imageArgument = z
  .string()
  .trim()
  .min(1)
  .describe('An https address, or a data URL (data:image/png;base64,…).');

export const maskArgument = z
  .string()
  .trim()
  .min(1)
  .optional()
  .describe(
    'What to change, for the action "region" and for prompts: an image of the same shape in which the area to change is white or transparent. An https address or a data URL.',
  );

/** The images of a call as the Images API takes them. Throws AppError. */
export function toImageFields({ task, number, images }: ToolArguments): readonly object[] {
  if (task !== undefined && images !== undefined) throw conflictingArguments('images', 'task');
  if (number !== undefined && task === undefined) throw conflictingArguments('number', 'images');
  if (task !== undefined) return [{ file_id: `${String(task)}-${Number(number ?? 1)}` }];
  const list = (images ?? []) as readonly string[];
  if (list.length === 0) throw new AppError('edit_unclear', { arguments: 'task, images' });
  return list.map(image => ({ image_url: image }));
}

export function conflictingArguments(argument: string, other: string): AppError {
  return new AppError('arguments_twice', { argument, other });
}
