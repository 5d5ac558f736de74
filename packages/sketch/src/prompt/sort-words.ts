/** Sorts the words of a prompt by effect: understood, style, excluded, or without effect. */
import { canJoin } from '../compose/land/also-settings.ts';
import { carriesLettering } from '../words/read-job.ts';
import type { Reading } from '../scene/reading.ts';
import { showsAction } from '../subjects/shows-action.ts';
import { findExclusions } from '../words/exclude.ts';
import { filler } from '../words/filler.ts';
import { type FoundWord, findWords } from '../words/find-words.ts';
import { framingWords, functionWords } from '../words/function-words.ts';
import { isMovementVerb } from '../words/movement.ts';
import { separatePrompt, readParts } from '../words/read-prompt.ts';
import type { Meaning } from '../words/vocabulary.ts';
import type { Mention } from './placed-words.ts';

/** Each list is in the order of the prompt. A type, not an interface, so that it can be stored as JSON. */
export type PromptWords = {
  /** `placed` if it is known, otherwise `understood`. */
  readonly drawn: string[];
  /** Things, places, hours, weathers and actions that are known. */
  readonly understood: string[];
  /**
   * Those of `understood` that the picture really contains. Absent if it is not known before it is drawn,
   * such as that of a follow-up.
   */
  readonly placed?: string[];
  /** Technique, colors of the whole picture, view and camera movement. */
  readonly style: string[];
  /** The words that are kept out: named after "without", or excluded. */
  readonly excluded: string[];
  /** Words without any effect. Articles and other function words are in no list. */
  readonly notUnderstood: string[];
};

export interface SortedWords extends Omit<PromptWords, 'drawn' | 'placed'> {
  /** The words that are understood, with their meanings. */
  readonly mentions: readonly Mention[];
  /** Whether the words name a thing, a place, an hour or a weather, and not only qualities. */
  readonly namesSomething: boolean;
  /** Whether a word without effect is more than praise. */
  readonly missesSomething: boolean;
}

/** `waits`: a number, a size or a color that belongs to the noun to come. `binds`: a function word. */
type WordEffect = 'drawn' | 'style' | 'waits' | 'binds' | 'lost';
const bestFirst = ['drawn', 'style', 'waits', 'binds', 'lost'] as const;

export interface SortOptions {
  readonly exclude: readonly string[];
  /** Whether it is a clip, in which every action is seen. */
  readonly isClip: boolean;
}

export function sortWords(prompt: string, { exclude, isClip }: SortOptions): SortedWords {
  const parts = separatePrompt(prompt);
  const reading = readParts(parts, exclude);
  const mentions: Mention[] = [];
  const lists = {
    understood: parts.texts.map(text => `"${text}"`),
    style: parts.camera.words.map(words => words.toLowerCase()),
    excluded: [] as string[],
    notUnderstood: [] as string[],
  };
  let namesSomething = parts.texts.length > 0;
  let waiting: FoundWord[] = [];
  for (const [index, item] of parts.wantedWords.entries()) {
    const effect = findEffect(item, { reading, isClip, after: parts.wantedWords[index + 1] });
    if (effect === 'waits') waiting.push(item);
    if (effect === 'drawn') {
      lists.understood.push(...[...waiting, item].map(({ spelling }) => spelling));
      mentions.push({ before: waiting, item });
      namesSomething ||= item.meanings.some(({ kind }) => leading.has(kind));
    }
    if (effect === 'style') lists.style.push(item.spelling);
    if (effect === 'lost') addUnknownWord(lists.notUnderstood, item, parts.wantedWords[index - 1]);
    if (effect === 'drawn' || item.kind === 'comma' || item.kind === 'stop') waiting = [];
  }
  for (const item of [...parts.unwantedWords, ...exclude.flatMap(findWords)]) {
    if (findExclusions([[item]]).length > 0) lists.excluded.push(item.spelling);
    else if (findEffect(item, { reading, isClip, after: undefined }) === 'lost')
      addUnknownWord(lists.notUnderstood, item, undefined);
  }
  lists.notUnderstood.push(...foreignWords(prompt));
  const styles = new Set(parts.wantedWords.filter(isStyleWord).map(({ spelling }) => spelling));
  const missesSomething = lists.notUnderstood.some(word => !filler.has(word) && !styles.has(word));
  return { ...lists, mentions, namesSomething, missesSomething };
}

/** Only the first of two styles is used. The other one does not count as a thing that is missing. */
function isStyleWord({ meanings }: FoundWord): boolean {
  return meanings.some(({ kind }) => kind === 'style' || kind === 'shot' || kind === 'move');
}

const leading: ReadonlySet<Meaning['kind']> = new Set([
  'subject',
  'landmark',
  'setting',
  'time',
  'weather',
  'season',
]);

/** Chinese characters that are not known belong to one word until a known one comes. */
function addUnknownWord(
  unknownWords: string[],
  { spelling }: FoundWord,
  before: FoundWord | undefined,
): void {
  const isHan = /^\p{Script=Han}$/u.test(spelling);
  if (isHan && before?.kind === 'unknown' && unknownWords.at(-1)?.endsWith(before.spelling))
    unknownWords[unknownWords.length - 1] += spelling;
  else unknownWords.push(spelling);
}

/** Words in other scripts than those of the vocabulary. */
function foreignWords(prompt: string): string[] {
  const promptText = prompt.replace(/"[^"]*"|“[^”]*”|「[^」]*」/g, ' ').toLowerCase();
  return promptText.match(/(?:(?![\p{Script=Latin}\p{Script=Han}])[\p{L}\p{M}])+/gu) ?? [];
}

interface WordContext {
  readonly reading: Reading;
  readonly isClip: boolean;
  readonly after: FoundWord | undefined;
}

function findEffect(item: FoundWord, context: WordContext): WordEffect {
  const { reading, after } = context;
  if (functionWords.has(item.spelling) || framingWords.has(item.text)) return 'binds';
  if (reading.lettering !== undefined && carriesLettering(item.spelling)) return 'drawn';
  if (item.kind === 'unknown')
    return isMovementVerb(item, after) && movesSomething(reading) ? 'drawn' : 'lost';
  if (item.kind !== 'known') return 'binds';
  const effects = item.meanings.map(meaning => findMeaningEffect(meaning, context));
  return bestFirst.find(effect => effects.includes(effect)) ?? 'lost';
}

function findMeaningEffect(meaning: Meaning, { reading, isClip }: WordContext): WordEffect {
  switch (meaning.kind) {
    case 'subject':
      return showsSubject(reading, meaning.key) ? 'drawn' : 'lost';
    case 'landmark':
      return showsLandmark(reading, meaning.value) ? 'drawn' : 'lost';
    case 'setting':
      return showsSetting(reading, meaning.value) ? 'drawn' : 'lost';
    case 'time':
    case 'weather':
    case 'season':
      return reading[meaning.kind] === meaning.value ? 'drawn' : 'lost';
    case 'style':
    case 'shot':
      return reading[meaning.kind] === meaning.value ? 'style' : 'lost';
    case 'move':
      return reading.cameraMove === meaning.value ? 'style' : 'lost';
    case 'action':
      return reading.subjects.some(
        ({ subject, action }) => action === meaning.value && (isClip || showsAction(subject, action)),
      )
        ? 'drawn'
        : 'lost';
    case 'goes':
      return isClip && movesSomething(reading) ? 'drawn' : 'binds';
    case 'color':
      return reading.palette.includes(meaning.value) ? 'style' : 'waits';
    case 'count':
    case 'size':
      return 'waits';
    case 'clothes':
    case 'skip':
      return 'lost';
    default:
      return 'binds';
  }
}

function movesSomething({ subjects, landmarks }: Reading): boolean {
  return [...subjects, ...landmarks].some(({ goes }) => goes !== undefined);
}

/** The horse of a rider is part of the illustration of both. */
function showsSubject({ subjects }: Reading, key: string): boolean {
  const actionsByMount: Readonly<Partial<Record<string, string>>> = { horse: 'riding', bicycle: 'cycling' };
  return subjects.some(
    ({ subject, action }) => subject === key || (action !== undefined && action === actionsByMount[key]),
  );
}

function showsLandmark({ landmarks, subjects }: Reading, kind: string): boolean {
  if (landmarks.some(landmark => landmark.kind === kind)) return true;
  return kind === 'birds' && subjects.some(({ subject }) => subject === 'bird');
}

/** There is a sky in every view. */
function showsSetting({ setting, alsoSettings = [] }: Reading, value: string): boolean {
  return value === setting || value === 'sky' || alsoSettings.some(also => also === value && canJoin(also));
}
