/** Applies `stylize`: how much is drawn that the prompt does not name, such as flowers, birds and haze. */
import type { Reading } from '../scene/reading.ts';
import type { Scatter, Scene } from '../scene/scene.ts';
import type { ParameterSettings } from './look/parameter-settings.ts';
import { isKeptOut } from './elements/apply-exclusions.ts';

const ornaments: ReadonlySet<Scatter['kind']> = new Set(['flowers', 'bush', 'blossom', 'fern', 'coral']);

export function addOrnaments(
  scene: Scene,
  reading: Reading,
  { lush, style, work }: ParameterSettings,
): Scene {
  const addedLushness = Math.max(0, lush);
  const factor = 1 + addedLushness * 1.7 + (style === 'cute' ? 0.9 : 0);
  const remainingShare = lush < 0 ? 1 + lush : 1;
  const namesBirds = reading.landmarks.some(({ kind }) => kind === 'birds');
  return {
    ...scene,
    birds: namesBirds
      ? scene.birds
      : Math.round(scene.birds * remainingShare + (scene.birds > 0 ? addedLushness * 9 : 0)),
    light: {
      ...scene.light,
      visibility: scene.light.visibility * (1 - 0.15 * addedLushness + 0.8 * Math.max(0, -lush)),
    },
    scatters: scene.scatters
      .map(scatter => scaleScatter(scatter, reading, { factor, remainingShare, work }))
      .filter(({ count }) => count > 0),
  };
}

function scaleScatter(
  scatter: Scatter,
  reading: Reading,
  amounts: { factor: number; remainingShare: number; work: number },
): Scatter {
  const isInPrompt = isNamed(scatter, reading);
  if (!ornaments.has(scatter.kind) || isKeptOut(reading, scatter.kind)) return scatter;
  const share = isInPrompt ? 1 : amounts.remainingShare;
  return {
    ...scatter,
    count: Math.round(scatter.count * amounts.factor * share * Math.min(1, amounts.work)),
  };
}

function isNamed({ kind }: Scatter, reading: Reading): boolean {
  return reading.landmarks.some(landmark => landmark.kind === kind);
}
