/**
 * Carriers: things that others are on, in or under. A carrier leads the picture, and its passengers
 * are large enough to be seen.
 */
import type { Reading, Relation } from '../../scene/reading.ts';
import { findSubject } from '../../subjects/subjects.ts';
import type { SceneElement } from './scene-element.ts';

interface Carrier {
  readonly relation: Relation;
  readonly kinds: readonly string[];
  /** The carrier's own share of the picture's height, as an element has it. */
  readonly size: number;
  /** The smallest and the largest height of a passenger, as shares of the carrier's height. */
  readonly least: number;
  readonly most: number;
}

const carriers: readonly Carrier[] = [
  { relation: 'on', kinds: ['house'], size: 0.47, least: 0.24, most: 1 },
  { relation: 'on', kinds: ['table'], size: 0.46, least: 0.3, most: 0.9 },
  { relation: 'under', kinds: ['table'], size: 0.52, least: 0.4, most: 0.72 },
  { relation: 'in', kinds: ['canoe'], size: 0.62, least: 1.05, most: 1.9 },
];

/** The elements with the carrier before all others. */
export function putCarrierFirst(
  elements: readonly SceneElement[],
  { relations }: Reading,
): readonly SceneElement[] {
  for (const { from, relation, to } of relations) {
    const carrierElement = elements.find(({ name }) => name === to);
    const carrier = carriers.find(
      one => one.relation === relation && one.kinds.includes(carrierElement?.kind ?? ''),
    );
    if (!carrierElement || !carrier || !elements.some(({ name }) => name === from)) continue;
    const carriedNames = new Set(
      relations.filter(one => one.relation === relation && one.to === to).map(one => one.from),
    );
    const otherElements = elements
      .filter(element => element !== carrierElement)
      .map(element =>
        carriedNames.has(element.name) ? fitElement(element, carrierElement, carrier) : element,
      );
    return [{ ...carrierElement, size: carrier.size, count: 1 }, ...otherElements];
  }
  return elements;
}

/** Fits a passenger to its carrier. A bird that is on a carrier does not fly. */
function fitElement(element: SceneElement, { height }: SceneElement, { least, most }: Carrier): SceneElement {
  const limitedHeight = Math.min(height * most, Math.max(height * least, element.height));
  return {
    ...element,
    height: limitedHeight,
    stance: element.stance === 'flies' ? 'stands' : element.stance,
  };
}

/** A thing between two others, and the names of those on its sides. */
export interface BetweenRelation {
  readonly middle: string;
  readonly sides: readonly string[];
}

export function findBetween({ relations }: Reading): BetweenRelation | undefined {
  const first = relations.find(({ relation }) => relation === 'between');
  if (!first) return undefined;
  const sides = relations.filter(({ relation, from }) => relation === 'between' && from === first.from);
  return { middle: first.from, sides: sides.map(({ to }) => to) };
}

/** Returns -1 for left and 1 for right. Undefined if the element is on neither side. */
export function findSide({ sides }: BetweenRelation, name: string, index: number): -1 | 1 | undefined {
  const at = sides.indexOf(name);
  if (at < 0 || index > 1) return undefined;
  return (at + index) % 2 === 0 ? -1 : 1;
}

/**
 * The largest share of the picture's height that the one in the middle may have, so
 * that all of them fit into it.
 */
export function flankedSize(
  { middle, sides }: BetweenRelation,
  elements: readonly SceneElement[],
  aspect: number,
): number {
  const between = elements.find(({ name }) => name === middle);
  if (!between) return 1;
  const limits = elements
    .filter(({ name }) => sides.includes(name))
    .map(side => {
      const room = (0.48 * aspect) / (reachBeside(between, side) + halfWidth(side) * side.height);
      return between.height * Math.min(0.44 / side.height, room);
    });
  return Math.min(1, ...limits);
}

/** The meters between the middles of two things that stand side by side. */
export function reachBeside(one: SceneElement, other: SceneElement): number {
  return (halfWidth(one) * one.height + halfWidth(other) * other.height) * 1.12;
}

/** Half the width of a thing for each meter of its height. */
function halfWidth({ what, kind }: SceneElement): number {
  if (what === 'landmark') return kind === 'house' ? 0.95 : kind === 'castle' ? 0.6 : 0.42;
  return findSubject(kind)?.group === 'person' ? 0.24 : 0.52;
}
