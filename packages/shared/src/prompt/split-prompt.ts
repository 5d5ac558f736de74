/**
 * Takes a prompt apart: image URLs in front, words, parameters. A parameter begins at two dashes (or the long
 * dash that a keyboard makes of them) before a letter, and extends to the next one. What else may be meant as
 * one is decided in loose-dashes.ts. Dashes inside quoted lettering, JSON or an address do not begin one.
 */
import { withoutHidden } from '../text/hidden.ts';
import { nearestName } from '../text/nearest-name.ts';
import { addressFault, leadingAddresses, maxImages, type FoundAddress } from './addresses.ts';
import { jsonSpans } from './json-spans.ts';
import { isFlagAlone, isValueAlone, startsWithValue } from './loose-dashes.ts';
import {
  anyDash,
  commas,
  enders,
  longDash,
  quotesIn,
  separators,
  shorten,
  toPlainWidth,
  trimEnd,
  trimEnds,
} from './marks.ts';
import { parameterTable, type Parameter, type ParameterName } from './parameter-table.ts';
import type { ParseOptions, PromptProblem } from './parsed-prompt.ts';
import { rejectPrompt } from './prompt-problem.ts';
import { promptWords, type PromptWords } from './prompt-words.ts';
import { readablePrompt } from './readable-prompt.ts';
import { retiredParameters } from './retired-parameters.ts';

export interface SplitPrompt {
  readonly images: readonly string[];
  readonly words: string;
  /** Where the words begin in the prompt. */
  readonly wordsAt: number;
  readonly parameters: readonly GivenParameter[];
  /** Parameters that are for the engine to know, as they were written. */
  readonly passedParameters: readonly string[];
}

export interface GivenParameter {
  readonly name: ParameterName;
  /** As it was written, with two dashes. */
  readonly flag: string;
  readonly value: string;
  readonly position: number;
}

/** Maximum length of a prompt, without the image URLs before it. */
export const maxPromptLength = 6000;

const parametersByName = new Map<string, ParameterName>(
  parameterTable.flatMap(({ names }) => names.map(name => [name, names[0]] as const)),
);

/** Takes a readable prompt apart. */
export function splitPrompt(
  prompt: string,
  { syntax }: Pick<ParseOptions, 'syntax'> = {},
): { ok: true; split: SplitPrompt } | { ok: false; problem: PromptProblem } {
  const fault = sizeProblem(prompt);
  if (fault) return { ok: false, problem: fault };
  const { addresses, end } = leadingAddresses(prompt);
  const { starts, stray } = findStarts(prompt, end);
  if (stray !== undefined) return { ok: false, problem: rejectPrompt(promptWords('stray_address'), stray) };
  const parameters: GivenParameter[] = [];
  const passedParameters: string[] = [];
  for (const [index, start] of starts.entries()) {
    const stop = starts[index + 1]?.position ?? prompt.length;
    const read = readGivenParameter(prompt, start, stop);
    const isPassed = syntax === 'open' && 'code' in read && read.code === 'parameter_unknown' && !start.fault;
    if (isPassed) passedParameters.push(`--${trimEnd(prompt.slice(start.name, stop), enders)}`);
    else if ('code' in read) return { ok: false, problem: read };
    else parameters.push(read);
  }
  const words = trimEnds(prompt.slice(end, starts[0]?.position), commas);
  const images = addresses.map(({ address }) => address);
  return { ok: true, split: { images, words, wordsAt: end, parameters, passedParameters } };
}

/**
 * Returns why a prompt has too many images or characters. To be asked before anything else reads the prompt,
 * which may be of any length.
 */
export function sizeProblem(prompt: string): PromptProblem | undefined {
  const { addresses, end } = leadingAddresses(prompt);
  return findImageFault(addresses) ?? findLengthFault(prompt.length - end, end);
}

/** A parameter as it stands in a text, known or not. */
export interface PlacedParameter {
  /** Undefined if no parameter has this name. */
  readonly name: ParameterName | undefined;
  /** As it was written, with two dashes. */
  readonly shownName: string;
  /** As it was written, without white space around it. */
  readonly value: string;
  readonly position: number;
  /** Where the value begins, or would. */
  readonly valueAt: number;
  /** Where the next parameter begins or the prompt ends. White space after the value belongs to this one. */
  readonly end: number;
}

/** Every parameter of a typed prompt with its position, even if it is invalid. For editors of the text. */
export function placeParameters(typedPrompt: string): readonly PlacedParameter[] {
  const { text, toTypedPosition } = readablePrompt(typedPrompt);
  return placeReadable(text).map(parameter => ({
    ...parameter,
    position: toTypedPosition(parameter.position),
    valueAt: toTypedPosition(parameter.valueAt),
    end: toTypedPosition(parameter.end),
  }));
}

function placeReadable(prompt: string): readonly PlacedParameter[] {
  const { starts } = findStarts(prompt, leadingAddresses(prompt).end);
  return starts.map(({ position, name: nameAt }, index) => {
    const end = starts[index + 1]?.position ?? prompt.length;
    const body = prompt.slice(nameAt, end);
    const gap = body.search(/\s/);
    const name = withoutHidden(trimEnd(gap === -1 ? body : body.slice(0, gap), enders));
    const value = (gap === -1 ? '' : body.slice(gap)).trim();
    const valueAt = value === '' ? nameAt + body.trimEnd().length : nameAt + body.indexOf(value, gap);
    return {
      name: parametersByName.get(name.toLowerCase()),
      shownName: `--${name}`,
      value,
      position,
      valueAt,
      end,
    };
  });
}

function findImageFault(addresses: readonly FoundAddress[]): PromptProblem | undefined {
  if (addresses.length > maxImages) {
    return rejectPrompt(promptWords('too_many_images', { count: addresses.length, most: maxImages }), 0);
  }
  for (const { address, position } of addresses) {
    const fault = addressFault(address);
    if (fault) return rejectPrompt(fault, position);
  }
  return undefined;
}

function findLengthFault(length: number, end: number): PromptProblem | undefined {
  if (length <= maxPromptLength) return undefined;
  const reason = promptWords('prompt_long', { count: length, most: maxPromptLength });
  return rejectPrompt(reason, end + maxPromptLength);
}

interface Start {
  readonly position: number;
  /** Behind the dashes. */
  readonly name: number;
  /**
   * Why it is not certain that a parameter is meant. It is rejected, because it should not
   * become words unnoticed either.
   */
  readonly fault?: 'space' | 'dash' | undefined;
}

/** Two dashes with a space between them, or any number together; quotation marks; addresses. */
const dash = anyDash.source;
const marks = new RegExp(
  `${dash}(?:[ \\u00a0]${dash}(?!${dash})|${dash}*)|["“]|(?:https?:\\/\\/|data:image\\/)[^\\s，。；、"“”]*`,
  'gi',
);

/** Returns where parameters begin, and the first address that belongs to no parameter. */
function findStarts(prompt: string, from: number): { starts: Start[]; stray: number | undefined } {
  const search = new RegExp(marks);
  const quoteEnd = quotesIn(prompt);
  const objects = jsonSpans(prompt, from);
  const starts: Start[] = [];
  let stray: number | undefined;
  search.lastIndex = from;
  for (let mark = search.exec(prompt); mark; mark = search.exec(prompt)) {
    const [text] = mark;
    const object = objects.find(({ start, end }) => mark.index >= start && mark.index < end);
    const start = object ? undefined : startAt(prompt, { position: mark.index, dashes: text });
    if (object) {
      search.lastIndex = object.end;
    } else if (text === '"' || text === '“') {
      search.lastIndex = quoteEnd(mark.index) ?? search.lastIndex;
    } else if (text.length > 2 && /^[hd]/i.test(text)) {
      if (starts.length === 0) stray ??= mark.index;
    } else if (start) {
      starts.push(start);
    }
  }
  return { starts, stray };
}

interface Dashes {
  readonly position: number;
  readonly dashes: string;
}

/**
 * Dashes after white space or punctuation always begin a parameter, so that misspelled names are reported.
 * Directly after a word they do so only before a known name: `cat--ar 3:2` is meant, `well--known` is a word.
 * A long dash is also punctuation: right behind a word it counts only after Chinese. One hyphen, and dashes
 * with spaces, count before a known name with its value.
 */
function startAt(prompt: string, { position, dashes }: Dashes): Start | undefined {
  const before = prompt[position - 1] ?? ' ';
  const behind = position + dashes.length;
  const isSpaced = /\s/.test(prompt[behind] ?? '');
  const name = isSpaced ? behind + 1 : behind;
  const match = findParameterAt(prompt, name);
  const start = { position, name };
  const isLong = longDash.test(dashes);
  const isPair = /\s/.test(dashes);
  if (!separators.test(before))
    return match && !isSpaced && !isPair && (isLong ? before >= '\u2e80' : dashes.length > 1)
      ? start
      : undefined;
  if (isPair || (dashes.length === 1 && !isLong) || isSpaced)
    return (
      match &&
      findLoose(prompt.slice(name + match.writtenName.length), { ...start, ...match, isSpaced, dashes })
    );
  if (isLong && dashes.length > 2) return undefined;
  return (isLong ? /[A-Za-z]/ : /[\p{L}\p{N}]/u).test(prompt[name] ?? '') ? start : undefined;
}

interface WrittenParameter {
  readonly parameter: ParameterName;
  readonly writtenName: string;
}

interface Loose extends Start, WrittenParameter {
  readonly isSpaced: boolean;
  readonly dashes: string;
}

/** A parameter with too few dashes, or with spaces among them. */
function findLoose(rest: string, { position, name, parameter, isSpaced, dashes }: Loose): Start | undefined {
  const start = { position, name };
  const isPair = dashes.replace(/\s/g, '').length > 1 && !longDash.test(dashes);
  if (isValueAlone(parameter, rest)) return start;
  if ((isPair || !isSpaced) && startsWithValue(parameter, rest)) return start;
  if (isFlagAlone(parameter, rest)) return isSpaced ? { ...start, fault: 'space' } : start;
  if (isPair) return { ...start, fault: 'space' };
  return isSpaced ? undefined : { ...start, fault: 'dash' };
}

const nameWord = new RegExp(`([A-Za-z]{1,12})(?=[\\s,，、.。;；:：]|${dash}{2}|$)`, 'y');

/** The parameter whose name is the whole word that begins here. */
function findParameterAt(prompt: string, position: number): WrittenParameter | undefined {
  const word = new RegExp(nameWord);
  word.lastIndex = position;
  const writtenName = word.exec(prompt)?.[1] ?? '';
  const parameter = parametersByName.get(writtenName.toLowerCase());
  return parameter && { parameter, writtenName };
}

function readGivenParameter(prompt: string, start: Start, end: number): GivenParameter | PromptProblem {
  const { position } = start;
  const body = prompt.slice(start.name, end);
  const gap = body.search(/\s/);
  const name = withoutHidden(trimEnd(gap === -1 ? body : body.slice(0, gap), enders));
  const value = gap === -1 ? '' : body.slice(gap);
  if (start.fault) return looseProblem(name, start);
  const parameter = parametersByName.get(name.toLowerCase());
  if (parameter) return { name: parameter, flag: `--${name}`, value: cleanValue(parameter, value), position };
  const retirementCode = retiredParameters.get(name.toLowerCase());
  if (retirementCode) return rejectPrompt(promptWords(retirementCode, { name }), position);
  const details = { parameter: `--${shorten(name)}`, allowed: remedyFor(name) };
  return { code: 'parameter_unknown', details, position };
}

/** Removes white space and the full stop of a sentence from a value, and converts full-width characters. */
function cleanValue(parameter: ParameterName, value: string): string {
  const bare = (parameter === 'no' ? value : withoutHidden(value)).trim();
  return parameter === 'no' ? bare : toPlainWidth(trimEnd(bare, enders));
}

/** The remedy for what may be meant as a parameter or as words. */
function looseProblem(name: string, { position, fault }: Start): PromptProblem {
  if (fault === 'dash') return rejectPrompt(promptWords('one_dash', { name }), position);
  const details = { parameter: '--', allowed: promptWords('no_space', { name }) };
  return { code: 'parameter_unknown', details, position };
}

function remedyFor(name: string): PromptWords {
  const [, namePart = '', valuePart = ''] = /^([a-z]+)[=:]?([\d.][\d.:]*)$/i.exec(name.slice(0, 40)) ?? [];
  if (parametersByName.has(namePart.toLowerCase()))
    return promptWords('space_before_value', { name: namePart, value: valuePart });
  const names = [...parametersByName.keys()];
  const nearest = name.length > 2 && name.length <= 20 ? nearestName(name, names) : undefined;
  const allowedFlags = parameterTable.map(({ names: [first] }: Parameter) => `--${first}`).join(' ');
  return nearest
    ? promptWords('nearest_parameter', { allowed: allowedFlags, nearest })
    : promptWords('exactly', { allowed: allowedFlags });
}
