/** Places the camera. Its height follows from the main subject, so that a fox is seen at its own level. */
import type { Reading } from '../../scene/reading.ts';
import type { Intent } from './intent.ts';
import type { Layout } from './layout.ts';
import { shotCamera } from './shots.ts';
import type { SceneElement } from '../elements/scene-element.ts';

export interface CameraPlace {
  /** Meters above the ground. */
  readonly eye: number;
  /** Depth of the main subject in meters. */
  readonly heroZ: number;
  readonly heroAfloat: boolean;
  /** Height in meters of the land around the camera above the water. */
  readonly ground: number;
}

export function placeCamera(
  reading: Reading,
  { intent, layout, hero }: { intent: Intent; layout: Layout; hero: SceneElement | undefined },
): CameraPlace {
  const cliff =
    intent.setting === 'coast' &&
    reading.landmarks.some(({ kind }) => kind === 'cliff' || kind === 'lighthouse');
  const afloat = hero?.stance === 'floats' || hero?.stance === 'swims';
  const flying = hero?.stance === 'flies';
  const ground = intent.setting === 'sea' || intent.setting === 'sky' ? 0 : cliff ? 17 : 0.9;
  if (intent.setting === 'underwater' && hero) {
    const eye = Math.max(1.2, hero.height * 2.4);
    return { eye, heroZ: (layout.focal * hero.height) / (layout.heroSize * 0.8), heroAfloat: true, ground };
  }
  const shotPosition = shotCamera(reading, { layout, hero });
  if (shotPosition) return { ...shotPosition, heroAfloat: afloat, ground };
  const drop = Math.max(0.05, (0.95 - layout.horizon) * layout.heroDepth);
  if (hero?.kind === 'table') {
    const size = hero.size * (0.62 + layout.heroSize);
    const eye = (drop * hero.height) / size;
    return { eye, heroZ: (layout.focal * hero.height) / size, heroAfloat: false, ground };
  }
  if (!hero || flying || hero.what === 'landmark') {
    const height = hero ? hero.height : 6;
    const size = hero ? hero.size * (0.62 + layout.heroSize) : layout.heroSize;
    const eye = Math.max(1.5, Math.min(14, (drop * 0.55 * height) / size));
    return { eye, heroZ: Math.min(90, (layout.focal * height) / size), heroAfloat: afloat, ground };
  }
  const eye = Math.max(0.06, Math.min(30, (drop * hero.height) / layout.heroSize));
  return { eye, heroZ: (layout.focal * hero.height) / layout.heroSize, heroAfloat: afloat, ground };
}
