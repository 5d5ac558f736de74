/** The words of a prompt as they are written, each with its weight in the picture. */
import { filler } from '../words/filler.ts';
import { type FoundWord, findWords } from '../words/find-words.ts';
import type { Meaning } from '../words/vocabulary.ts';

export interface Word {
  readonly text: string;
  /** The place in the prompt at which it begins, and at which it ends. */
  readonly from: number;
  readonly to: number;
  /** 0 … 1; the greatest of a prompt is 1. */
  readonly weight: number;
  /** Relates nouns to each other and means nothing without them. */
  readonly joins: boolean;
}

const weights: Readonly<Record<Meaning['kind'], number>> = {
  subject: 1,
  landmark: 0.9,
  setting: 0.82,
  style: 0.78,
  time: 0.72,
  weather: 0.66,
  season: 0.6,
  color: 0.6,
  action: 0.58,
  move: 0.55,
  shot: 0.5,
  negation: 0.46,
  count: 0.44,
  size: 0.4,
  clothes: 0.4,
  palette: 0.34,
  goes: 0.36,
  relation: 0.3,
  after: 0.3,
  ride: 0.3,
  hold: 0.26,
  wearing: 0.26,
  and: 0.04,
  skip: 0.06,
};
const unknownWeight = 0.36;

/** Words, numbers, single Chinese characters, emoji. Lettering in quotes is one word. */
const pieces =
  /"[^"]{1,120}"|“[^”]{1,120}”|「[^」]{1,120}」|\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*|[\p{L}\p{N}]+(?:['’]s\b)?/gu;
const hanPieces = /[\p{Script=Han}]|[^\p{Script=Han}]+/gu;
const longestPhrase = 8;

export function weighWords(prompt: string): Word[] {
  const parts = splitParts(prompt);
  const words: Word[] = [];
  for (let at = 0; at < parts.length;) {
    const { count, word } = longestKnown(prompt, parts, at);
    const [from, to] = [parts[at].from, parts[at + count - 1].to];
    const text = prompt.slice(from, to);
    words.push({
      text,
      from,
      to,
      weight: weighWord(text, word, from / prompt.length),
      joins: joinsNouns(word),
    });
    at += count;
  }
  const greatest = words.reduce((most, { weight }) => Math.max(most, weight), 0.01);
  return words.map(word => ({ ...word, weight: Math.round((word.weight / greatest) * 100) / 100 }));
}

interface Part {
  readonly from: number;
  readonly to: number;
}

function splitParts(prompt: string): Part[] {
  return [...prompt.matchAll(pieces)].flatMap(({ 0: text, index }) =>
    /^["“「]/.test(text)
      ? [{ from: index, to: index + text.length }]
      : [...text.matchAll(hanPieces)].map(piece => ({
          from: index + piece.index,
          to: index + piece.index + piece[0].length,
        })),
  );
}

/** Joins as many parts as make one known phrase, at least one. */
function longestKnown(
  prompt: string,
  parts: readonly Part[],
  start: number,
): { count: number; word: FoundWord | undefined } {
  for (let count = Math.min(longestPhrase, parts.length - start); count > 1; count--) {
    const text = prompt.slice(parts[start].from, parts[start + count - 1].to);
    if (/[,.;:!?，。；：！？、\n"“「]/.test(text)) continue;
    if (filler.has(text)) return { count, word: undefined };
    const words = findWords(text);
    if (words.length === 1 && words[0].kind === 'known') return { count, word: words[0] };
  }
  return { count: 1, word: findWords(prompt.slice(parts[start].from, parts[start].to))[0] };
}

function weighWord(text: string, word: FoundWord | undefined, place: number): number {
  if (/^["“「]/.test(text)) return 0.95;
  if (!word || filler.has(text.toLowerCase())) return 0.06;
  const early = 1 - 0.14 * place;
  if (word.kind === 'article') return 0;
  if (word.kind === 'small' || word.kind === 'comma' || word.kind === 'stop') return 0.02;
  if (word.kind === 'unknown') return text.length < 2 ? 0.05 : unknownWeight * early;
  return Math.max(...word.meanings.map(({ kind }) => weights[kind])) * early;
}

function joinsNouns(word: FoundWord | undefined): boolean {
  return (
    word?.meanings.some(({ kind }) =>
      ['relation', 'after', 'ride', 'hold', 'wearing', 'and'].includes(kind),
    ) ?? false
  );
}
