/** The result of a job. */
import type { Recipe } from './recipe.ts';
import type { EngineMedia } from './engine-media.ts';

/** A result without media is treated as a failure, except for jobs that return texts. */
export interface EngineResult {
  /** Pictures and clips, in candidate order. */
  readonly media: readonly EngineMedia[];
  /** The state that the engine gets back with a follow-up. Absent if it needs none. */
  readonly recipe?: Recipe | undefined;
  /** The result of a `describe` or `shorten`. */
  readonly texts?: readonly string[] | undefined;
  /**
   * The cost of this job for the operator, in millionths of the currency. Absent if the engine does not
   * report it.
   */
  readonly costMicros?: number | undefined;
}
