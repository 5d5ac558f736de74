/** A landmark or a subject that the words mention, and how mentions relate to each other. */
import type { Movement, Relation } from '../scene/reading.ts';

/** A landmark or a subject of the draft. */
export interface Mention {
  readonly what: 'landmark' | 'subject';
  /** Kind of landmark or key of the subject. */
  readonly name: string;
  count: number;
  size: number;
  color?: string;
  action?: string;
  goes?: Movement['way'];
  /** The carrier that it rides on or in. */
  carrier?: Mention;
}

/** The qualities that the words before a noun give it. */
export interface Qualities {
  readonly count?: number | undefined;
  readonly size?: number | undefined;
  readonly color?: { readonly value: string; readonly name: string } | undefined;
  readonly action?: string | undefined;
  readonly goes?: Movement['way'] | undefined;
}

export interface MentionRelation {
  readonly from: Mention;
  readonly relation: Relation;
  readonly to: Mention;
}
