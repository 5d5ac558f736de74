/**
 * Takes a prompt apart: image URLs in front, words, parameters. A parameter begins at two dashes (or the long dash
 * that a keyboard makes of them) before a letter, and extends to the next one. Dashes inside quoted lettering
 * or an address do not begin a parameter.
 */
import { nearestName } from '../text/nearest-name.ts';
import { addressFault, leadingAddresses, maxImages, type FoundAddress } from './addresses.ts';
import { commas, enders, quotesIn, separators, shorten, toPlainWidth, trimEnd, trimEnds } from './marks.ts';
import { parameterTable, type Parameter, type ParameterName } from './parameter-table.ts';
import type { PromptProblem } from './parsed-prompt.ts';
import { retiredParameters } from './retired-parameters.ts';

export interface SplitPrompt {
  readonly images: readonly string[];
  readonly words: string;
  /** Where the words begin in the prompt. */
  readonly wordsAt: number;
  readonly given: readonly GivenParameter[];
}

export interface GivenParameter {
  readonly name: ParameterName;
  /** As it was written, with two dashes. */
  readonly shown: string;
  readonly value: string;
  readonly position: number;
}

/** Maximum length of a prompt, without the image URLs before it. */
export const maxPromptLength = 6000;

const parameterOf = new Map<string, ParameterName>(
  parameterTable.flatMap(({ names }) => names.map(name => [name, names[0]] as const)),
);

export function splitPrompt(
  prompt: string,
): { ok: true; split: SplitPrompt } | { ok: false; problem: PromptProblem } {
  const fault = sizeProblem(prompt);
  if (fault) return { ok: false, problem: fault };
  const { found, end } = leadingAddresses(prompt);
  const { starts, stray } = findStarts(prompt, end);
  if (stray !== undefined) return { ok: false, problem: reject(strayAddress, stray) };
  const given: GivenParameter[] = [];
  for (const [index, start] of starts.entries()) {
    const read = readGiven(prompt, start, starts[index + 1]?.position ?? prompt.length);
    if ('code' in read) return { ok: false, problem: read };
    given.push(read);
  }
  const words = trimEnds(prompt.slice(end, starts[0]?.position), commas);
  const images = found.map(({ address }) => address);
  return { ok: true, split: { images, words, wordsAt: end, given } };
}

/** Why a prompt has too many images or characters. To be asked before anything else reads the prompt, which may be of any length. */
export function sizeProblem(prompt: string): PromptProblem | undefined {
  const { found, end } = leadingAddresses(prompt);
  return faultOfImages(found) ?? faultOfLength(prompt.length - end, end);
}

/** A parameter as it stands in a text, known or not. */
export interface PlacedParameter {
  /** Undefined if no parameter has this name. */
  readonly name: ParameterName | undefined;
  /** As it was written, with two dashes. */
  readonly shown: string;
  /** As it was written, without white space around it. */
  readonly value: string;
  readonly position: number;
  /** Where the value begins, or would. */
  readonly valueAt: number;
  /** Where the next parameter begins or the prompt ends. White space after the value belongs to this one. */
  readonly end: number;
}

/** Every parameter of a prompt with its position, even if it is invalid. For editors of the text. */
export function placeParameters(prompt: string): readonly PlacedParameter[] {
  const { starts } = findStarts(prompt, leadingAddresses(prompt).end);
  return starts.map(({ position, name: nameAt }, index) => {
    const end = starts[index + 1]?.position ?? prompt.length;
    const body = prompt.slice(nameAt, end);
    const gap = body.search(/\s/);
    const name = trimEnd(gap === -1 ? body : body.slice(0, gap), enders);
    const value = (gap === -1 ? '' : body.slice(gap)).trim();
    const valueAt = value === '' ? nameAt + body.trimEnd().length : nameAt + body.indexOf(value, gap);
    return { name: parameterOf.get(name.toLowerCase()), shown: `--${name}`, value, position, valueAt, end };
  });
}

const strayAddress =
  'An image URL appears within the text. Put it before the text, or after `--sref`, `--cref` or `--oref`. To draw it as lettering, quote it.';

function faultOfImages(found: readonly FoundAddress[]): PromptProblem | undefined {
  if (found.length > maxImages) {
    return reject(`The prompt starts with ${found.length} images. Allowed: at most ${maxImages}.`, 0);
  }
  for (const { address, position } of found) {
    const reason = addressFault(address);
    if (reason !== undefined) return reject(reason, position);
  }
  return undefined;
}

function faultOfLength(length: number, end: number): PromptProblem | undefined {
  if (length <= maxPromptLength) return undefined;
  const reason = `The prompt has ${length} characters. Allowed: at most ${maxPromptLength}.`;
  return reject(reason, end + maxPromptLength);
}

interface Start {
  readonly position: number;
  /** Behind the dashes. */
  readonly name: number;
}

/** Where parameters begin, and the first address that belongs to no parameter. */
function findStarts(prompt: string, from: number): { starts: Start[]; stray: number | undefined } {
  const marks = /-{2,}|－{2,}|[—–―]{1,2}|["“]|(?:https?:\/\/|data:image\/)[^\s，。；、"“”]*/gi;
  const quoteEnd = quotesIn(prompt);
  const starts: Start[] = [];
  let stray: number | undefined;
  marks.lastIndex = from;
  for (let mark = marks.exec(prompt); mark; mark = marks.exec(prompt)) {
    const [text] = mark;
    if (text === '"' || text === '“') {
      marks.lastIndex = quoteEnd(mark.index) ?? marks.lastIndex;
    } else if (text.length > 2 && /^[hd]/i.test(text)) {
      if (starts.length === 0) stray ??= mark.index;
    } else if (beginsParameter(prompt, mark.index, marks.lastIndex)) {
      starts.push({ position: mark.index, name: marks.lastIndex });
    }
  }
  return { starts, stray };
}

/**
 * Dashes after white space or punctuation always begin a parameter, so that misspelt names are reported. Directly after a word
 * they do so only before a known name: `cat--ar 3:2` is meant, `well--known` is a word. A long dash is also punctuation:
 * right behind a word it counts only after Chinese.
 */
function beginsParameter(prompt: string, position: number, name: number): boolean {
  const before = prompt[position - 1] ?? ' ';
  const isLong = /[—–―]/.test(prompt[position] as string);
  if (separators.test(before)) {
    if (/\s/.test(prompt[name] ?? '')) return !isLong && isKnownAt(prompt, name + 1);
    return (isLong ? /[A-Za-z]/ : /[\p{L}\p{N}]/u).test(prompt[name] ?? '');
  }
  return (!isLong || before >= '\u2e80') && isKnownAt(prompt, name);
}

/** Whether the whole word that begins here is the name of a parameter. */
function isKnownAt(prompt: string, at: number): boolean {
  const word = /([A-Za-z]{1,12})(?=[\s,，、.。;；:：]|--|$)/y;
  word.lastIndex = at;
  return parameterOf.has(word.exec(prompt)?.[1]?.toLowerCase() ?? '');
}

function readGiven(prompt: string, start: Start, end: number): GivenParameter | PromptProblem {
  const { position } = start;
  const body = prompt.slice(start.name, end);
  const gap = body.search(/\s/);
  const name = trimEnd(gap === -1 ? body : body.slice(0, gap), enders);
  const value = gap === -1 ? '' : body.slice(gap);
  const parameter = parameterOf.get(name.toLowerCase());
  if (parameter)
    return { name: parameter, shown: `--${name}`, value: cleanValue(parameter, value), position };
  const retired = retiredParameters.get(name.toLowerCase());
  if (retired) return reject(`\`--${name}\` is retired: ${retired}.`, position);
  return {
    code: 'parameter_unknown',
    details: { parameter: `--${shorten(name)}`, allowed: remedyFor(name, value) },
    position,
  };
}

/** Removes white space and the full stop of a sentence from a value, and converts full-width characters. */
function cleanValue(parameter: ParameterName, value: string): string {
  const bare = value.trim();
  return parameter === 'no' ? bare : toPlainWidth(trimEnd(bare, enders));
}

function remedyFor(name: string, value: string): string {
  if (name === '') return `no space after the dashes: \`--${value.trim().split(/\s/, 1)[0]}\``;
  const [, known = '', stuck = ''] = /^([a-z]+)[=:]?([\d.][\d.:]*)$/i.exec(name.slice(0, 40)) ?? [];
  if (parameterOf.has(known.toLowerCase())) return `a space before the value: \`--${known} ${stuck}\``;
  const names = [...parameterOf.keys()];
  const nearest = name.length > 2 && name.length <= 20 ? nearestName(name, names) : undefined;
  const usual = parameterTable.map(({ names: [first] }: Parameter) => `--${first}`).join(' ');
  return nearest ? `${usual}; nearest: --${nearest}` : usual;
}

function reject(reason: string, position: number): PromptProblem {
  return { code: 'request_invalid', details: { reason }, position };
}
