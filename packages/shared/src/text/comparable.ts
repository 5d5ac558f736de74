/** Texts that look the same compare as the same. What is shown stays as it was typed. */
import { withoutHidden } from './hidden.ts';

/**
 * The text without invisible characters, in plain width, with accents as part of their letters. An
 * accent that no letter has, such as a stroke through an `o`, is left out.
 */
export function toComparable(text: string): string {
  return withoutHidden(text).normalize('NFKC').replace(loneMarks, '');
}

/**
 * Accents for Latin, Greek and Cyrillic letters. Vowels of other scripts, which
 * are marks as well, are letters.
 */
const loneMarks = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/**
 * Names with the same key look alike: in capitals, or with Greek and Cyrillic letters in place of Latin ones.
 */
export function lookalikeKey(name: string): string {
  const small = toComparable(name).toLowerCase().replace(/\s+/g, ' ').trim();
  return [...small].map(letter => latin.get(letter) ?? letter).join('');
}

/**
 * Letters that most fonts draw like a Latin one, in small letters and as their
 * capitals (Unicode, confusables.txt).
 */
const latin = new Map(
  Object.entries({
    a: 'аα',
    b: 'в',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еε',
    h: 'һн',
    i: 'іιı',
    j: 'ј',
    k: 'кκ',
    m: 'м',
    n: 'η',
    o: 'оο',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'тτ',
    u: 'υ',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγ',
    z: 'ζ',
  }).flatMap(([plain, lookalikes]) => [...lookalikes].map(other => [other, plain] as const)),
);
