/** Parameters of former days, refused with what to do instead. */

const shape = 'use `--ar`, for example `--ar 3:2`';
const newerVersion = 'choose a version with `--version`';
const button = 'leave it out, and press an upscale button under the picture';

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
  ['newclip', 'leave it out'],
  ['nostretch', 'leave it out'],
  ['old', 'leave it out'],
  ['public', 'leave it out, nothing here is published'],
]);
