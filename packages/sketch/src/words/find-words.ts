/** Cuts a prompt into known phrases, longest first, and what lies between them. */
import { singular } from './singular.ts';
import { type Meaning, plainEmoji, vocabulary } from './vocabulary.ts';

export interface FoundWord {
  /**
   * `known` words have meanings, `unknown` words have none. `article` and `small` are function words. `comma`
   * separates clauses and `stop` separates sentences.
   */
  readonly kind: 'known' | 'unknown' | 'article' | 'small' | 'comma' | 'stop';
  /** The word as the vocabulary has it. */
  readonly text: string;
  /** The word as the prompt has it, in lower case. */
  readonly spelling: string;
  readonly meanings: readonly Meaning[];
  readonly plural: boolean;
}

const longestWords = 6;
const longestChinese = 8;
const articles = new Set([
  'a',
  'an',
  'the',
  'this',
  'that',
  'these',
  'those',
  'its',
  'his',
  'her',
  'their',
  'my',
  'our',
  'another',
  'each',
  'every',
  'any',
]);
const smallWords = new Set(
  (
    'of to from at for as is are was be being it he she they who which while when where there has have very so then or but all off out up down away ' +
    'around 的 着 了 是 正 正在 在 它 他 她'
  ).split(' '),
);

/** Emoji, English words and numbers, single Chinese characters, marks. */
const tokenPattern =
  /\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}]|\u200D\p{Extended_Pictographic})*|[\p{Script=Latin}\d]+(?:['’]s\b)?|\p{Script=Han}|[^\s]/gu;

export function findWords(text: string): FoundWord[] {
  const tokens = (text.toLowerCase().match(tokenPattern) ?? []).filter(
    token => token !== '-' && token !== '‑',
  );
  const words: FoundWord[] = [];
  for (let at = 0; at < tokens.length;) {
    const [item, length] = findAt(tokens, at);
    words.push(item);
    at += length;
  }
  return words;
}

function findAt(tokens: readonly string[], start: number): [FoundWord, number] {
  const token = tokens[start] ?? '';
  if (/^\p{Script=Han}/u.test(token)) return findChinese(tokens, start);
  if (/^[\p{Script=Latin}\d]/u.test(token)) return findEnglish(tokens, start);
  const meanings = vocabulary().exact.get(plainEmoji(token));
  if (meanings !== undefined) return [createKnownWord({ text: token, meanings }), 1];
  return [
    {
      ...nothing,
      kind: /[.;!?。；！？\n]/.test(token)
        ? 'stop'
        : /[,:，：、|/()（）\u2014]/.test(token)
          ? 'comma'
          : 'small',
      text: token,
      spelling: token,
    },
    1,
  ];
}

const nothing = { meanings: [], plural: false };

function findEnglish(tokens: readonly string[], start: number): [FoundWord, number] {
  const words: string[] = [];
  for (const token of tokens.slice(start, start + longestWords)) {
    if (!/^[\p{Script=Latin}\d]/u.test(token)) break;
    words.push(token.replace(/['’]s$/, ''));
  }
  const singulars = words.map(singular);
  for (let length = words.length; length > 0; length--) {
    const phrase = words.slice(0, length).join(' ');
    const exact = vocabulary().exact.get(phrase);
    const plural = words[length - 1] !== singulars[length - 1];
    if (exact !== undefined) return [createKnownWord({ text: phrase, meanings: exact, plural }), length];
    const normal = singulars.slice(0, length).join(' ');
    const meanings = vocabulary().singular.get(normal);
    if (meanings !== undefined)
      return [createKnownWord({ text: normal, spelling: phrase, meanings, plural }), length];
  }
  return [plainWord(words[0] ?? ''), 1];
}

function findChinese(tokens: readonly string[], start: number): [FoundWord, number] {
  const characters: string[] = [];
  for (const token of tokens.slice(start, start + longestChinese)) {
    if (!/^\p{Script=Han}/u.test(token)) break;
    characters.push(token);
  }
  for (let length = characters.length; length > 0; length--) {
    const phrase = characters.slice(0, length).join('');
    const meanings = vocabulary().exact.get(phrase);
    if (meanings !== undefined) return [createKnownWord({ text: phrase, meanings }), length];
  }
  return [plainWord(characters[0] ?? ''), 1];
}

function createKnownWord(
  word: Pick<FoundWord, 'text' | 'meanings'> & Partial<Pick<FoundWord, 'spelling' | 'plural'>>,
): FoundWord {
  return { kind: 'known', spelling: word.text, plural: false, ...word };
}

function plainWord(text: string): FoundWord {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (number > 0) return createKnownWord({ text, meanings: [{ kind: 'count', value: number }] });
  return {
    ...nothing,
    kind: articles.has(text) ? 'article' : smallWords.has(text) ? 'small' : 'unknown',
    text,
    spelling: text,
  };
}
