/**
 * Removes from a prompt what pasting adds unintentionally: a Discord command, invisible characters,
 * HTML entities, and angle brackets around URLs. Reading a readable prompt again changes nothing.
 */
import { hidden } from '../text/hidden.ts';
import { anyDash } from './marks.ts';

export interface ReadablePrompt {
  readonly text: string;
  /** The position in the typed prompt of a position in the text. */
  readonly toTypedPosition: (position: number) => number;
}

export function readablePrompt(prompt: string): ReadablePrompt {
  let read: ReadablePrompt = { text: prompt, toTypedPosition: position => position };
  for (const { hint, pattern, instead } of rules) {
    if (!hint.test(read.text)) continue;
    const before = read;
    const { text, toTypedPosition } = replaceAll(before.text, pattern, instead);
    read = { text, toTypedPosition: position => before.toTypedPosition(toTypedPosition(position)) };
  }
  return read;
}

/** The text of `readablePrompt`. */
export function readableText(prompt: string): string {
  return readablePrompt(prompt).text;
}

interface Rule {
  /** A cheap test. Most prompts have nothing to replace. */
  readonly hint: RegExp;
  readonly pattern: RegExp;
  readonly instead: (match: RegExpExecArray) => string;
}

/** The characters that entities are written for. Others stay as they are: the words may be about HTML. */
const entities: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  colon: ':',
  hyphen: '‐',
  dash: '‐',
  minus: '−',
  ndash: '–',
  mdash: '—',
  horbar: '―',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  shy: '',
};
const decodable = /[-"'<>:\u00a0‐‑‒–—―−﹘﹣－─━“”‘’]/;
const names = Object.keys(entities).join('|');

/** Joiners and marks of direction, which mean nothing before a dash. */
const joiners = String.raw`[\u200c-\u200f\u202a-\u202e\u2066-\u2069]`;

/** The rules apply in this order: what one rule leaves is read by the next ones. */
const rules: readonly Rule[] = [
  // They never mean anything. Joiners and selectors may be part of a letter or an emoji, and stay.
  {
    hint: /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/,
    pattern: /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]+/g,
    instead: () => '',
  },
  {
    hint: /&/,
    pattern: new RegExp(`&(?:amp;)*(?:#(\\d{2,5})|#x([0-9a-f]{2,4})|(${names}));|&(?:amp;)+`, 'gi'),
    instead: decode,
  },
  {
    hint: hidden,
    pattern: new RegExp(
      `(?<=${anyDash.source})${hidden.source}+|(?<!${joiners})${joiners}+(?=${anyDash.source})`,
      'g',
    ),
    instead: () => '',
  },
  {
    hint: /<https?:/i,
    pattern: /(?<!<)<+(https?:\/\/[^\s<>]+)>+/gi,
    instead: ([, address = '']) => address,
  },
  {
    hint: /\/imagine\b/i,
    pattern: /(?<=^\s*(?:https?:\/\/\S+\s+)*)(?:\/imagine(?:\s+prompt\b\s*[:：]?|\s*[:：]|(?=\s))\s*)+/gi,
    instead: () => '',
  },
];

function decode([entity, decimal, hex, name]: RegExpExecArray): string {
  if (name !== undefined) return entities[name.toLowerCase()] ?? entity;
  if (decimal === undefined && hex === undefined) return '&';
  const character = String.fromCharCode(Number.parseInt(decimal ?? hex ?? '', decimal ? 10 : 16));
  if (character === '\u00ad') return '';
  return decodable.test(character) ? character : entity;
}

function replaceAll(
  text: string,
  pattern: RegExp,
  instead: (match: RegExpExecArray) => string,
): ReadablePrompt {
  /** Where the text after each replacement begins: in the result, and in the original. */
  const shifts: { readonly to: number; readonly from: number }[] = [];
  let result = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    result += text.slice(end, match.index);
    const start = result.length;
    result += instead(match as RegExpExecArray);
    shifts.push({ to: start, from: match.index });
    end = match.index + match[0].length;
    shifts.push({ to: result.length, from: end });
  }
  result += text.slice(end);
  const toTypedPosition = (position: number) => {
    const { to, from } = shifts.findLast(shift => shift.to <= position) ?? { to: 0, from: 0 };
    return Math.min(from + position - to, text.length);
  };
  return { text: result, toTypedPosition };
}
