/** The report of an engine on the words of a prompt that it understands. */
import type { EngineInput } from './engine-input.ts';
import type { EngineJob } from './engine-job.ts';
import type { GenerationParameters } from './generation-parameters.ts';

/** The parts of a job that a prompt reader needs. */
export interface PromptJob
  extends
    Pick<EngineJob, 'kind' | 'prompt' | 'exclude' | 'remix'>,
    Partial<Pick<EngineJob, 'seed' | 'width' | 'height' | 'version'>>,
    GenerationParameters {
  /** The pictures that the job starts from. Absent if there is none. */
  readonly inputs?: readonly Pick<EngineInput, 'role'>[];
  /** Whether the job starts from an existing picture or clip. */
  readonly isFollowUp: boolean;
}

/**
 * How an engine understood the words of a prompt. Each list is in the order of the prompt, without
 * duplicates, with at most 100 entries. Only the beginning of a very long prompt counts. A type, not an
 * interface, so that it can be stored as JSON.
 */
export type PromptWords = {
  /** The words of `placed` if it is known, otherwise those of `understood`. */
  readonly drawn: string[];
  /**
   * Things, places, times of day, weather and actions that the engine knows. Absent in tasks of earlier
   * versions, which have only `drawn`.
   */
  readonly understood?: string[];
  /** The understood words that the result really contains. Absent if it is not known. */
  readonly placed?: string[];
  /** Technique, colors of the whole picture, view and camera movement. */
  readonly style: string[];
  /** Words excluded from the result, by "without" or `--no`. */
  readonly excluded: string[];
  /** Words without any effect. Articles and other function words are in no list. */
  readonly notUnderstood: string[];
};

/**
 * The optional ability of an engine to report which words of a prompt it understands, before it generates
 * anything. Models that accept any prompt have none. It is separate from `Engine`, because a process that
 * only serves the interfaces runs no engine.
 */
export interface PromptReader {
  /** What the engine can draw, as a phrase that follows "It draws". */
  readonly draws: { readonly en: string; readonly zh: string };
  /**
   * Called for every submit, in the thread that serves requests. It must be pure, without I/O, and take less
   * than a millisecond for a typical prompt. Returns undefined if the job does not draw its prompt (upscale,
   * describe, shorten). `isEnough` is false if the result would be unrelated to the prompt. Then the job is
   * rejected, unless the operator allows it.
   */
  read(job: PromptJob): { readonly words: PromptWords; readonly isEnough: boolean } | undefined;
}
