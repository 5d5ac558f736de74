/**
 * The vocabulary as lookup tables, built at the first use: the word lists of this folder,
 * the names of the emoji that have a place in the subject table (English and Chinese labels of
 * emojibase), and the emoji themselves.
 */
import { toEmojiName, readEmojiNames } from '../data/emoji-names.ts';
import { SketchError } from '../job/sketch-error.ts';
import type { Movement, Landmark, Reading, Relation } from '../scene/reading.ts';
import { subjectKeys, findSubject } from '../subjects/subjects.ts';
import { singular } from './singular.ts';
import { grammarVocabulary } from './vocabulary-grammar.ts';
import { landmarkVocabulary } from './vocabulary-landmarks.ts';
import { sceneVocabulary } from './vocabulary-scene.ts';
import { misleadingNames, subjectVocabulary } from './vocabulary-subjects.ts';

export type SceneField = 'setting' | 'time' | 'weather' | 'season' | 'style' | 'shot' | 'move';

/** A meaning of a phrase. The `value` of a scene meaning is a value of that field of `Reading`. */
export type Meaning =
  | { readonly kind: SceneField; readonly value: string; readonly weak: boolean }
  | { readonly kind: 'landmark'; readonly value: Landmark; readonly color?: string }
  /** A `shy` subject is only meant when an article, a number or an adjective stands before the word. */
  | { readonly kind: 'subject'; readonly key: string; readonly count?: number; readonly shy: boolean }
  | { readonly kind: 'color'; readonly value: string; readonly name: string }
  | { readonly kind: 'count' | 'size'; readonly value: number }
  | { readonly kind: 'action'; readonly value: string }
  /** The direction of a movement. */
  | { readonly kind: 'goes'; readonly value: Movement['way'] }
  | { readonly kind: 'relation' | 'after'; readonly value: Relation }
  | { readonly kind: 'palette' | 'and' | 'negation' | 'wearing' | 'clothes' | 'ride' | 'hold' | 'skip' };

export interface Vocabulary {
  /** Phrases in lower case with single spaces, Chinese phrases, and emoji. */
  readonly exact: ReadonlyMap<string, readonly Meaning[]>;
  /** English phrases with every word in the singular. */
  readonly singular: ReadonlyMap<string, readonly Meaning[]>;
}

const chineseMeasures = [...'只个条匹头艘座棵朵架辆位名张本双片幢栋颗株枝盏把间口支群'];
const chineseNumerals = [...'一二三四五六七八九十'];

let cachedVocabulary: Vocabulary | undefined;

export function vocabulary(): Vocabulary {
  cachedVocabulary ??= buildVocabulary();
  return cachedVocabulary;
}

/**
 * Later lists override earlier ones, so landmarks override subjects, and the word lists override the names
 * from the emoji data.
 */
function buildVocabulary(): Vocabulary {
  const tables = { exact: new Map<string, Meaning[]>(), singular: new Map<string, Meaning[]>() };
  addEmoji(tables);
  for (const key of listNouns())
    addPhrase(tables, key.replaceAll('-', ' '), [subjectMeaning(key, key.replaceAll('-', ' '))]);
  addList(tables, subjectVocabulary, name => [subjectMeaning(name)]);
  for (const list of [sceneVocabulary, landmarkVocabulary, grammarVocabulary])
    addList(tables, list, readMeanings);
  addAmbiguous(tables);
  addChineseCounts(tables);
  return tables;
}

/** The keys of subjects without an action. `man-running` is no such key: it is read as two words. */
function listNouns(): string[] {
  const poses = new Set(subjectKeys().flatMap(key => Object.values(findSubject(key)?.poses ?? {})));
  return subjectKeys().filter(key => !poses.has(key));
}

interface Tables {
  readonly exact: Map<string, Meaning[]>;
  readonly singular: Map<string, Meaning[]>;
}

function addList(
  tables: Tables,
  list: string,
  toMeanings: (name: string, phrases: readonly string[]) => Meaning[],
): void {
  for (const line of list.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const end = line.indexOf(': ');
    const phrases = line.slice(end + 2).split(', ');
    const meanings = toMeanings(line.slice(0, end), phrases);
    for (const phrase of phrases) addPhrase(tables, phrase, meanings);
  }
}

/** Adds a plural phrase only as it is written, so that "birds" can have another meaning than "bird". */
function addPhrase({ exact, singular: singulars }: Tables, phrase: string, meanings: Meaning[]): void {
  exact.set(phrase, meanings);
  const normal = phrase.split(' ').map(singular).join(' ');
  if (normal === phrase || phrase.includes(' ')) singulars.set(normal, meanings);
}

/** Adds the emoji of every subject and their labels in the emoji data. */
function addEmoji(tables: Tables): void {
  const allNouns = new Set(listNouns());
  const names = readEmojiNames();
  for (const key of subjectKeys()) {
    const entry = names.get(toEmojiName(findSubject(key)?.icon ?? ''));
    if (entry === undefined) continue;
    const label = entry.label.toLowerCase();
    const emoji = plainEmoji(entry.emoji);
    if (!tables.exact.has(emoji)) tables.exact.set(emoji, [subjectMeaning(key)]);
    if (!allNouns.has(key)) continue;
    if (!tables.exact.has(label)) addPhrase(tables, label, [subjectMeaning(key, label)]);
    const { chinese } = entry;
    if (chinese.length > 1 && !misleadingLabels.has(chinese) && !tables.exact.has(chinese))
      tables.exact.set(chinese, [subjectMeaning(key)]);
  }
}

/** An emoji without variation selectors and skin tones. */
export function plainEmoji(emoji: string): string {
  return emoji.replace(/\uFE0F|[\u{1F3FB}-\u{1F3FF}]/gu, '');
}

const misleadingLabels = new Set(misleadingNames.split(', '));

function subjectMeaning(name: string, label?: string): Meaning {
  const [key = '', crowd] = name.split('*');
  if (findSubject(key) === undefined)
    throw new SketchError(
      'data_broken',
      `The vocabulary names a subject ${key} that the table does not have`,
    );
  return {
    kind: 'subject',
    key,
    shy: label !== undefined && misleadingLabels.has(label),
    ...(crowd === undefined ? {} : { count: Number(crowd) }),
  };
}

/** Reads meanings such as `setting=sea landmark=reflection`, `color=#d23a33` or `skip`. */
function readMeanings(text: string, phrases: readonly string[]): Meaning[] {
  return text.split(' ').map(word => {
    const [, kind = '', mark, value = ''] = /^([a-z]+)([=~]?)(.*)$/.exec(word) ?? [];
    const [name = '', color] = value.split(':');
    switch (kind) {
      case 'landmark':
        return { kind, value: name as Landmark, ...(color === undefined ? {} : { color }) };
      case 'subject':
        return subjectMeaning(value);
      case 'color':
        return { kind, value, name: phrases[0] ?? '' };
      case 'count':
      case 'size':
        return { kind, value: Number(value) };
      default:
        return { kind, value, weak: mark === '~' } as Meaning;
    }
  });
}

/** Adds words that are an adjective before a noun and a noun elsewhere, such as "orange". */
function addAmbiguous(tables: Tables): void {
  const pairs = [
    ['orange', 'orange'],
    ['baby', 'baby'],
    ['chestnut', 'chestnut'],
  ] as const;
  for (const [word, key] of pairs) {
    const adjective = tables.exact.get(word)?.filter(meaning => meaning.kind !== 'subject') ?? [];
    addPhrase(tables, word, [...adjective, { kind: 'subject', key, shy: true }]);
  }
}

/** Adds numerals with any measure word, such as 两只, 三条 and 十二个. */
function addChineseCounts({ exact }: Tables): void {
  const numerals = new Map(chineseNumerals.map((numeral, index) => [numeral, index + 1]));
  numerals.set('两', 2).set('几', 3).set('数', 3).set('十二', 12).set('十几', 12).set('百', 30);
  for (const [numeral, value] of numerals) {
    for (const measure of chineseMeasures)
      exact.set(numeral + measure, [{ kind: 'count', value: measure === '群' ? 7 : value }]);
  }
  for (const measure of chineseMeasures)
    exact.set(`这${measure}`, [{ kind: 'skip' }]).set(`那${measure}`, [{ kind: 'skip' }]);
}

export type SceneMeaning = Extract<Meaning, { kind: SceneField }>;

/** The field of a reading that a scene meaning sets. */
export function readingField(kind: SceneField): keyof Reading {
  return kind === 'move' ? 'cameraMove' : kind;
}
