/** Multi-prompts: `hot:: dog::2` has two parts, and the second is twice as important. */
import { unescapeBraces } from './brace-escapes.ts';
import { quotesIn, readNumber, separators, trimEnds } from './marks.ts';
import type { PromptPart, PromptProblem } from './parsed-prompt.ts';
import { invalidValue, rejectPrompt } from './prompt-problem.ts';
import { promptWords, untranslatedText, type PromptWords } from './prompt-words.ts';
import { versionGeneration, versionFlag } from './image-versions.ts';

const largest = 10_000;

/**
 * The parts of the words, undefined if they have no weights, or a problem. `at` is where
 * the words begin in the prompt.
 */
export function readParts(
  words: string,
  version: string,
  offset: number,
): readonly PromptPart[] | PromptProblem | undefined {
  const partSeparators = separatorsIn(words);
  if (partSeparators.length === 0) return undefined;
  const parts: PromptPart[] = [];
  let start = 0;
  for (const { position, end, weight: weightText } of partSeparators) {
    // A colon at an end would be read as part of `::` when the prompt is written again.
    const text = trimEnds(unescapeBraces(words.slice(start, position)), separators);
    const problemPosition = offset + position;
    if (text === '') return rejectPrompt(promptWords('weight_without_text'), problemPosition);
    const weight = weightText === '' ? 1 : readNumber(weightText);
    if (weight === undefined || !isAllowed(weight, version))
      return invalidValue({
        parameter: '::',
        value: untranslatedText(weightText),
        allowed: allowedWeights(version),
        position: problemPosition,
      });
    parts.push({ text, weight });
    start = end;
  }
  const rest = trimEnds(unescapeBraces(words.slice(start)), separators);
  if (rest !== '') parts.push({ text: rest, weight: 1 });
  // Rounded, so that 0.3 - 0.2 - 0.1 is 0.
  const sum = Math.round(parts.reduce((total, { weight }) => total + weight, 0) * 10_000) / 10_000;
  if (sum > 0) return parts;
  return invalidValue({
    parameter: '::',
    value: promptWords('total', { sum }),
    allowed: promptWords('positive_sum'),
    position: offset + (partSeparators[0]?.position ?? 0),
  });
}

/** The text to be drawn: the parts with a positive weight. */
export function joinPositiveParts(parts: readonly PromptPart[]): string {
  return parts
    .filter(({ weight }) => weight > 0)
    .map(({ text }) => text)
    .join(', ');
}

interface Separator {
  readonly position: number;
  readonly end: number;
  /** The number after `::`. Empty if there is none. */
  readonly weight: string;
}

/**
 * Finds `::` outside quoted lettering, with the number directly after it, unless that begins a word (`::3d`).
 */
function separatorsIn(words: string): Separator[] {
  if (!/::|：：/.test(words)) return [];
  const marks = /(?:::|：：)(-?[\d.]*\d(?=[\s,，、。；;]|\.(?:\s|$)|::|：：|$))?|["“]/g;
  const quoteEnd = quotesIn(words);
  const partSeparators: Separator[] = [];
  for (let mark = marks.exec(words); mark; mark = marks.exec(words)) {
    const [text, weight = ''] = mark;
    const isQuote = text === '"' || text === '“';
    if (isQuote) marks.lastIndex = quoteEnd(mark.index) ?? marks.lastIndex;
    else partSeparators.push({ position: mark.index, end: marks.lastIndex, weight });
  }
  return partSeparators;
}

function isAllowed(weight: number, version: string): boolean {
  return Math.abs(weight) <= largest && (versionGeneration(version) > 3 || Number.isInteger(weight));
}

function allowedWeights(version: string): PromptWords {
  return versionGeneration(version) > 3
    ? promptWords('weights', { most: largest })
    : promptWords('whole_weights', { most: largest, version: versionFlag(version) });
}
