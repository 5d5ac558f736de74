/** Retired parameters. They are rejected, and the error says what to use instead. */

const shape = 'use `--ar`, for example `--ar 3:2`';
const newerVersion = 'choose a version with `--version`';
const button = 'remove it, and press an upscale button under the image';

/** Names without dashes -> the remedy. */
export const retiredParameters: ReadonlyMap<string, string> = new Map([
  ['width', shape],
  ['height', shape],
  ['h', `${shape}; and \`--w\` is \`--weird\``],
  ['test', newerVersion],
  ['testp', newerVersion],
  ['vibe', newerVersion],
  ['creative', 'use `--stylize` or `--chaos`'],
  ['hq', 'use `--quality`'],
  ['sameseed', 'use `--seed`'],
  ['uplight', button],
  ['upbeta', button],
  ['upanime', button],
  ['newclip', 'remove it'],
  ['nostretch', 'remove it'],
  ['old', 'remove it'],
  ['public', 'remove it; nothing is published here'],
]);
