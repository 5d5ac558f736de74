/**
 * Every inline parameter as data: what it is called, takes, means and where it works. The parser, docs/prompts.md and
 * the Console read it. How a value is read: read-value.ts; what does not go together: check-combinations.ts.
 */

export interface Parameter {
  /** Without dashes; the first is its usual name. */
  readonly names: readonly [string, ...string[]];
  /** What it takes, for people; `nothing` of a flag. */
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
    does: 'Shape of the picture.',
  },
  {
    names: ['version', 'v'],
    takes: '1, 2, 3, 4, 5, 5.1, 5.2, 6, 6.1, 7, 8.1, 8.2',
    default: "the server's, usually 7",
    versions: 'all',
    does: 'Which model version draws. The last of `--version` and `--niji` counts.',
  },
  {
    names: ['niji'],
    takes: '4, 5, 6, 7, or nothing for 7',
    default: 'none',
    versions: 'all',
    does: 'Draws in the manner of anime, instead of `--version`.',
  },
  {
    names: ['style'],
    takes: 'raw; version 4: 4a, 4b, 4c; niji 5: cute, expressive, original, scenic',
    default: 'none',
    versions: '4, 5.1 to 8.2, niji 5 to 7',
    does: 'Another temper of the version; `raw` embellishes less.',
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
    does: 'How strongly the house style shows.',
  },
  {
    names: ['chaos', 'c'],
    takes: '0 to 100',
    default: '0',
    versions: 'all',
    does: 'How different the four candidates are.',
  },
  {
    names: ['weird', 'w'],
    takes: '0 to 3000',
    default: '0',
    versions: sinceFive,
    does: 'How strange the picture may be.',
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
    takes: 'words between commas',
    default: 'none',
    versions: 'all',
    does: 'What must not be in the picture. Given again, it adds to the list.',
  },
  {
    names: ['seed'],
    takes: '0 to 4294967295',
    default: 'random',
    versions: 'all',
    does: 'The same prompt with the same seed gives the same picture, in every tier.',
  },
  {
    names: ['quality', 'q'],
    takes:
      '1; also 2 (versions 1 to 3, 6, 7), 0.5 (1 to 6), 0.25 (1 to 5), 4 (7; there 3 counts as 4). Niji as the version of its number',
    default: '1',
    versions: '1 to 7, niji 4 to 7',
    does: 'How much work is spent on the grid.',
  },
  {
    names: ['stop'],
    takes: '10 to 100',
    default: '100',
    versions: '1 to 6.1, niji 4 to 6',
    does: 'Stops after this percentage of the work: softer, less finished pictures.',
  },
  {
    names: ['tile'],
    takes: 'nothing',
    default: 'off',
    versions: `1 to 3, ${sinceFive}`,
    does: 'The picture continues without a seam at its edges.',
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
    does: 'Candidates at the usual size.',
  },
  {
    names: ['iw'],
    takes: '0 to 3; version 5, niji 5: 0.5 to 2; niji 7: 0 to 2',
    default: '1; versions 1 to 3: 0.25',
    versions: `1 to 3, ${sinceFive}`,
    does: 'How much the image prompts weigh against the words.',
  },
  {
    names: ['sref'],
    takes: 'image addresses, numbers or `random`, up to 10; `::2` behind one gives it a weight',
    default: 'none',
    versions: modern,
    does: 'Takes the style and colours of pictures, or of a style that has a number.',
  },
  {
    names: ['sw'],
    takes: '0 to 1000',
    default: '100',
    versions: modern,
    does: 'How strongly `--sref` works.',
  },
  {
    names: ['sv'],
    takes: '1 to 4; version 7, niji 7: 1 to 6',
    default: 'the highest',
    versions: '6 to 7, niji 6 to 7',
    does: 'Which way of reading `--sref` is used.',
  },
  {
    names: ['cref'],
    takes: 'image addresses, up to 10; `::2` behind one gives it a weight',
    default: 'none',
    versions: '6 to 6.1, niji 6',
    does: 'The main figure of these pictures appears.',
  },
  {
    names: ['cw'],
    takes: '0 to 100',
    default: '100',
    versions: '6 to 6.1, niji 6',
    does: 'How closely `--cref` is kept.',
  },
  {
    names: ['oref'],
    takes: 'one image address',
    default: 'none',
    versions: '7',
    does: 'The main thing of this picture appears. Not with `--quality 4`, `--draft` or a zoom.',
  },
  {
    names: ['ow'],
    takes: '1 to 1000',
    default: '100',
    versions: '7',
    does: 'How closely `--oref` is kept.',
  },
  {
    names: ['profile', 'p'],
    takes: 'codes of letters and digits, up to 10',
    default: 'none',
    versions: modern,
    does: 'A look that has a name.',
  },
  {
    names: ['edit'],
    takes: 'image addresses, up to 4; `::2` behind one gives it a weight',
    default: 'none',
    versions: '8.2',
    does: 'Changes these pictures as the words say.',
  },
  {
    names: ['video'],
    takes: 'nothing',
    default: 'off',
    versions: 'all',
    does: 'A clip instead of pictures; an image in front of the words is its first frame.',
  },
  {
    names: ['motion'],
    takes: 'low, high',
    default: 'low',
    versions: 'all',
    does: 'How much moves in the clip.',
  },
  {
    names: ['loop'],
    takes: 'nothing',
    default: 'off',
    versions: 'all',
    does: 'The clip ends as it begins.',
  },
  {
    names: ['end'],
    takes: 'one image address',
    default: 'none',
    versions: 'all',
    does: 'The last frame of the clip.',
  },
  { names: ['bs'], takes: '1, 2, 4', default: '4', versions: 'all', does: 'How many clips to choose from.' },
  {
    names: ['zoom'],
    takes: '1 to 2',
    default: '2',
    versions: 'all',
    does: 'In the Custom Zoom dialog only: how far out; with `--ar` also another shape.',
  },
  {
    names: ['repeat', 'r'],
    takes: '1 to 40',
    default: '1',
    versions: 'all',
    does: 'Makes this many tasks of the prompt.',
  },
  {
    names: ['relax'],
    takes: 'nothing',
    default: 'off',
    versions: 'all',
    does: 'The tier: cheaper, after the others.',
  },
  {
    names: ['fast'],
    takes: 'nothing',
    default: "the token's",
    versions: 'all',
    does: 'The tier: the usual.',
  },
  {
    names: ['turbo'],
    takes: 'nothing',
    default: 'off',
    versions: '1 to 7, 8.2, niji 4 to 7',
    does: 'The tier: dearer, before the others.',
  },
  {
    names: ['stealth'],
    takes: 'nothing',
    default: 'on',
    versions: 'all',
    does: 'Nothing more: no picture here is published.',
  },
] as const satisfies readonly Parameter[];

export type ParameterName = (typeof parameterTable)[number]['names'][0];
