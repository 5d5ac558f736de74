/** What engines of steps can do. */

export const primitives = [
  /** Pictures from words. */
  'generate',
  /** Pictures that resemble `picture`: the less, the greater the `strength`. */
  'imageToImage',
  /** Pictures like `picture`, with the white areas of `mask` repainted. */
  'inpaint',
  /** Pictures made from `pictures` by following the prompt as an instruction. */
  'instruct',
  /** `picture`, enlarged to `width` x `height`, with more detail the greater the `strength`. */
  'upscale',
  /** A clip from words, from its first frame (`picture`), or from its first and last frame (`last`). */
  'clip',
  /**
   * The answer of a language model to the prompt, about `picture` if there is
   * one, as JSON that matches `schema`.
   */
  'ask',
] as const;

export type Primitive = (typeof primitives)[number];
