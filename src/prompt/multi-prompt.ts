/** Multi-prompts: `hot:: dog::2` are two thoughts, the second twice as important. */
import { quotesIn, readNumber, separators, trimEnds } from './marks.ts';
import type { PromptPart, PromptProblem } from './parsed-prompt.ts';
import { generationOf, versionFlag } from './versions.ts';

const largest = 10_000;

/** The parts of the words, undefined when they have no weights, or what is wrong with them. `at`: where they begin. */
export function readParts(
  words: string,
  version: string,
  at: number,
): readonly PromptPart[] | PromptProblem | undefined {
  const found = separatorsIn(words);
  if (found.length === 0) return undefined;
  const parts: PromptPart[] = [];
  let start = 0;
  for (const { position, end, weight: written } of found) {
    // A colon at an end would be read as another `::` when it is written again.
    const text = trimEnds(words.slice(start, position), separators);
    const where = at + position;
    if (text === '')
      return refuse('`::` follows no words. Write words, `::` and their weight: `fog::2`.', where);
    if (/\s/.test(words[position - 1] ?? '')) {
      return refuse('`::` stands right behind the words, without a space: `fog::2`.', where);
    }
    const weight = written === '' ? 1 : readNumber(written);
    if (weight === undefined || !isAllowed(weight, version))
      return invalid(written, allowedFor(version), where);
    parts.push({ text, weight });
    start = end;
  }
  const rest = trimEnds(words.slice(start), separators);
  if (rest !== '') parts.push({ text: rest, weight: 1 });
  // Rounded, so that 0.3 - 0.2 - 0.1 is 0.
  const sum = Math.round(parts.reduce((total, { weight }) => total + weight, 0) * 10_000) / 10_000;
  if (sum > 0) return parts;
  return invalid(`${sum} in all`, 'weights that add up to more than 0', at + (found[0]?.position ?? 0));
}

/** What shall be seen: the parts that do not count against it. */
export function textOfParts(parts: readonly PromptPart[]): string {
  return parts
    .filter(({ weight }) => weight > 0)
    .map(({ text }) => text)
    .join(', ');
}

interface Separator {
  readonly position: number;
  readonly end: number;
  /** `2` of `::2`; empty when there is none. */
  readonly weight: string;
}

/** `::` outside quoted lettering, with the number right behind it, unless that begins a word (`::3d`). */
function separatorsIn(words: string): Separator[] {
  if (!/::|：：/.test(words)) return [];
  const marks = /(?:::|：：)(-?[\d.]*\d(?=[\s,，、。；;]|\.(?:\s|$)|::|：：|$))?|["“]/g;
  const quoteEnd = quotesIn(words);
  const found: Separator[] = [];
  for (let mark = marks.exec(words); mark; mark = marks.exec(words)) {
    const [text, weight = ''] = mark;
    const isQuote = text === '"' || text === '“';
    if (isQuote) marks.lastIndex = quoteEnd(mark.index) ?? marks.lastIndex;
    else found.push({ position: mark.index, end: marks.lastIndex, weight });
  }
  return found;
}

function isAllowed(weight: number, version: string): boolean {
  return Math.abs(weight) <= largest && (generationOf(version) > 3 || Number.isInteger(weight));
}

function allowedFor(version: string): string {
  const range = `numbers from -${largest} to ${largest}`;
  return generationOf(version) > 3
    ? `${range}, with four places at most`
    : `whole ${range} with ${versionFlag(version)}`;
}

function invalid(value: string, allowed: string, position: number): PromptProblem {
  return { code: 'parameter_invalid', details: { parameter: '::', value, allowed }, position };
}

function refuse(reason: string, position: number): PromptProblem {
  return { code: 'request_invalid', details: { reason }, position };
}
