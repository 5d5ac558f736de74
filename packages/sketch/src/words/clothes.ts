/** Clothes are not subjects of their own. Their color goes to the wearer. */
import { findSubject } from '../subjects/subjects.ts';
import { addQualities } from './draft.ts';
import type { Mention } from './mention.ts';
import { emptyDetails, type Place } from './sentence.ts';

const clothing = new Set(
  (
    'dress kimono t-shirt coat jeans shorts scarf sari running-shoe hiking-boot high-heeled-shoe womans-boot mans-shoe ballet-shoes socks ' +
    'gloves glasses sunglasses crown top-hat womans-hat billed-cap graduation-cap military-helmet rescue-workers-helmet'
  ).split(' '),
);

export function isClothing(key: string): boolean {
  return clothing.has(key);
}

/** The wearer of the clothes in question. */
export function clothesWearer(place: Place): Mention | undefined {
  const [noun] = place.relation?.from ?? place.nouns;
  const isWorn =
    place.wearing || (place.relation !== undefined && ['in', 'beside'].includes(place.relation.relation));
  return isWorn &&
    noun?.what === 'subject' &&
    ['person', 'animal'].includes(findSubject(noun.name)?.group ?? '')
    ? noun
    : undefined;
}

export function isPerson(mention: Mention | undefined): boolean {
  return mention?.what === 'subject' && findSubject(mention.name)?.group === 'person';
}

/** "A woman in red": the color is what she wears. */
export function dressInColor(place: Place): void {
  const { relation, colors } = place;
  if (relation?.relation !== 'in' || colors.length !== 1 || !isPerson(relation.from[0])) return;
  place.nouns = [...relation.from];
  colorClothes(place);
}

/** Gives the color of clothes to the person who wears them. */
export function colorClothes(place: Place): void {
  const noun = clothesWearer(place);
  const [color] = place.colors;
  if (isPerson(noun) && noun !== undefined) addQualities(noun, { color });
  else if (noun === undefined) place.dressColor = color;
  Object.assign(place, emptyDetails());
  place.wearing = false;
  place.relation = undefined;
}
