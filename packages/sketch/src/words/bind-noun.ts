/** Gives a noun its pending qualifiers, and relates it to the nouns before it. */
import { findSubject } from '../subjects/subjects.ts';
import { addQualities, addRelation } from './draft.ts';
import type { Mention } from './mention.ts';
import { colorClothes, isClothing, isPerson, clothesWearer } from './clothes.ts';
import type { FoundWord } from './find-words.ts';
import { type WordContext, emptyDetails, hasMeaning, type NounMeaning, type Place } from './sentence.ts';

export function readNoun(
  place: Place,
  noun: NounMeaning,
  { item, context }: { item: FoundWord; context: WordContext },
): void {
  if (
    noun.kind === 'subject' &&
    isClothing(noun.key) &&
    (place.wearing || clothesWearer(place) !== undefined)
  ) {
    colorClothes(place);
    return;
  }
  const mention = bindMention(place, noun, { item, context });
  if (place.dressColor !== undefined && isPerson(mention)) {
    addQualities(mention, { color: place.dressColor });
    place.dressColor = undefined;
  }
  settleRelations(place, mention);
  const isPassed = mention.name === 'bridge' && !hasMeaning(context.after, 'after');
  if (isPassed) addRelation(place.draft, place.passing, { relation: 'on', to: mention });
  place.passing = [];
  place.nouns = place.joined ? [...place.nouns, mention] : [mention];
  place.joined = false;
  place.wearing = false;
  Object.assign(place, emptyDetails());
}

/** Finds the earlier mention that a repeated noun without its own number or color refers to. */
function bindMention(
  place: Place,
  noun: NounMeaning,
  { item, context }: { item: FoundWord; context: WordContext },
): Mention {
  const { draft, nouns, count, size, colors, colorTaken, action, goes } = place;
  const { what, name } = chooseName(noun, {
    count,
    parentOf: context.before?.text === 'its' ? nouns.at(-1) : undefined,
  });
  const [color] = colorTaken || colors.length > 1 ? [] : colors;
  const before = draft.mentions.find(mention => mention.name === name && mention.what === what);
  const another =
    what === 'subject' &&
    (count !== undefined || /^(an?|another|its)$/.test(context.before?.text ?? '') || color !== undefined);
  const mention = before !== undefined && !another ? before : { what, name, count: 1, size: 1 };
  if (mention !== before) draft.mentions.push(mention);
  const defaultCount = noun.kind === 'subject' ? noun.count : undefined;
  addQualities(mention, {
    count: count ?? defaultCount ?? (isPlural(item, context) ? pluralCount(name) : undefined),
    size,
    color,
    goes,
    action:
      action ??
      (what === 'subject' && name === 'bird' && /flying|gull|sea/.test(item.text) ? 'flying' : undefined),
  });
  if (noun.kind === 'landmark' && noun.color !== undefined) mention.color ??= noun.color;
  return mention;
}

/** Chooses the kind of a noun. A few birds are no flock, and the mother of an elephant is an elephant. */
function chooseName(
  noun: NounMeaning,
  { count, parentOf }: { count: number | undefined; parentOf: Mention | undefined },
): Pick<Mention, 'what' | 'name'> {
  if (noun.kind === 'landmark') {
    const isFew = noun.value === 'birds' && count !== undefined && count < 5;
    return isFew ? { what: 'subject', name: 'bird' } : { what: 'landmark', name: noun.value };
  }
  const isParent =
    parentOf?.what === 'subject' &&
    ['man', 'woman'].includes(noun.key) &&
    findSubject(parentOf.name)?.group === 'animal';
  return { what: 'subject', name: isParent ? parentOf.name : noun.key };
}

/** Nouns such as "fish" and "sheep" are plural unless a word before them is singular: "a red fish". */
function isPlural(item: FoundWord, { words, index }: WordContext): boolean {
  if (item.plural || !['fish', 'sheep', 'deer'].includes(item.text)) return item.plural;
  const before = words.slice(Math.max(0, index - 3), index);
  return !before.some(({ kind, text }) => kind === 'article' || /^(its|his|her|my|the|this)$/.test(text));
}

/** The number of things for a plural without a number. */
function pluralCount(name: string): number {
  return { tree: 5, pine: 6, palm: 4, birds: 7, flowers: 9, stars: 9, clouds: 4, house: 4 }[name] ?? 3;
}

function settleRelations(place: Place, mention: Mention): void {
  const { draft, relation, joined } = place;
  const last = draft.relations.at(-1);
  if (relation !== undefined && relation.from.length > 0) {
    addRelation(draft, relation.from, { relation: relation.relation, to: mention });
  } else if (relation !== undefined) {
    place.place = { relation: relation.relation, to: [mention] };
  } else if (joined && last?.relation === 'between' && place.nouns.at(-1) === last.to) {
    addRelation(draft, [last.from], { relation: 'between', to: mention });
  } else if (place.place !== undefined && !joined && !place.place.to.includes(mention)) {
    for (const to of place.place.to) addRelation(draft, [mention], { relation: place.place.relation, to });
    place.place = undefined;
  }
  place.relation = undefined;
}
