/**
 * Interprets the words of a prompt: binds numbers, sizes, colors and actions to nouns, and relates nouns.
 */
import type { Movement, Reading, Relation } from '../scene/reading.ts';
import { findSubject } from '../subjects/subjects.ts';
import { readNoun } from './bind-noun.ts';
import { colorClothes, dressInColor, clothesWearer } from './clothes.ts';
import { finish, isLifeless, addQualities, addRelation, setSetting } from './draft.ts';
import type { Mention } from './mention.ts';
import type { FoundWord } from './find-words.ts';
import { canMove, isMovementVerb } from './movement.ts';
import {
  type WordContext,
  emptyDetails,
  hasMeaning,
  isNoun,
  nounFollows,
  type Place,
  startSentence,
} from './sentence.ts';
import type { Meaning, SceneMeaning } from './vocabulary.ts';

export function interpret(words: readonly FoundWord[]): Reading {
  const place = startSentence();
  words.forEach((item, index) => {
    if (locative.test(item.text)) place.located = place.nouns;
    if (item.text.endsWith('过')) place.passing = place.nouns;
    if (item.kind === 'known')
      readKnown(place, item, { before: words[index - 1], after: words[index + 1], words, index });
    else if (item.kind === 'unknown') readUnknownWord(place, item, words[index + 1]);
    else if (item.kind === 'comma' || item.kind === 'stop') endClause(place, item.kind);
  });
  endClause(place, 'stop');
  return finish(place.draft);
}

/** Makes a noun move if an unknown verb of movement follows: "a train thunders through a valley". */
function readUnknownWord(place: Place, item: FoundWord, after: FoundWord | undefined): void {
  if (isMovementVerb(item, after))
    for (const noun of listSubjects(place)) addQualities(noun, { goes: 'along' });
  readUnknown(place);
}

/** Endings of the Chinese words that precede a place: 在, 坐在, 飞过. */
const locative = /[在过越向]$/;

function readUnknown(place: Place): void {
  place.unknowns++;
  if (place.colors.length > 0 && place.unknowns === 1) place.colorTaken = true;
  if (place.wearing && place.colors.length > 0) colorClothes(place);
  if (place.unknowns > 2) Object.assign(place, emptyDetails());
}

/** Colors that found no noun color the whole picture. */
function endClause(place: Place, mark: 'comma' | 'stop'): void {
  dressInColor(place);
  if (!place.colorTaken) place.draft.palette.push(...place.colors.map(({ value }) => value));
  Object.assign(place, emptyDetails());
  place.relation = undefined;
  place.joined = false;
  place.wearing = false;
  place.located = [];
  place.passing = [];
  if (mark === 'stop') {
    place.nouns = [];
    place.place = undefined;
    place.dressColor = undefined;
  }
}

function readKnown(place: Place, item: FoundWord, context: WordContext): void {
  const meanings = chooseMeanings(place, item, context);
  for (const meaning of meanings) {
    switch (meaning.kind) {
      case 'landmark':
      case 'subject':
        if (meaning.kind === 'landmark' && isImplied(meanings)) addImplied(place, meaning);
        else readNoun(place, meaning, { item, context });
        break;
      case 'color':
        place.colors.push(meaning);
        place.unknowns = 0;
        break;
      case 'count':
      case 'size':
        place[meaning.kind] = meaning.value;
        place.unknowns = 0;
        break;
      case 'action':
        readAction(place, meaning.value, context);
        break;
      case 'goes':
        readMovement(place, meaning.value, context);
        if (meanings.length === 1) readUnknown(place);
        break;
      case 'relation':
        if (!isAboutScene(place, meaning.value, context.before)) startRelation(place, meaning.value);
        break;
      case 'after':
        readPlaceWord(place, meaning.value, context);
        break;
      case 'ride':
        startRelation(place, 'on');
        break;
      case 'hold':
        if (place.nouns.length > 0) startRelation(place, 'beside');
        break;
      case 'and':
        place.joined = place.nouns.length > 0;
        break;
      case 'wearing':
        place.wearing = true;
        break;
      case 'palette':
        place.draft.palette.push(...place.colors.map(({ value }) => value));
        place.colors = [];
        break;
      case 'clothes':
        if (place.wearing || clothesWearer(place) !== undefined) colorClothes(place);
        else readUnknown(place);
        break;
      case 'negation':
      case 'skip':
        readUnknown(place);
        break;
      default:
        readScene(place, meaning, meanings);
    }
  }
}

/**
 * Picks between an adjective and a noun, and drops a shy noun that does not stand where a noun stands. Red
 * sails are no doing, a black and white cat is no style, a mother bear no woman.
 */
function chooseMeanings(
  place: Place,
  { meanings, plural, text }: FoundWord,
  { before, after, words, index }: WordContext,
): readonly Meaning[] {
  if (text === 'black and white' && nounFollows(words, index)) return [];
  if (place.colors.length > 0 && text.endsWith('s') && hasMeaning({ meanings }, 'action'))
    return [{ kind: 'skip' }];
  if (isPersonWord(meanings) && isAnimalWord(after)) return meanings.filter(({ kind }) => kind !== 'subject');
  const shy = meanings.find(meaning => meaning.kind === 'subject' && meaning.shy);
  if (shy === undefined) return meanings;
  const otherMeanings = meanings.filter(meaning => meaning !== shy);
  const does = after !== undefined && isActionOfNoun(after, words[index + 2]);
  if (isNoun(after) || (after?.kind === 'unknown' && !does)) return otherMeanings;
  const isQualified =
    plural ||
    before?.kind === 'article' ||
    place.count !== undefined ||
    place.size !== undefined ||
    (place.goes !== undefined && isMover(shy)) ||
    (does && isMover(shy) && (before === undefined || ['comma', 'stop'].includes(before.kind)));
  const isAlsoColor = hasMeaning({ meanings }, 'color');
  const isDetermined =
    isQualified || hasMeaning({ meanings }, 'size') || (!isAlsoColor && place.colors.length > 0);
  return isDetermined ? [shy] : otherMeanings;
}

function isMover(meaning: Meaning): boolean {
  return meaning.kind === 'subject' && canMove({ what: 'subject', name: meaning.key });
}

/** Whether a word is a verb of the noun before it: "train crossing", "the train winds through". */
function isActionOfNoun(item: FoundWord, after: FoundWord | undefined): boolean {
  return hasMeaning(item, 'goes') || hasMeaning(item, 'action') || isMovementVerb(item, after);
}

function isPersonWord(meanings: readonly Meaning[]): boolean {
  return meanings.some(meaning => meaning.kind === 'subject' && findSubject(meaning.key)?.group === 'person');
}

function isAnimalWord(item: FoundWord | undefined): boolean {
  const [first] = item?.meanings ?? [];
  return first?.kind === 'subject' && findSubject(first.key)?.group === 'animal';
}

function readScene(place: Place, meaning: SceneMeaning, all: readonly Meaning[]): void {
  setSetting(place.draft, meaning);
  if (['setting', 'time', 'weather', 'season'].includes(meaning.kind)) {
    if (!place.colorTaken) place.draft.palette.push(...place.colors.map(({ value }) => value));
    Object.assign(place, emptyDetails());
    if (isImplied(all) || !all.some(({ kind }) => kind === 'landmark' || kind === 'subject'))
      place.relation = undefined;
  }
}

/**
 * A landmark that comes with a setting or an hour: the pines of a pine forest, the stars of a starry night.
 */
function isImplied(meanings: readonly Meaning[]): boolean {
  return (
    meanings.some(({ kind }) => kind === 'setting' || kind === 'time') ||
    meanings.some(
      ({ kind, ...rest }) => kind === 'landmark' && 'value' in rest && rest.value === 'reflection',
    )
  );
}

function addImplied(place: Place, { value, color }: Extract<Meaning, { kind: 'landmark' }>): void {
  const isMentioned = place.draft.mentions.some(({ what, name }) => what === 'landmark' && name === value);
  if (!isMentioned)
    place.draft.mentions.push({
      what: 'landmark',
      name: value,
      count: 1,
      size: 1,
      ...(color === undefined ? {} : { color }),
    });
}

/**
 * Doing words stand behind their noun ("a fox running") or, after an article or before 的, in
 * front of it ("a sleeping cat").
 */
function readAction(place: Place, action: string, { before, after }: WordContext): void {
  dressInColor(place);
  const ahead =
    place.nouns.length === 0 ||
    before?.kind === 'article' ||
    place.colors.length > 0 ||
    place.size !== undefined;
  if (ahead || after?.text === '的' || hasMeaning(before, 'count')) {
    place.action = action;
    place.unknowns = 0;
    return;
  }
  for (const noun of listSubjects(place)) addQualities(noun, { action });
}

/** Binds a movement like an action: to the noun before it, or to the next one. */
function readMovement(place: Place, goes: Movement['way'], { before }: WordContext): void {
  if (place.nouns.length === 0 || before?.kind === 'article') place.goes = goes;
  else for (const noun of listSubjects(place)) addQualities(noun, { goes });
}

/** Lists the nouns that an action belongs to. In "a woman with an umbrella walking", it is the woman. */
function listSubjects({ nouns, draft }: Place): readonly Mention[] {
  const owner = draft.relations.findLast(({ to }) => nouns.includes(to))?.from;
  return owner !== undefined && nouns.every(isLifeless) ? [owner] : nouns;
}

/** In "snowfall over a cabin, two dogs", "over" belongs to the snow and not to the dogs. */
function isAboutScene({ nouns }: Place, relation: Relation, before: FoundWord | undefined): boolean {
  const isMood = hasMeaning(before, 'weather') || hasMeaning(before, 'time');
  return isMood && nouns.length === 0 && (relation === 'above' || relation === 'on');
}

/**
 * The nouns stay for a second relation: "a cat on a fence under the moon" puts the fence,
 * not the cat, under the moon.
 */
function startRelation(place: Place, relation: Relation): void {
  place.relation = { relation, from: place.nouns };
  place.joined = false;
}

/** A Chinese place word behind its noun: X在Y旁边 relates the X before it, Y旁边的X the X to come. */
function readPlaceWord(place: Place, relation: Relation, { words, index }: WordContext): void {
  const to = relation === 'between' ? place.nouns : place.nouns.slice(-1);
  if (to.length === 0 || !isNoun(words[index - 1])) return;
  const from = place.located.filter(mention => !to.includes(mention));
  if (from.length > 0 && words[index + 1]?.text !== '的') {
    for (const target of to) addRelation(place.draft, from, { relation, to: target });
    place.nouns = [...from];
  } else {
    place.place = { relation, to };
  }
}
