/** Checks which parameters of a prompt are incompatible, or have no effect without another one. */
import { parameterTable, type Parameter, type ParameterName } from './parameter-table.ts';
import type { ParsedPrompt, ParseOptions, PromptProblem } from './parsed-prompt.ts';
import type { GivenParameter } from './split-prompt.ts';
import { versionFlag, versionsIn } from './image-versions.ts';

const versionsOf = new Map<string, { readonly phrase: string; readonly works: ReadonlySet<string> }>(
  parameterTable.map(({ names, versions }: Parameter) => [
    names[0],
    { phrase: versions, works: versionsIn(versions) },
  ]),
);

/** The problem if the version does not have the parameter. Undefined if it does. */
export function checkVersion(given: GivenParameter, version: string): PromptProblem | undefined {
  const versions = versionsOf.get(given.name);
  if (!versions || versions.works.has(version)) return undefined;
  return conflict(given, versionFlag(version), `Supported versions: ${versions.phrase}.`);
}

/** A parameter that needs another, or something else of the prompt, to have an effect. */
interface Need {
  readonly of: readonly ParameterName[];
  readonly isMet: (prompt: ParsedPrompt, has: Has, options: ParseOptions) => boolean;
  readonly without: string;
  readonly remedy: string;
}

/** Two parameters that contradict each other. */
interface Clash {
  readonly of: readonly ParameterName[];
  readonly when: (prompt: ParsedPrompt, has: Has, options: ParseOptions) => boolean;
  readonly other: string;
}

type Has = (name: ParameterName) => boolean;

const needs: readonly Need[] = [
  {
    of: ['iw'],
    isMet: ({ images }) => images.length > 0,
    without: 'a prompt without images',
    remedy: 'Put an image URL before the text.',
  },
  {
    of: ['sw', 'sv'],
    isMet: (_, has) => has('sref'),
    without: 'a prompt without --sref',
    remedy: 'Add `--sref`.',
  },
  { of: ['cw'], isMet: (_, has) => has('cref'), without: 'a prompt without --cref', remedy: 'Add `--cref`.' },
  { of: ['ow'], isMet: (_, has) => has('oref'), without: 'a prompt without --oref', remedy: 'Add `--oref`.' },
  {
    of: ['motion', 'loop', 'end', 'bs'],
    isMet: (_, has, options) => has('video') || options.for === 'clip',
    without: 'a prompt without --video',
    remedy: 'Add `--video`.',
  },
  {
    of: ['zoom'],
    isMet: (_prompt, _has, options) => options.for === 'zoom',
    without: 'a new image',
    remedy: 'Press Custom Zoom under an upscaled image and use it there.',
  },
];

const clashes: readonly Clash[] = [
  { of: ['oref'], when: ({ quality }) => quality === 4, other: '--quality 4' },
  { of: ['oref'], when: ({ draft }) => draft, other: '--draft' },
  { of: ['oref'], when: (_prompt, _has, options) => options.for === 'zoom', other: '--zoom' },
  { of: ['hd'], when: ({ draft }) => draft, other: '--draft' },
  { of: ['hd'], when: (_, has) => has('sd'), other: '--sd' },
  {
    of: ['loop', 'end'],
    when: ({ video }) => video?.loop === true && video.end !== undefined,
    other: '--end',
  },
  {
    of: ['ar'],
    when: ({ style, aspect: { width, height } }) =>
      (style === '4a' || style === '4b') &&
      width !== height &&
      width * 3 !== height * 2 &&
      width * 2 !== height * 3,
    other: '--style 4a or 4b, whose shapes are 1:1, 2:3 and 3:2',
  },
  {
    of: ['stylize', 'weird'],
    when: ({ images, text }) => images.length > 1 && text === '',
    other: 'images without text',
  },
  {
    of: ['iw', 'tile', 'draft', 'preview', 'hd', 'sd', 'quality', 'stop', 'edit'],
    when: ({ video }) => video !== undefined,
    other: '--video',
  },
  {
    of: ['video'],
    when: ({ images }) => images.length > 1,
    other: 'more than one image: specify the last frame with --end',
  },
  {
    of: ['video'],
    when: (_prompt, _has, options) => ['zoom', 'change'].includes(options.for ?? ''),
    other: 'an image edit',
  },
  {
    of: ['repeat', 'edit'],
    when: (_prompt, _has, options) => options.for !== undefined,
    other: 'an image edit',
  },
];

/** The first thing in a prompt that has no effect or contradicts another. */
export function checkCombinations(
  prompt: ParsedPrompt,
  given: readonly GivenParameter[],
  options: ParseOptions,
): PromptProblem | undefined {
  const has: Has = name => given.some(one => one.name === name);
  for (const one of given) {
    const need = needs.find(({ of, isMet }) => of.includes(one.name) && !isMet(prompt, has, options));
    if (need) return conflict(one, need.without, need.remedy);
    const clash = clashes.find(({ of, when }) => of.includes(one.name) && when(prompt, has, options));
    if (clash) return conflict(one, clash.other, 'Remove one of them.');
  }
  return undefined;
}

function conflict({ shown, position }: GivenParameter, other: string, remedy: string): PromptProblem {
  return { code: 'parameter_conflict', details: { parameter: shown, other, remedy }, position };
}
