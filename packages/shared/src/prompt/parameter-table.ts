/**
 * Every inline parameter as data: names, values, effect and versions. The parser, docs/prompts.md
 * and the Console use it. read-parameter.ts reads the values, and check-combinations.ts checks
 * which ones are incompatible.
 */

export interface Parameter {
  /** Names without dashes. The first one is the main name. */
  readonly names: readonly [string, ...string[]];
  /** The allowed values, for people. `nothing` for a flag. */
  readonly takes: string;
  readonly default: string;
  /** Read by `versionsIn`: `all`, or `5 to 8.2, niji 5 to 7`. */
  readonly versions: string;
  readonly does: string;
}

const modern = '6 to 8.2, niji 6 to 7';
const sinceFive = '5 to 8.2, niji 5 to 7';

export const parameterTable = [
  {
    names: ['ar', 'aspect'],
    takes:
      'W:H in whole numbers, at most 14:1 (version 8: 4:1; versions 1 to 3: 5:2; version 4, niji 4: 2:1)',
    default: '1:1',
    versions: 'all',
    does: 'Aspect ratio of the image.',
  },
  {
    names: ['version', 'v'],
    takes: '1, 2, 3, 4, 5, 5.1, 5.2, 6, 6.1, 7, 8.1, 8.2',
    default: "the server's, usually 7",
    versions: 'all',
    does: 'Model version. The last of `--version` and `--niji` is used.',
  },
  {
    names: ['niji'],
    takes: '4, 5, 6, 7, or nothing for 7',
    default: 'none',
    versions: 'all',
    does: 'Anime model version, instead of `--version`.',
  },
  {
    names: ['style'],
    takes: 'raw; version 4: 4a, 4b, 4c; niji 5: cute, expressive, original, scenic',
    default: 'none',
    versions: '4, 5.1 to 8.2, niji 5 to 7',
    does: 'Variant of the version; `raw` is less embellished.',
  },
  {
    names: ['raw'],
    takes: 'nothing',
    default: 'off',
    versions: '5.1 to 8.2, niji 6 to 7',
    does: 'The same as `--style raw`.',
  },
  {
    names: ['stylize', 's'],
    takes: '0 to 1000; version 3: 625 to 60000',
    default: '100; version 3: 2500',
    versions: '3 to 8.2, niji 4 to 7',
    does: 'Strength of the default style.',
  },
  {
    names: ['chaos', 'c'],
    takes: '0 to 100',
    default: '0',
    versions: 'all',
    does: 'Variety among the four candidates.',
  },
  {
    names: ['weird', 'w'],
    takes: '0 to 3000',
    default: '0',
    versions: sinceFive,
    does: 'How unusual the image may be.',
  },
  {
    names: ['exp'],
    takes: '0 to 100',
    default: '0',
    versions: '7 to 8.2',
    does: 'More detail and contrast.',
  },
  {
    names: ['no'],
    takes: 'comma-separated words',
    default: 'none',
    versions: 'all',
    does: 'What to exclude from the image. Can be repeated.',
  },
  {
    names: ['seed'],
    takes: '0 to 4294967295',
    default: 'random',
    versions: 'all',
    does: 'The same prompt with the same seed produces the same image, in every tier.',
  },
  {
    names: ['quality', 'q'],
    takes:
      '1; also 2 (versions 1 to 3, 6, 7), 0.5 (1 to 6), 0.25 (1 to 5), 4 (7; there 3 counts as 4). Niji as the version of its number',
    default: '1',
    versions: '1 to 7, niji 4 to 7',
    does: 'Effort spent on the grid.',
  },
  {
    names: ['stop'],
    takes: '10 to 100',
    default: '100',
    versions: '1 to 6.1, niji 4 to 6',
    does: 'Stop after this percentage of the work, for softer, less finished images.',
  },
  {
    names: ['tile'],
    takes: 'nothing',
    default: 'off',
    versions: `1 to 3, ${sinceFive}`,
    does: 'Seamless edges, for repeating patterns.',
  },
  {
    names: ['draft'],
    takes: 'nothing',
    default: 'off',
    versions: '7 to 8.2',
    does: 'A quick grid at half the width and height.',
  },
  {
    names: ['preview'],
    takes: 'nothing',
    default: 'off',
    versions: '8.2',
    does: 'The same as `--draft`.',
  },
  {
    names: ['hd'],
    takes: 'nothing',
    default: 'off',
    versions: '8.1 to 8.2',
    does: 'Candidates at twice the width and height.',
  },
  {
    names: ['sd'],
    takes: 'nothing',
    default: 'on',
    versions: '8.1 to 8.2',
    does: 'Candidates at the standard size.',
  },
  {
    names: ['iw'],
    takes: '0 to 3; version 5, niji 5: 0.5 to 2; niji 7: 0 to 2',
    default: '1; versions 1 to 3: 0.25',
    versions: `1 to 3, ${sinceFive}`,
    does: 'Weight of the image prompts relative to the text.',
  },
  {
    names: ['sref'],
    takes: 'up to 10 image URLs, numbers or `random`; append `::2` to set a weight',
    default: 'none',
    versions: modern,
    does: 'Use the style and colors of images, or of a numbered style.',
  },
  {
    names: ['sw'],
    takes: '0 to 1000',
    default: '100',
    versions: modern,
    does: 'Strength of `--sref`.',
  },
  {
    names: ['sv'],
    takes: '1 to 4; version 7, niji 7: 1 to 6',
    default: 'the highest',
    versions: '6 to 7, niji 6 to 7',
    does: 'Version of the style reference algorithm for `--sref`.',
  },
  {
    names: ['cref'],
    takes: 'up to 10 image URLs; append `::2` to set a weight',
    default: 'none',
    versions: '6 to 6.1, niji 6',
    does: 'Include the main character of these images.',
  },
  {
    names: ['cw'],
    takes: '0 to 100',
    default: '100',
    versions: '6 to 6.1, niji 6',
    does: 'Weight of `--cref`.',
  },
  {
    names: ['oref'],
    takes: 'one image URL',
    default: 'none',
    versions: '7',
    does: 'Include the main object of this image. Not with `--quality 4`, `--draft` or a zoom.',
  },
  {
    names: ['ow'],
    takes: '1 to 1000',
    default: '100',
    versions: '7',
    does: 'Weight of `--oref`.',
  },
  {
    names: ['profile', 'p', 'personalize'],
    takes: 'up to 10 codes of letters and digits, or nothing',
    default: 'none',
    versions: modern,
    does: 'Apply a named look. Without a code: the look of the account at Midjourney, on models that Midjourney runs; others have none.',
  },
  {
    names: ['model'],
    takes: 'the ID or an alias of an image model',
    default: 'the model of the version',
    versions: 'all',
    does: 'Generate with this model.',
  },
  {
    names: ['edit'],
    takes: 'up to 4 image URLs; append `::2` to set a weight',
    default: 'none',
    versions: '8.2',
    does: 'Edit these images as the text says.',
  },
  {
    names: ['video'],
    takes: 'nothing, or 1',
    default: 'off',
    versions: 'all',
    does: 'Generate clips instead of images. An image before the text is the first frame.',
  },
  {
    names: ['motion'],
    takes: 'low, high',
    default: 'low',
    versions: 'all',
    does: 'Amount of motion in the clip.',
  },
  {
    names: ['loop'],
    takes: 'nothing',
    default: 'off',
    versions: 'all',
    does: 'Loop: the clip ends as it begins.',
  },
  {
    names: ['end'],
    takes: 'one image URL, or loop',
    default: 'none',
    versions: 'all',
    does: 'The last frame of the clip. `--end loop` is `--loop`.',
  },
  { names: ['bs'], takes: '1, 2, 4', default: '4', versions: 'all', does: 'Number of candidate clips.' },
  {
    names: ['zoom'],
    takes: '1 to 2',
    default: '2',
    versions: 'all',
    does: 'Only in the Custom Zoom dialog: zoom factor; with `--ar`, also a new aspect ratio.',
  },
  {
    names: ['repeat', 'r'],
    takes: '1 to 40',
    default: '1',
    versions: 'all',
    does: 'Create this many tasks from the prompt.',
  },
  {
    names: ['relax'],
    takes: 'nothing',
    default: 'off',
    versions: 'all',
    does: 'Relax tier: cheaper, lower priority.',
  },
  {
    names: ['fast'],
    takes: 'nothing',
    default: "the token's",
    versions: 'all',
    does: 'Fast tier: standard price and priority.',
  },
  {
    names: ['turbo'],
    takes: 'nothing',
    default: 'off',
    versions: '1 to 7, 8.2, niji 4 to 7',
    does: 'Turbo tier: more expensive, higher priority.',
  },
  {
    names: ['stealth'],
    takes: 'nothing',
    default: 'on',
    versions: 'all',
    does: 'No effect: images are never published.',
  },
] as const satisfies readonly Parameter[];

export type ParameterName = (typeof parameterTable)[number]['names'][0];
