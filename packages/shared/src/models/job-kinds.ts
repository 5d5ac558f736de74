/** The kinds of jobs that engines do. An operation of a model is one of them. */

export const jobKinds = [
  /** Four candidate pictures for a prompt, for reference pictures (`inputs`), or both. */
  'grid',
  /** One picture: the parent's candidate, unchanged or repainted with more detail (`enhance`). */
  'upscale',
  /** Four new candidates that are similar to one candidate of the parent. */
  'variation',
  /**
   * Four candidates of the input `picture`, changed according to the prompt. With a `mask`, only
   * its white areas are changed.
   */
  'edit',
  /** Four candidates with the contents of the input `picture`, in the materials and style of the prompt. */
  'retexture',
  /** Four candidates that extend the parent's candidate beyond its edges (`frame`): zoom out, pan, square. */
  'outpaint',
  /** A clip, or `clips` candidates of it, from the prompt, the parent's candidate or the input `picture`. */
  'clip',
  /**
   * `texts` are four prompts, including parameters, that would give a picture similar to the input `picture`.
   */
  'describe',
  /**
   * `texts` has seven entries: the prompt with **important** and ~~ineffective~~ words marked, five
   * increasingly short prompts, and the details: each word with its weight, `**fox** (1.00)`, then as a bar
   * of ten cells, `████████░░ fox`.
   */
  'shorten',
] as const;
export type JobKind = (typeof jobKinds)[number];
