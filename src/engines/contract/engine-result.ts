/** What an engine made of a job. */
import type { Recipe } from './recipe.ts';
import type { EngineMedia } from './engine-media.ts';

/** A result without media is treated as a failure, except for jobs that return texts. */
export interface EngineResult {
  /** Pictures and clips, in candidate order. */
  readonly media: readonly EngineMedia[];
  /** What the engine wants to get with a follow-up. Absent if there is nothing. */
  readonly recipe?: Recipe | undefined;
  /** The result of a `describe` or `shorten`. */
  readonly texts?: readonly string[] | undefined;
  /** What this job cost the operator, in millionths of the currency, if the engine reports it. */
  readonly costMicros?: number | undefined;
}
