/**
 * What a finished task leaves for its follow-ups: the task of the upstream, and
 * the buttons that it had there.
 */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineJob } from '../../contract/engine-job.ts';

const recipeShape = z.object({
  /** The instance. Tasks of one upstream are unknown to another. */
  engine: z.string(),
  /** The id of the task there. */
  task: z.string(),
  /** `grid`: four pictures in one. `picture`: one, with buttons of its own. */
  result: z.enum(['grid', 'picture', 'clips']),
  /** The account that made it. Absent if it is not known. */
  account: z.string().exactOptional(),
  /** The id of its result there (`properties.messageHash`). */
  hash: z.string().exactOptional(),
  /** The customIds of its buttons. */
  buttons: z.array(z.string()),
  /** The prompt as it is compared with that of a follow-up (`prompt-text.ts`). */
  words: z.string(),
  /** The length of its clips. */
  seconds: z.number().exactOptional(),
  /** The result is this candidate of the grid, 0-3, which was not chosen upstream. */
  chosen: z.int().min(0).max(3).exactOptional(),
});
export type MjRecipe = z.infer<typeof recipeShape>;

/**
 * The task that the job follows. Returns undefined if it follows none. Throws `engine_rejected` if
 * this upstream cannot know it.
 */
export function findParent({ parent }: EngineJob, engine: string): MjRecipe | undefined {
  if (!parent) return undefined;
  const { data } = recipeShape.safeParse(parent.recipe);
  if (data?.engine === engine) return data;
  throw unable(reason('made_elsewhere'), true);
}

/** `elsewhere`: another engine of the model may be able to. */
export function unable(reason: Reason, elsewhere = false): EngineError {
  return new EngineError('engine_rejected', reason, { notStarted: true, retryable: elsewhere });
}
