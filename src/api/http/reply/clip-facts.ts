/** Length, frame rate and sound of a clip in the records of both interfaces, as they are in its file. */
import { z } from 'zod';
import type { Output } from '../../../core/tasks/read/task-view.ts';

/** Absent for clips of versions that did not record them. */
export const clipFactsShape = {
  fps: z
    .number()
    .optional()
    .describe('Frames per second, on average. May differ from those that were asked for.'),
  audio: z.boolean().optional().describe('Whether the clip has sound.'),
};

/** Returns no facts for an image. */
export function clipFacts({ durationMs, framesPerSecond, hasSound }: Output): {
  duration?: number;
  fps?: number;
  audio?: boolean;
} {
  return {
    ...(durationMs !== null && { duration: durationMs / 1000 }),
    ...(framesPerSecond !== null && { fps: framesPerSecond }),
    ...(hasSound !== null && { audio: hasSound }),
  };
}
