/** The state of reading a sentence from left to right. */
import type { Movement, Relation } from '../scene/reading.ts';
import { type Draft, newDraft } from './draft.ts';
import type { Mention } from './mention.ts';
import type { FoundWord } from './find-words.ts';
import type { Meaning } from './vocabulary.ts';

export type ColorMeaning = Extract<Meaning, { kind: 'color' }>;
export type NounMeaning = Extract<Meaning, { kind: 'landmark' | 'subject' }>;

/** The position in the sentence. */
export interface Place {
  readonly draft: Draft;
  /** Qualifiers before their noun. */
  count: number | undefined;
  size: number | undefined;
  action: string | undefined;
  goes: Movement['way'] | undefined;
  colors: ColorMeaning[];
  /** The number of unknown words since the last qualifier. A color belongs to the first of them. */
  unknowns: number;
  colorTaken: boolean;
  /** The last nouns, joined by "and". */
  nouns: Mention[];
  joined: boolean;
  /** A relation such as "beside" that needs a second noun, with the nouns before it. */
  relation: { readonly relation: Relation; readonly from: readonly Mention[] } | undefined;
  /** A relation at the start ("under a tree, …") whose first noun follows. */
  place: { readonly relation: Relation; readonly to: readonly Mention[] } | undefined;
  /** The nouns before 在, until the place word comes. */
  located: readonly Mention[];
  /** The nouns before 过, until the place comes: a bridge is crossed on top. */
  passing: readonly Mention[];
  wearing: boolean;
  /** Color of clothes that are named before their wearer. */
  dressColor: ColorMeaning | undefined;
}

export interface WordContext {
  readonly before: FoundWord | undefined;
  readonly after: FoundWord | undefined;
  readonly words: readonly FoundWord[];
  readonly index: number;
}

export function startSentence(): Place {
  return {
    ...emptyDetails(),
    draft: newDraft(),
    nouns: [],
    located: [],
    passing: [],
    joined: false,
    wearing: false,
    relation: undefined,
    place: undefined,
    dressColor: undefined,
  };
}

/** The details of a noun before any qualifier is read. */
export function emptyDetails() {
  return {
    count: undefined,
    size: undefined,
    action: undefined,
    goes: undefined,
    colors: [],
    unknowns: 0,
    colorTaken: false,
  };
}

export function hasMeaning(item: Pick<FoundWord, 'meanings'> | undefined, kind: Meaning['kind']): boolean {
  return item?.meanings.some(meaning => meaning.kind === kind) ?? false;
}

export function nounFollows(words: readonly FoundWord[], index: number): boolean {
  return words.slice(index + 1, index + 3).some(isNoun);
}

export function isNoun(item: FoundWord | undefined): boolean {
  return (
    item?.meanings.some(({ kind }) => kind === 'landmark' || kind === 'subject' || kind === 'size') ?? false
  );
}
