/**
 * Views that the prompt names: a close-up fills the picture with its subject, aerial and top
 * views look down on the land.
 */
import type { Reading } from '../../scene/reading.ts';
import { findSubject } from '../../subjects/subjects.ts';
import type { Intent } from './intent.ts';
import type { Layout } from './layout.ts';
import type { SceneElement } from '../elements/scene-element.ts';

export function shotLayout(
  layout: Layout,
  reading: Reading,
  options: { hero: SceneElement | undefined; intent: Intent; aspect: number },
): Layout {
  const { shot } = reading;
  if (options.intent.setting === 'underwater' || options.intent.setting === 'space') return layout;
  if (shot === 'close' && options.hero) return closeLayout(layout, options.hero, options.aspect);
  if ((shot !== 'aerial' && shot !== 'top') || indoors.has(options.intent.setting)) return layout;
  const horizon = shot === 'top' ? -1.3 : layout.horizon * 0.3 - 0.2;
  const heroX = 0.5 + (layout.heroX - 0.5) * 0.4;
  return {
    ...layout,
    horizon,
    heroX,
    above: {
      eye:
        options.intent.setting === 'studio'
          ? (options.hero?.height ?? 1) * 7
          : chooseEyeHeight(options.hero, shot),
    },
  };
}

const indoors: ReadonlySet<string> = new Set(['room', 'sky']);

/** Chooses a height from which the land is visible and the subject is not too small. */
function chooseEyeHeight(hero: SceneElement | undefined, shot: 'aerial' | 'top'): number {
  const defaultHeight = hero ? hero.height * (hero.what === 'subject' ? 6 : 2.6) : 42;
  return Math.max(14, Math.min(90, defaultHeight)) * (shot === 'top' ? 1.7 : 1);
}

/**
 * Returns the height of the whole subject in picture heights. Of a person, head and shoulders are seen, of
 * an animal its fore part.
 */
function closeSize(hero: SceneElement): number {
  if (hero.what === 'landmark') return 1.15 / hero.size - 0.62;
  if (hero.stance === 'flies') return 0.8;
  const subject = findSubject(hero.kind);
  if (hero.stance === 'floats' || hero.stance === 'swims') return 0.62;
  if (subject?.group === 'person') return subject.body === undefined ? 2.3 : 1.6;
  if (subject?.group === 'animal') return subject.facing === 'front' ? 1.6 : 1.45;
  return 0.82;
}

function closeLayout(layout: Layout, hero: SceneElement, aspect: number): Layout {
  const heroSize = closeSize(hero) / (hero.what === 'subject' ? hero.size : 1);
  const horizon = hero.stance === 'flies' ? 0.9 : 0.5 + (layout.horizon - 0.55) * 0.5;
  const side = layout.heroX < 0.5 ? -1 : 1;
  const looksSideways =
    hero.what === 'subject' && findSubject(hero.kind)?.facing !== 'front' && hero.stance === 'stands';
  // If the subject looks to the side, its head is put in the middle, and the rest of the body may leave
  // the picture.
  const offset = looksSideways ? Math.min(0.34, (0.27 * closeSize(hero)) / aspect) : 0.04;
  return { ...layout, horizon, heroSize, heroX: 0.5 + side * offset };
}

/** Returns undefined if the camera has its default place. */
export function shotCamera(
  reading: Reading,
  { layout, hero }: { layout: Layout; hero: SceneElement | undefined },
): { readonly eye: number; readonly heroZ: number } | undefined {
  if (layout.above) {
    const { eye } = layout.above;
    return { eye, heroZ: (eye * layout.focal) / (heroRow - layout.horizon) };
  }
  if (reading.shot !== 'close' || hero?.what !== 'subject' || hero.stance !== 'stands') return undefined;
  const size = layout.heroSize * hero.size;
  const foot = size > 0.85 ? size + headroom : 0.94;
  const eye = (hero.height * Math.max(0.05, foot - layout.horizon)) / size;
  return { eye, heroZ: (layout.focal * hero.height) / size };
}

const headroom = 0.09;
const heroRow = 0.58;
/** Picture y of the feet of things seen from above, by their order. */
const rows = [heroRow, 0.42, 0.74, 0.34, 0.84, 0.5];

/**
 * Share of the picture's height of a thing seen from above: all stand on one plane, so
 * that their row gives their size.
 */
export function sizeFromAbove(
  element: SceneElement,
  { layout, order, index }: { layout: Layout; order: number; index: number },
): number {
  const row = rows[(order + index) % rows.length];
  return (element.height * (row - layout.horizon)) / (layout.above?.eye ?? 1);
}

/** Enlarges small things seen from above, such as a fox among trees, so that they are visible. */
export function enlargedFromAbove(element: SceneElement, { above, horizon }: Layout): SceneElement {
  if (!above) return element;
  const smallest = element.what === 'subject' ? 0.13 : 0.2;
  return { ...element, height: Math.max(element.height, (smallest * above.eye) / (heroRow - horizon)) };
}
