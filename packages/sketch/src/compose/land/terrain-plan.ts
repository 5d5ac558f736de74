/** Plans the land of a scene for its setting, the camera and the main thing. */
import type { Feature, Scatter, Street, Terrain } from '../../scene/scene.ts';
import { addAlsoSettings } from './also-settings.ts';
import { planFromAbove } from './plan-from-above.ts';
import type { Draft, Plan, PlanInput } from './plan.ts';
import { choosePlan } from './setting-plans.ts';
import { deriveSeed } from '../../random/random.ts';

export interface LandPlan {
  readonly terrain: Terrain;
  readonly scatters: readonly Scatter[];
  readonly street?: Street;
}

export function planLand(input: PlanInput): LandPlan {
  const { reading, intent, layout, seed } = input;
  const has = (kind: string) => reading.landmarks.some(landmark => landmark.kind === kind);
  const plan = planFromAbove(addAlsoSettings(choosePlan(input), input), input);
  const snowline = has('snowcap') || intent.season === 'winter' ? 0.2 : 0.4;
  const ranges = (plan.ranges ?? []).map((range, index) => ({
    ...range,
    height: range.height * (0.8 + layout.random() * 0.45),
    seed: deriveSeed(seed, `range ${index}`),
    snowline: range.kind === 'mountains' ? snowline : 1,
  }));
  const features = [...(plan.features ?? []), ...listMentionedFeatures(input)].map((feature, index) => ({
    ...feature,
    seed: deriveSeed(seed, `feature ${index}`),
  }));
  const terrain: Terrain = {
    seed: deriveSeed(seed, 'terrain'),
    cover: plan.cover ?? 'grass',
    ground: input.ground,
    rough: plan.rough ?? 0.8,
    ...(plan.shore && { shore: plan.shore }),
    ...(plan.farShore !== undefined && { farShore: plan.farShore }),
    ...((plan.river || (has('waterfall') && !plan.shore)) && {
      river: planCourse(input, plan.river ?? input.eye * 2.4),
    }),
    ...((plan.path || has('path')) && { path: planCourse(input, input.eye * (plan.path ?? 0.9)) }),
    waves:
      (plan.waves ?? 0.2) * ({ storm: 2.4, wind: 1.7, rain: 1.1, fog: 0.5 }[intent.weather as string] ?? 1),
    features,
    ranges,
  };
  const planScatters = (plan.scatters ?? []).filter(({ kind }) => !has('bamboo') || !woody.has(kind));
  const scatterDrafts = [...listTurf(input, plan), ...planScatters, ...listMentionedScatters(input)];
  const scatters = (isSnowy(input) ? scatterDrafts.flatMap(adaptToSnow) : scatterDrafts).map(
    (scatter, index) => ({
      ...scatter,
      seed: deriveSeed(seed, `scatter ${index}`),
    }),
  );
  const street = plan.street && { ...plan.street, seed: deriveSeed(seed, 'street') };
  return { terrain, scatters, ...(street && { street }) };
}

/** No other tall plants grow among bamboo. */
const woody: ReadonlySet<Scatter['kind']> = new Set(['tree', 'pine']);

function isSnowy({ intent }: PlanInput): boolean {
  return intent.season === 'winter' || intent.weather === 'snow';
}

/** Removes small plants, and replaces palms and trees in blossom. */
function adaptToSnow(scatter: Draft<Scatter>): Draft<Scatter>[] {
  if (['flowers', 'fern', 'grass'].includes(scatter.kind)) return [];
  if (scatter.kind === 'palm') return [{ ...scatter, kind: 'pine' }];
  return [scatter.kind === 'blossom' ? { ...scatter, kind: 'tree' } : scatter];
}

/** Plans the course of a river or path, which starts near the middle and bends away from the main thing. */
function planCourse(input: PlanInput, width: number) {
  const { layout, eye } = input;
  const awaySide = layout.heroX < 0.5 ? 1 : -1;
  return {
    offset: layout.above ? awaySide * width * 0.4 : awaySide * (width * 0.5 + eye * 0.6),
    bend: 0.16 + layout.random() * 0.12,
    length: 1.5 + layout.random() * 0.8,
    phase: awaySide > 0 ? 0.2 : 3.3,
    width,
  };
}

/** Lists the landforms that the prompt names. */
function listMentionedFeatures({ reading, layout, heroZ }: PlanInput): Draft<Feature>[] {
  const side = layout.heroX < 0.5 ? 1 : -1;
  return reading.landmarks.flatMap(({ kind, size, count }): Draft<Feature>[] => {
    if (kind === 'volcano')
      return [
        { kind: 'volcano', x: side * 900, z: 5200, radiusX: 2600 * size, radiusZ: 2200, height: 1500 * size },
      ];
    if (kind !== 'island') return [];
    return Array.from({ length: count }, (_, index) => ({
      kind: 'island' as const,
      x: side * (70 + index * 150) * (index % 2 === 0 ? 1 : -1.2),
      z: Math.max(260, heroZ * 5) * (1 + index * 0.5),
      radiusX: 70 * size,
      radiusZ: 60 * size,
      height: 26 * size,
    }));
  });
}

/** Blades of grass near the camera, where the cover is green. */
function listTurf({ eye, intent, layout }: PlanInput, plan: Plan): Draft<Scatter>[] {
  const cover = plan.cover ?? 'grass';
  if (layout.above || intent.season === 'winter' || intent.setting === 'sea' || intent.setting === 'room')
    return [];
  if (cover === 'grass' || cover === 'meadow')
    return [
      { kind: 'grass', count: 720, near: eye * 1.7, far: eye * 9, height: eye * 0.15 },
      { kind: 'grass', count: 560, near: eye * 6, far: eye * 34, height: eye * 0.17 },
    ];
  return cover === 'forest'
    ? [{ kind: 'grass', count: 420, near: eye * 1.7, far: eye * 16, height: eye * 0.13 }]
    : [];
}

/** Lists plants that the prompt names in large numbers. Few plants are things with their own places. */
function listMentionedScatters({ reading, eye, heroZ }: PlanInput): Draft<Scatter>[] {
  return reading.landmarks.flatMap(({ kind, count, size, color }): Draft<Scatter>[] => {
    const tint = color !== undefined ? { color } : {};
    if (kind === 'flowers')
      return [
        { kind: 'flowers', count: 320, near: eye * 1.8, far: eye * 26, height: eye * 0.26 * size, ...tint },
      ];
    if (kind === 'bamboo') {
      const grove = { kind, near: Math.max(heroZ * 1.5, eye * 9), far: 150, height: 13 * size };
      return [
        { ...grove, count: 150 },
        {
          kind,
          count: 26,
          near: Math.max(heroZ * 1.25, eye * 6),
          far: heroZ * 2.5 + eye * 9,
          height: 11 * size,
        },
      ];
    }
    if (count < 6) return [];
    if (kind === 'tree' || kind === 'pine' || kind === 'palm')
      return [
        { kind, count: 50, near: Math.max(heroZ * 1.4, eye * 9), far: 260, height: 10 * size, ...tint },
      ];
    if (kind === 'bush') return [{ kind, count: 40, near: eye * 6, far: 120, height: 1.6 * size, ...tint }];
    return [];
  });
}
