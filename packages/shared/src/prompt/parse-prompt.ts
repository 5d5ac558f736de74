/**
 * The inline-parameter grammar of image prompts: `a cat --ar 16:9 --v 6.1 --no trees, fog`. Pure and
 * free of Node, so that the server and a browser use the same. For people: docs/prompts.md; the
 * parameters as data: parameter-table.ts.
 */
import { checkCombinations, checkVersion } from './check-combinations.ts';
import { unescapeBraces } from './brace-escapes.ts';
import { jsonSpans } from './json-spans.ts';
import { shorten } from './marks.ts';
import { readParts, joinPositiveParts } from './multi-prompt.ts';
import type { ParseOptions, PromptProblem, PromptResult } from './parsed-prompt.ts';
import { invalidValue } from './prompt-problem.ts';
import { promptWords, untranslatedText, type PromptWords } from './prompt-words.ts';
import { readers, readVersion, defaultVideo, type Draft } from './read-parameter.ts';
import { readablePrompt } from './readable-prompt.ts';
import { splitPrompt, type GivenParameter, type SplitPrompt } from './split-prompt.ts';
import { defaultStylize } from './stylize-scale.ts';
import { versionGeneration, modelVersions, nijiVersions, promptVersions } from './image-versions.ts';

export { normalizePrompt } from './normalize-prompt.ts';
export type { ParsedPrompt, ParseOptions, PromptProblem, PromptResult } from './parsed-prompt.ts';

/** Parses a prompt. If a parameter is repeated, the last one counts, but lists add up. */
export function parsePrompt(
  prompt: string,
  defaultVersion: string,
  options: ParseOptions = {},
): PromptResult {
  const { text, toTypedPosition } = readablePrompt(prompt);
  const read = readPrompt(text, defaultVersion, options);
  if (read.ok) return read;
  return { ok: false, problem: { ...read.problem, position: toTypedPosition(read.problem.position) } };
}

function readPrompt(text: string, defaultVersion: string, options: ParseOptions): PromptResult {
  const splitResult = splitPrompt(text, options);
  if (!splitResult.ok) return splitResult;
  const { split } = splitResult;
  const read = readSplit(split, defaultVersion, options);
  const isNamed = split.parameters.some(({ name }) => name === 'version' || name === 'niji');
  if (read.ok || isNamed || options.for || read.problem.code !== 'parameter_conflict') return read;
  return readInOtherVersion(split, defaultVersion, options) ?? read;
}

/**
 * Reads the prompt in the newest version that has all of its parameters, if the default version
 * lacks one: `--oref` means version 7. Returns undefined if there is no such version. An anime version is
 * never replaced by another kind.
 */
function readInOtherVersion(
  split: SplitPrompt,
  defaultVersion: string,
  options: ParseOptions,
): PromptResult | undefined {
  const lacking = split.parameters.find(parameter => checkVersion(parameter, defaultVersion));
  if (!lacking) return undefined;
  const { versions = [] } = options;
  const isOffered = (version: string) => versions.length === 0 || versions.includes(version);
  const otherVersions = promptVersions.filter(
    version => isNiji(version) === isNiji(defaultVersion) && isOffered(version),
  );
  for (const version of otherVersions.toReversed()) {
    const read = readSplit(split, version, options);
    if (read.ok) return { ok: true, prompt: { ...read.prompt, versionFrom: lacking.flag } };
  }
  return undefined;
}

function isNiji(version: string): boolean {
  return version.startsWith('niji');
}

function readSplit(split: SplitPrompt, version: string, options: ParseOptions): PromptResult {
  const { words, wordsAt, parameters } = split;
  const draft = startDraft(split, version, options);
  const problem =
    findVersion(parameters, draft) ??
    readParameters(parameters, draft) ??
    readWords(words, wordsAt, { draft, options }) ??
    checkWords(split, draft, options) ??
    checkCombinations(draft, parameters, options);
  return problem ? { ok: false, problem } : { ok: true, prompt: draft };
}

function startDraft(
  { images, passedParameters }: SplitPrompt,
  version: string,
  options: ParseOptions,
): Draft {
  return {
    images,
    text: '',
    parts: undefined,
    aspect: { width: 1, height: 1 },
    hasAspect: false,
    version,
    versionFrom: undefined,
    model: undefined,
    style: undefined,
    exclude: [],
    seed: undefined,
    tier: undefined,
    chaos: 0,
    stylize: defaultStylize,
    weird: 0,
    experimental: 0,
    quality: 1,
    stop: 100,
    tile: false,
    draft: false,
    hd: false,
    imageWeight: undefined,
    styleReferences: [],
    styleWeight: 100,
    styleVersion: undefined,
    characterReferences: [],
    characterWeight: 100,
    objectReference: undefined,
    objectWeight: 100,
    profiles: [],
    isPersonalized: false,
    edits: [],
    repeat: 1,
    zoom: undefined,
    video: options.for === 'clip' ? defaultVideo : undefined,
    passed: passedParameters,
    syntax: options.syntax,
  };
}

/** Reads the version first, because the allowed values of the other parameters depend on it. */
function findVersion(parameters: readonly GivenParameter[], draft: Draft): PromptProblem | undefined {
  for (const one of parameters) {
    if (one.name !== 'version' && one.name !== 'niji') continue;
    const version = readVersion(one.name, one.value);
    if (version === undefined) return invalid(one, allowedVersions(one));
    draft.version = version;
  }
  return undefined;
}

function allowedVersions({ name, value }: GivenParameter): PromptWords {
  if (name === 'niji') return promptWords('niji_versions', { allowed: nijiVersions.join(', ') });
  const isWithdrawn = /^8(\.0)?$/.test(value);
  return promptWords(isWithdrawn ? 'withdrawn_version' : 'exactly', { allowed: modelVersions.join(', ') });
}

function readParameters(parameters: readonly GivenParameter[], draft: Draft): PromptProblem | undefined {
  for (const one of parameters) {
    const conflict = checkVersion(one, draft.version);
    if (conflict) return conflict;
    const allowedValues = readers[one.name](one.value, draft);
    if (allowedValues !== undefined) return invalid(one, allowedValues);
  }
  return undefined;
}

function invalid({ flag, value, position }: GivenParameter, { code, details }: PromptWords): PromptProblem {
  const hasWords = /\S\s+\S/.test(value);
  return invalidValue({
    parameter: flag,
    value: value === '' ? promptWords('nothing') : untranslatedText(shorten(value)),
    allowed: { code, details: hasWords ? { ...details, textFirst: 1 } : details },
    position,
  });
}

function readWords(
  words: string,
  offset: number,
  { draft, options }: { readonly draft: Draft; readonly options: ParseOptions },
): PromptProblem | undefined {
  const isPlain = options.syntax === 'plain' || jsonSpans(words).length > 0;
  const parts = isPlain ? undefined : readParts(words, draft.version, offset);
  if (parts !== undefined && 'code' in parts) return parts;
  draft.parts = parts;
  draft.text = parts ? joinPositiveParts(parts) : unescapeWords(words, options);
  if (weighsImagesLightly(draft)) draft.imageWeight ??= 0.25;
  return undefined;
}

function unescapeWords(words: string, { syntax }: ParseOptions): string {
  return syntax === 'plain' ? words : unescapeBraces(words);
}

/** True for versions 1 to 3, except for clips, whose image is the first frame and has no weight. */
function weighsImagesLightly({ images, video, version }: Draft): boolean {
  return images.length > 0 && !video && versionGeneration(version) <= 3;
}

/** Checks that a new picture has words, or two images to blend. */
function checkWords({ images }: SplitPrompt, draft: Draft, options: ParseOptions): PromptProblem | undefined {
  if (draft.text !== '' || options.for !== undefined || images.length > 1) return undefined;
  if (images.length === 0) return { code: 'prompt_empty', details: {}, position: 0 };
  if (draft.video) return undefined;
  const reason =
    'A single image requires text. Describe what you want to see, or add a second image to blend.';
  return { code: 'request_invalid', details: { reason }, position: 0 };
}
