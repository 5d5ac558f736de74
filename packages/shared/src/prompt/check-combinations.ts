/** Checks which parameters of a prompt are incompatible, or have no effect without another one. */
import { parameterTable, type Parameter, type ParameterName } from './parameter-table.ts';
import type { ParsedPrompt, ParseOptions, PromptProblem } from './parsed-prompt.ts';
import { promptWords, untranslatedText, type PromptWords } from './prompt-words.ts';
import type { GivenParameter } from './split-prompt.ts';
import { versionFlag, versionsIn } from './image-versions.ts';

const versionsByParameter = new Map<string, { readonly phrase: string; readonly works: ReadonlySet<string> }>(
  parameterTable.map(({ names, versions }: Parameter) => [
    names[0],
    { phrase: versions, works: versionsIn(versions) },
  ]),
);

/** The problem if the version does not have the parameter. Returns undefined if it does. */
export function checkVersion(parameter: GivenParameter, version: string): PromptProblem | undefined {
  const versions = versionsByParameter.get(parameter.name);
  if (!versions || versions.works.has(version)) return undefined;
  return conflict(
    parameter,
    untranslatedText(versionFlag(version)),
    promptWords('use_version', {
      versions: versions.phrase,
      versionsZh: versions.phrase.replaceAll(' to ', ' 至 '),
    }),
  );
}

/** A parameter that needs another, or something else of the prompt, to have an effect. */
interface Need {
  readonly parameters: readonly ParameterName[];
  readonly isMet: (prompt: ParsedPrompt, has: Has, options: ParseOptions) => boolean;
  readonly without: PromptWords;
  readonly remedy: PromptWords;
}

/** Two parameters that contradict each other. */
interface Clash {
  readonly parameters: readonly ParameterName[];
  readonly when: (prompt: ParsedPrompt, has: Has, options: ParseOptions) => boolean;
  readonly other: PromptWords;
}

type Has = (name: ParameterName) => boolean;

const needs: readonly Need[] = [
  {
    parameters: ['iw'],
    isMet: ({ images }) => images.length > 0,
    without: promptWords('no_images'),
    remedy: promptWords('put_image_first'),
  },
  {
    parameters: ['sw', 'sv'],
    isMet: (_, has) => has('sref'),
    without: promptWords('without_parameter', { parameter: '--sref' }),
    remedy: promptWords('add', { parameter: '--sref' }),
  },
  {
    parameters: ['cw'],
    isMet: (_, has) => has('cref'),
    without: promptWords('without_parameter', { parameter: '--cref' }),
    remedy: promptWords('add', { parameter: '--cref' }),
  },
  {
    parameters: ['ow'],
    isMet: (_, has) => has('oref'),
    without: promptWords('without_parameter', { parameter: '--oref' }),
    remedy: promptWords('add', { parameter: '--oref' }),
  },
  {
    parameters: ['motion', 'loop', 'end', 'bs'],
    isMet: (_, has, options) => has('video') || options.for === 'clip',
    without: promptWords('without_parameter', { parameter: '--video' }),
    remedy: promptWords('add', { parameter: '--video' }),
  },
  {
    parameters: ['zoom'],
    isMet: (_prompt, _has, options) => options.for === 'zoom',
    without: promptWords('new_image'),
    remedy: promptWords('press_custom_zoom'),
  },
];

const clashes: readonly Clash[] = [
  { parameters: ['oref'], when: ({ quality }) => quality === 4, other: untranslatedText('--quality 4') },
  { parameters: ['oref'], when: ({ draft }) => draft, other: untranslatedText('--draft') },
  {
    parameters: ['oref'],
    when: (_prompt, _has, options) => options.for === 'zoom',
    other: untranslatedText('--zoom'),
  },
  { parameters: ['hd'], when: ({ draft }) => draft, other: untranslatedText('--draft') },
  { parameters: ['hd'], when: (_, has) => has('sd'), other: untranslatedText('--sd') },
  {
    parameters: ['loop', 'end'],
    when: ({ video }) => video?.loop === true && video.end !== undefined,
    other: untranslatedText('--end'),
  },
  {
    parameters: ['ar'],
    when: ({ style, aspect: { width, height } }) =>
      (style === '4a' || style === '4b') &&
      width !== height &&
      width * 3 !== height * 2 &&
      width * 2 !== height * 3,
    other: promptWords('style_four'),
  },
  {
    parameters: ['stylize', 'weird'],
    when: ({ images, text }) => images.length > 1 && text === '',
    other: promptWords('images_alone'),
  },
  {
    parameters: ['iw', 'tile', 'draft', 'preview', 'hd', 'sd', 'quality', 'stop', 'edit'],
    when: ({ video }) => video !== undefined,
    other: untranslatedText('--video'),
  },
  {
    parameters: ['video'],
    when: ({ images }) => images.length > 1,
    other: promptWords('several_images'),
  },
  {
    parameters: ['video'],
    when: (_prompt, _has, options) => ['zoom', 'change'].includes(options.for ?? ''),
    other: promptWords('edit'),
  },
  {
    parameters: ['repeat', 'edit'],
    when: (_prompt, _has, options) => options.for !== undefined,
    other: promptWords('edit'),
  },
];

/** Finds the first parameter in a prompt that has no effect or contradicts another. */
export function checkCombinations(
  prompt: ParsedPrompt,
  givenParameters: readonly GivenParameter[],
  options: ParseOptions,
): PromptProblem | undefined {
  const has: Has = name => givenParameters.some(one => one.name === name);
  for (const one of givenParameters) {
    const need = needs.find(
      ({ parameters, isMet }) => parameters.includes(one.name) && !isMet(prompt, has, options),
    );
    if (need) return conflict(one, need.without, need.remedy);
    const clash = clashes.find(
      ({ parameters, when }) => parameters.includes(one.name) && when(prompt, has, options),
    );
    if (clash) return conflict(one, clash.other, promptWords('remove_one'));
  }
  return undefined;
}

function conflict(
  { flag, position }: GivenParameter,
  other: PromptWords,
  remedy: PromptWords,
): PromptProblem {
  return {
    code: 'parameter_conflict',
    details: { parameter: flag, other, remedy },
    position,
  };
}
