/** Adds the other settings of a prompt to the plan of the main one, such as mountains behind a lake. */
import type { Setting } from '../../scene/reading.ts';
import type { Plan, PlanInput } from './plan.ts';

export function addAlsoSettings(plan: Plan, input: PlanInput): Plan {
  const { alsoSettings = [] } = input.reading;
  return alsoSettings.reduce((sum, setting) => mergePlans(sum, additions[setting]?.(input, sum)), plan);
}

/** Whether a setting can be added to the land of another one. */
export function canJoin(setting: Setting): boolean {
  return additions[setting] !== undefined;
}

function mergePlans(plan: Plan, more: Plan | undefined): Plan {
  if (more === undefined) return plan;
  return {
    ...plan,
    ...more,
    ranges: more.ranges ?? plan.ranges ?? [],
    features: [...(plan.features ?? []), ...(more.features ?? [])],
    scatters: [...(plan.scatters ?? []), ...(more.scatters ?? [])],
  };
}

const additions: Partial<Record<Setting, (input: PlanInput, plan: Plan) => Plan>> = {
  mountains: ({ layout }, { ranges = [] }) => ({
    ranges: [
      ...ranges.filter(({ kind }) => kind !== 'mountains'),
      { kind: 'mountains', z: 3400, height: 1250 + layout.random() * 300 },
      { kind: 'mountains', z: 8200, height: 4300 },
    ],
  }),
  hills: (_, { ranges = [] }) => ({ ranges: [...ranges, { kind: 'hills', z: 1500, height: 210 }] }),
  forest: ({ heroZ, eye }, { ranges = [], farShore = 0 }) => ({
    ranges: [{ kind: 'forest', z: Math.max(260, heroZ * 6, farShore * 1.3), height: 46 }, ...ranges],
    scatters: [
      {
        kind: 'pine',
        count: 60,
        near: Math.max(heroZ * 1.4, eye * 9, farShore * 1.05),
        far: 420,
        height: 13,
      },
    ],
  }),
  jungle: ({ heroZ, eye }) => ({
    scatters: [{ kind: 'palm', count: 40, near: Math.max(heroZ * 1.4, eye * 8), far: 160, height: 10 }],
  }),
  city: ({ heroZ }, { farShore = 0, ranges = [] }) => {
    const near = Math.max(320, heroZ * 4, farShore * 1.08);
    return {
      ranges: ranges.filter(({ kind }) => kind !== 'forest'),
      scatters: [
        { kind: 'tower-block', count: 46, near: near * 1.5, far: near * 2.6, height: near * 0.26 },
        { kind: 'tower-block', count: 44, near, far: near * 1.5, height: near * 0.15 },
      ],
    };
  },
  village: ({ heroZ }, { farShore = 0 }) => {
    const near = Math.max(26, heroZ * 1.3, farShore * 1.02);
    return { scatters: [{ kind: 'house', count: 20, near, far: near * 3, height: 7.4 }] };
  },
  garden: ({ eye }) => ({
    scatters: [
      { kind: 'flowers', count: 260, near: eye * 1.8, far: eye * 20, height: eye * 0.26 },
      { kind: 'bush', count: 20, near: eye * 6, far: 60, height: 1.3 },
    ],
  }),
  desert: (_, { ranges = [] }) => ({
    cover: 'sand',
    ranges: [...ranges.filter(({ kind }) => kind !== 'forest'), { kind: 'dunes', z: 900, height: 70 }],
  }),
  snowfield: () => ({ cover: 'snow' }),
  river: ({ eye }, { shore }) => (shore ? {} : { river: Math.max(3, eye * 3.2) }),
  lake: ({ heroZ, eye }, { shore }) => {
    const bank = Math.max(heroZ * 1.3, eye * 7);
    return shore ? {} : { shore: { left: bank, right: bank * 0.8 }, farShore: bank * 4, waves: 0.12 };
  },
  sea: input => seaside(input),
  coast: input => seaside(input),
  road: () => ({ path: 2.2 }),
};

function seaside({ heroZ, eye, layout }: PlanInput): Plan {
  const shoreDistance = Math.max(heroZ * 2.2, eye * 14, 60);
  return {
    shore:
      layout.heroX < 0.5
        ? { left: shoreDistance * 1.5, right: shoreDistance * 0.6 }
        : { left: shoreDistance * 0.6, right: shoreDistance * 1.5 },
    waves: 0.4,
    ranges: [{ kind: 'mountains', z: 8500, height: 480 }],
  };
}
