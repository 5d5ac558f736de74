/** Retired parameters. They are rejected, and the error names the replacement. */
import type { PromptWords } from './prompt-words.ts';

/** The text for each name without dashes. */
export const retiredParameters: ReadonlyMap<string, PromptWords['code']> = new Map([
  ['width', 'retired_shape'],
  ['height', 'retired_shape'],
  ['h', 'retired_height'],
  ['test', 'retired_version'],
  ['testp', 'retired_version'],
  ['vibe', 'retired_version'],
  ['creative', 'retired_creative'],
  ['hq', 'retired_quality'],
  ['sameseed', 'retired_seed'],
  ['uplight', 'retired_upscale'],
  ['upbeta', 'retired_upscale'],
  ['upanime', 'retired_upscale'],
  ['newclip', 'retired'],
  ['nostretch', 'retired'],
  ['old', 'retired'],
  ['public', 'retired_public'],
]);
