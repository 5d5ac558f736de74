/** From found words to a reading: binds numbers, sizes, colours and doings to nouns, and nouns to each other. */
import type { Reading, Relation } from '../reading.ts';
import { subjectOf } from '../subjects/subjects.ts';
import { type Draft, finish, type Mention, newDraft, qualify, relate, setScene } from './draft.ts';
import type { Found } from './find-words.ts';
import type { Meaning, SceneMeaning } from './vocabulary.ts';

type ColorMeaning = Extract<Meaning, { kind: 'color' }>;
type NounMeaning = Extract<Meaning, { kind: 'landmark' | 'subject' }>;

/** Where the reader stands in the sentence. */
interface Place {
  readonly draft: Draft;
  /** Words that wait for their noun. */
  count: number | undefined;
  size: number | undefined;
  action: string | undefined;
  colors: ColorMeaning[];
  /** Unknown words since the last that waits, the first of which a colour before it belongs to. */
  unknowns: number;
  colorTaken: boolean;
  /** The last nouns, joined by "and". */
  nouns: Mention[];
  joined: boolean;
  /** "beside", waiting for its noun, with the nouns before it. */
  relation: { readonly relation: Relation; readonly from: readonly Mention[] } | undefined;
  /** "under a tree, …": waiting for what is there. */
  place: { readonly relation: Relation; readonly to: Mention } | undefined;
  /** Who is said to be somewhere by 在, until the place word comes. */
  located: readonly Mention[];
  wearing: boolean;
  /** Colour of clothes that are named before their wearer. */
  dressColor: ColorMeaning | undefined;
}

export function interpret(found: readonly Found[]): Reading {
  const draft = newDraft();
  const place: Place = {
    ...{ ...cleared(), draft, nouns: [], located: [], joined: false, wearing: false },
    ...{ relation: undefined, place: undefined, dressColor: undefined },
  };
  found.forEach((item, index) => {
    if (locative.test(item.text)) place.located = place.nouns;
    if (item.kind === 'known') readKnown(place, item, { before: found[index - 1], after: found[index + 1], found, index });
    else if (item.kind === 'unknown') readUnknown(place);
    else if (item.kind === 'comma' || item.kind === 'stop') endClause(place, item.kind);
  });
  endClause(place, 'stop');
  return finish(draft);
}

/** Ends of the Chinese words after which a place is named: 在, 坐在, 飞过. */
const locative = /[在过越向]$/;

interface Around {
  readonly before: Found | undefined;
  readonly after: Found | undefined;
  readonly found: readonly Found[];
  readonly index: number;
}

function cleared() {
  return { count: undefined, size: undefined, action: undefined, colors: [], unknowns: 0, colorTaken: false };
}

function readUnknown(place: Place): void {
  place.unknowns++;
  if (place.colors.length > 0 && place.unknowns === 1) place.colorTaken = true;
  if (place.wearing && place.colors.length > 0) dress(place);
  if (place.unknowns > 2) Object.assign(place, cleared());
}

/** Colours that found no noun colour the whole picture; "in red" after a person is what they wear. */
function endClause(place: Place, mark: 'comma' | 'stop'): void {
  if (place.relation?.relation === 'in' && place.colors.length === 1 && isPerson(place.relation.from[0])) {
    place.nouns = [...place.relation.from];
    dress(place);
  }
  if (!place.colorTaken) place.draft.palette.push(...place.colors.map(({ value }) => value));
  Object.assign(place, cleared());
  place.relation = undefined;
  place.joined = false;
  place.wearing = false;
  place.located = [];
  if (mark === 'stop') {
    place.nouns = [];
    place.place = undefined;
    place.dressColor = undefined;
  }
}

function readKnown(place: Place, item: Found, around: Around): void {
  const meanings = chooseMeanings(place, item, around);
  for (const meaning of meanings) {
    switch (meaning.kind) {
      case 'landmark':
      case 'subject':
        if (meaning.kind === 'landmark' && isImplied(meanings)) addImplied(place, meaning);
        else readNoun(place, meaning, { item, around });
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
        readAction(place, meaning.value, around);
        break;
      case 'relation':
        startRelation(place, meaning.value);
        break;
      case 'after':
        readPlaceWord(place, meaning.value, around);
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
      case 'negation':
      case 'skip':
        place.unknowns++;
        break;
      default:
        readScene(place, meaning, meanings);
    }
  }
}

/**
 * Picks between an adjective and a noun, and drops a shy noun that does not stand where a noun stands. Red sails are no doing, and a
 * black and white cat is no style.
 */
function chooseMeanings(place: Place, { meanings, plural, text }: Found, { before, after, found, index }: Around): readonly Meaning[] {
  if (text === 'black and white' && nounFollows(found, index)) return [];
  if (place.colors.length > 0 && text.endsWith('s') && hasMeaning({ meanings }, 'action')) return [{ kind: 'skip' }];
  const shy = meanings.find(meaning => meaning.kind === 'subject' && meaning.shy);
  if (shy === undefined) return meanings;
  const others = meanings.filter(meaning => meaning !== shy);
  if (isNoun(after) || after?.kind === 'unknown') return others;
  const qualified = plural || before?.kind === 'article' || place.count !== undefined || place.size !== undefined;
  const isAlsoColor = hasMeaning({ meanings }, 'color');
  const determined = qualified || hasMeaning({ meanings }, 'size') || (!isAlsoColor && place.colors.length > 0);
  return determined ? [shy] : others;
}

function nounFollows(found: readonly Found[], index: number): boolean {
  return found.slice(index + 1, index + 3).some(isNoun);
}

function isNoun(item: Found | undefined): boolean {
  return item?.meanings.some(({ kind }) => kind === 'landmark' || kind === 'subject' || kind === 'size') ?? false;
}

function readScene(place: Place, meaning: SceneMeaning, all: readonly Meaning[]): void {
  setScene(place.draft, meaning);
  if (['setting', 'time', 'weather', 'season'].includes(meaning.kind)) {
    if (!place.colorTaken) place.draft.palette.push(...place.colors.map(({ value }) => value));
    Object.assign(place, cleared());
    if (isImplied(all) || !all.some(({ kind }) => kind === 'landmark' || kind === 'subject')) place.relation = undefined;
  }
}

/** A landmark that comes with a setting or an hour: the pines of a pine forest, the stars of a starry night. */
function isImplied(meanings: readonly Meaning[]): boolean {
  return meanings.some(({ kind }) => kind === 'setting' || kind === 'time') || meanings.some(({ kind, ...rest }) => kind === 'landmark' && 'value' in rest && rest.value === 'reflection');
}

function addImplied(place: Place, { value, color }: Extract<Meaning, { kind: 'landmark' }>): void {
  const known = place.draft.mentions.some(({ what, name }) => what === 'landmark' && name === value);
  if (!known) place.draft.mentions.push({ what: 'landmark', name: value, count: 1, size: 1, ...(color === undefined ? {} : { color }) });
}

/** Doing words stand behind their noun ("a fox running") or, after an article or before 的, in front of it ("a sleeping cat"). */
function readAction(place: Place, action: string, { before, after }: Around): void {
  const ahead = place.nouns.length === 0 || before?.kind === 'article' || place.colors.length > 0 || place.size !== undefined;
  if (ahead || after?.text === '的' || hasMeaning(before, 'count')) {
    place.action = action;
    place.unknowns = 0;
    return;
  }
  for (const noun of doers(place)) if (noun.what === 'subject') qualify(noun, { action });
}

/** "A woman with an umbrella walking": things do not walk, so it is said of who has them. */
function doers({ nouns, draft }: Place): readonly Mention[] {
  const isLifeless = (noun: Mention) => noun.what === 'landmark' || ['object', 'plant'].includes(subjectOf(noun.name)?.group ?? '');
  const owner = draft.relations.findLast(({ to }) => nouns.includes(to))?.from;
  return owner !== undefined && nouns.every(isLifeless) ? [owner] : nouns;
}

function hasMeaning(item: Pick<Found, 'meanings'> | undefined, kind: Meaning['kind']): boolean {
  return item?.meanings.some(meaning => meaning.kind === kind) ?? false;
}

/** The nouns stay for a second relation: "a cat on a fence under the moon" puts the fence, not the cat, under the moon. */
function startRelation(place: Place, relation: Relation): void {
  place.relation = { relation, from: place.nouns };
  place.joined = false;
}

/** A Chinese place word behind its noun: X在Y旁边 relates the X before it, Y旁边的X the X to come. */
function readPlaceWord(place: Place, relation: Relation, { found, index }: Around): void {
  const to = place.nouns.at(-1);
  if (to === undefined || !isNoun(found[index - 1])) return;
  const from = place.located.filter(mention => mention !== to);
  if (from.length > 0 && found[index + 1]?.text !== '的') {
    relate(place.draft, from, { relation, to });
    place.nouns = [...from];
  } else {
    place.place = { relation, to };
  }
}

function readNoun(place: Place, noun: NounMeaning, { item, around }: { item: Found; around: Around }): void {
  if (noun.kind === 'subject' && isClothing(noun.key) && (place.wearing || wearer(place) !== undefined)) {
    dress(place);
    return;
  }
  const mention = mentionOf(place, noun, { item, around });
  if (place.dressColor !== undefined && isPerson(mention)) {
    qualify(mention, { color: place.dressColor });
    place.dressColor = undefined;
  }
  settleRelations(place, mention);
  place.nouns = place.joined ? [...place.nouns, mention] : [mention];
  place.joined = false;
  place.wearing = false;
  Object.assign(place, cleared());
}

/** A noun named again without a number or a colour of its own is the one from before. */
function mentionOf({ draft, count, size, colors, colorTaken, action }: Place, noun: NounMeaning, { item, around }: { item: Found; around: Around }): Mention {
  const few = noun.kind === 'landmark' && noun.value === 'birds' && count !== undefined && count < 5;
  const name = few ? 'bird' : noun.kind === 'landmark' ? noun.value : noun.key;
  const what = few ? 'subject' : noun.kind;
  const [color] = colorTaken || colors.length > 1 ? [] : colors;
  const before = draft.mentions.find(mention => mention.name === name && mention.what === what);
  const another = what === 'subject' && (count !== undefined || /^(an?|another)$/.test(around.before?.text ?? '') || color !== undefined);
  const mention = before !== undefined && !another ? before : { what, name, count: 1, size: 1 };
  if (mention !== before) draft.mentions.push(mention);
  const usual = noun.kind === 'subject' ? noun.count : undefined;
  qualify(mention, { count: count ?? usual ?? (item.plural ? pluralCount(name) : undefined), size, color, action });
  if (noun.kind === 'landmark' && noun.color !== undefined) mention.color ??= noun.color;
  return mention;
}

/** How many are meant by a plural without a number. */
function pluralCount(name: string): number {
  return { tree: 5, pine: 6, palm: 4, birds: 7, flowers: 9, stars: 9, clouds: 4, house: 4 }[name] ?? 3;
}

function settleRelations(place: Place, mention: Mention): void {
  const { draft, relation } = place;
  const last = draft.relations.at(-1);
  if (relation !== undefined && relation.from.length > 0) relate(draft, relation.from, { relation: relation.relation, to: mention });
  else if (relation !== undefined) place.place = { relation: relation.relation, to: mention };
  else if (place.joined && last?.relation === 'between' && place.nouns.at(-1) === last.to) relate(draft, [last.from], { relation: 'between', to: mention });
  else if (place.place !== undefined && place.place.to !== mention && !place.joined) {
    relate(draft, [mention], place.place);
    place.place = undefined;
  }
  place.relation = undefined;
}

const clothing = new Set(
  ('dress kimono t-shirt coat jeans shorts scarf sari running-shoe hiking-boot high-heeled-shoe womans-boot mans-shoe ballet-shoes socks ' +
    'gloves glasses sunglasses crown top-hat womans-hat billed-cap graduation-cap military-helmet rescue-workers-helmet').split(' '),
);

function isClothing(key: string): boolean {
  return clothing.has(key);
}

/** Who wears the clothes that are spoken of now. */
function wearer(place: Place): Mention | undefined {
  const [noun] = place.relation?.from ?? place.nouns;
  const worn = place.wearing || (place.relation !== undefined && ['in', 'beside'].includes(place.relation.relation));
  return worn && noun?.what === 'subject' && ['person', 'animal'].includes(subjectOf(noun.name)?.group ?? '') ? noun : undefined;
}

function isPerson(mention: Mention | undefined): boolean {
  return mention?.what === 'subject' && subjectOf(mention.name)?.group === 'person';
}

/** Gives the colour of clothes to the person who wears them. */
function dress(place: Place): void {
  const noun = wearer(place);
  const [color] = place.colors;
  if (isPerson(noun) && noun !== undefined) qualify(noun, { color });
  else if (noun === undefined) place.dressColor = color;
  Object.assign(place, cleared());
  place.wearing = false;
  place.relation = undefined;
}
