/** The land plans of cities: a view within a street, or a skyline across the water. */
import { sideDistances } from './coast-plans.ts';
import { isKeptOut } from '../elements/apply-exclusions.ts';
import type { Plan, PlanInput } from './plan.ts';

/** Whether the skyline is shown: in one of four candidates, and for words that need space or water. */
export function isStreet({ reading, layout, heroAfloat, intent }: PlanInput): boolean {
  const distant = ['skyline', 'reflection', 'pier', 'bridge', 'island', 'sailboat', 'castle', 'balloon'];
  const hasWater = reading.alsoSettings?.some(setting => ['sea', 'coast', 'lake', 'river'].includes(setting));
  return (
    intent.setting === 'city' &&
    !hasWater &&
    !heroAfloat &&
    layout.horizon < 0.66 &&
    !isKeptOut(reading, 'tower-block') &&
    !reading.landmarks.some(({ kind }) => distant.includes(kind)) &&
    !layout.above
  );
}

export function street({ reading, layout, heroZ }: PlanInput): Plan {
  return {
    cover: 'paving',
    rough: 0,
    street: {
      half: Math.max(7, Math.min(16, heroZ * 0.55)),
      height: 13 + layout.random() * 14,
      trees: !isKeptOut(reading, 'tree') && layout.random() < 0.6,
    },
    scatters: [{ kind: 'tower-block', count: 26, near: 420, far: 900, height: 90 }],
  };
}

export function waterfront(input: PlanInput): Plan {
  return {
    cover: 'paving',
    rough: 0,
    shore: sideDistances(input, input.eye * 4, input.eye * 5),
    farShore: 260,
    waves: 0.16,
    scatters: [
      { kind: 'tower-block', count: 46, near: 640, far: 1100, height: 150 },
      { kind: 'tower-block', count: 44, near: 400, far: 620, height: 88 },
      { kind: 'tower-block', count: 40, near: 285, far: 380, height: 44 },
      { kind: 'tree', count: 34, near: 270, far: 282, height: 7 },
    ],
  };
}
