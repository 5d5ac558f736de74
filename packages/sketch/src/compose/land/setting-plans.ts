/** The land of each setting: water, distant ranges, plants and buildings. */
import { isStreet, street, waterfront } from './city-plans.ts';
import { beach, cliffCoast, sideDistances } from './coast-plans.ts';
import type { Intent } from '../view/intent.ts';
import type { Plan, PlanInput } from './plan.ts';

/** Meters. */
const smallestOnFloor = 0.26;

export function choosePlan(input: PlanInput): Plan {
  return (plans[input.intent.setting] ?? hills)(input);
}

const openWater = { left: 0.02, right: 0.02 };

const plans: Partial<Record<Intent['setting'], (input: PlanInput) => Plan>> = {
  sea: input => ({
    shore: openWater,
    waves: 0.5,
    ranges:
      input.layout.random() < 0.6
        ? [{ kind: 'mountains', z: 7000, height: 420 }]
        : [{ kind: 'hills', z: 5200, height: 150 }],
  }),
  coast: input => (input.ground > 4 ? cliffCoast(input) : beach(input)),
  lake: input => {
    const oppositeShore = Math.max(260, input.heroZ * 3.2);
    const bank = input.heroAfloat ? input.heroZ * 0.3 : Math.max(input.heroZ * 1.25, input.eye * 6);
    return {
      shore: sideDistances(input, bank * 1.25, bank * 0.75),
      farShore: oppositeShore,
      waves: 0.12,
      ranges: [
        { kind: 'forest', z: oppositeShore * 1.35, height: oppositeShore * 0.085 },
        { kind: 'hills', z: oppositeShore * 4, height: oppositeShore * 0.42 },
        { kind: 'mountains', z: oppositeShore * 11, height: oppositeShore * 3.2 },
      ],
      scatters: [
        {
          kind: 'pine',
          count: 26,
          near: oppositeShore * 1.06,
          far: oppositeShore * 1.3,
          height: oppositeShore * 0.045,
        },
        { kind: 'rocks', count: 12, near: bank * 0.5, far: bank * 1.2, height: input.eye * 0.16 },
        { kind: 'flowers', count: 50, near: input.eye * 2.2, far: bank * 0.9, height: input.eye * 0.2 },
      ],
    };
  },
  river: input => ({
    river: Math.max(3, input.eye * 3.6),
    waves: 0.16,
    ranges: [
      { kind: 'forest', z: input.heroZ * 16 + 160, height: 30 },
      { kind: 'hills', z: 2200, height: 260 },
      { kind: 'mountains', z: 8000, height: 1700 },
    ],
    scatters: [
      {
        kind: input.intent.season === 'spring' ? 'blossom' : 'tree',
        count: 44,
        near: input.heroZ * 1.3,
        far: input.heroZ * 9,
        height: 6.5,
      },
      { kind: 'bush', count: 40, near: input.eye * 5, far: input.heroZ * 6, height: input.eye * 0.5 },
      { kind: 'flowers', count: 110, near: input.eye * 2.2, far: input.eye * 14, height: input.eye * 0.22 },
    ],
  }),
  mountains: input => ({
    rough: 1,
    ranges: [
      { kind: 'forest', z: 520, height: 60 },
      { kind: 'mountains', z: 2600, height: 1050 },
      { kind: 'mountains', z: 7500, height: 4000 },
    ],
    scatters: [
      { kind: 'pine', count: 60, near: Math.max(input.heroZ * 1.4, input.eye * 12), far: 420, height: 12 },
      { kind: 'rocks', count: 26, near: input.eye * 3, far: input.eye * 30, height: input.eye * 0.35 },
      { kind: 'flowers', count: 60, near: input.eye * 2.2, far: input.eye * 10, height: input.eye * 0.18 },
    ],
  }),
  hills,
  plain: input => ({
    cover: 'meadow',
    rough: 0.5,
    ranges: [
      { kind: 'forest', z: 900, height: 22 },
      { kind: 'hills', z: 5200, height: 210 },
    ],
    scatters: [
      { kind: 'tree', count: 16, near: Math.max(input.heroZ * 1.8, 50), far: 700, height: 10 },
      { kind: 'flowers', count: 200, near: input.eye * 2, far: input.eye * 22, height: input.eye * 0.22 },
    ],
  }),
  forest: input => ({
    cover: 'forest',
    ranges: [
      { kind: 'forest', z: 260, height: 34 },
      { kind: 'forest', z: 900, height: 120 },
    ],
    scatters: [
      { kind: 'pine', count: 110, near: Math.max(input.heroZ * 1.35, input.eye * 7), far: 190, height: 15 },
      { kind: 'tree', count: 22, near: Math.max(input.heroZ * 1.5, input.eye * 8), far: 120, height: 11 },
      { kind: 'fern', count: 70, near: input.eye * 2, far: input.eye * 18, height: input.eye * 0.34 },
    ],
  }),
  jungle: input => ({
    cover: 'forest',
    ranges: [
      { kind: 'forest', z: 160, height: 40 },
      { kind: 'mountains', z: 2400, height: 620 },
    ],
    scatters: [
      { kind: 'palm', count: 50, near: Math.max(input.heroZ * 1.3, input.eye * 6), far: 120, height: 11 },
      { kind: 'tree', count: 50, near: Math.max(input.heroZ * 1.4, input.eye * 7), far: 130, height: 14 },
      { kind: 'fern', count: 130, near: input.eye * 1.8, far: input.eye * 20, height: input.eye * 0.6 },
    ],
  }),
  desert: input => ({
    cover: 'sand',
    rough: 0.9,
    ranges: [
      { kind: 'dunes', z: 190 + input.heroZ * 3, height: 22 },
      { kind: 'dunes', z: 900 + input.heroZ * 5, height: 80 },
      { kind: 'mesas', z: 6500, height: 520 },
    ],
  }),
  snowfield: input => ({
    cover: 'snow',
    ranges: [
      { kind: 'forest', z: 620, height: 36 },
      { kind: 'hills', z: 2200, height: 230 },
      { kind: 'mountains', z: 8000, height: 2300 },
    ],
    scatters: [
      { kind: 'pine', count: 46, near: Math.max(input.heroZ * 1.4, input.eye * 10), far: 420, height: 11 },
    ],
  }),
  city: input => (isStreet(input) ? street(input) : waterfront(input)),
  village: input => ({
    path: 1.3,
    ranges: [
      { kind: 'forest', z: 480, height: 44 },
      { kind: 'hills', z: 1700, height: 240 },
      { kind: 'mountains', z: 8000, height: 1900 },
    ],
    scatters: [
      { kind: 'house', count: 22, near: Math.max(22, input.heroZ * 1.15), far: 130, height: 7.4 },
      { kind: 'tree', count: 22, near: Math.max(22, input.heroZ * 1.6), far: 260, height: 7 },
      { kind: 'pine', count: 46, near: Math.max(34, input.heroZ * 1.6), far: 260, height: 10 },
      { kind: 'flowers', count: 70, near: input.eye * 2.2, far: input.eye * 12, height: input.eye * 0.2 },
    ],
  }),
  garden: input => ({
    cover: 'meadow',
    path: 0.8,
    rough: 0.4,
    ranges: [
      { kind: 'forest', z: 120, height: 16 },
      { kind: 'hills', z: 1500, height: 110 },
    ],
    scatters: [
      { kind: 'blossom', count: 14, near: Math.max(9, input.heroZ * 1.5), far: 60, height: 5 },
      { kind: 'bush', count: 40, near: Math.max(4, input.heroZ * 1.2), far: 60, height: 1.3 },
      { kind: 'flowers', count: 420, near: input.eye * 1.7, far: input.eye * 24, height: input.eye * 0.27 },
    ],
  }),
  road: input => ({
    cover: 'meadow',
    path: 2.4,
    rough: 0.7,
    ranges: [
      { kind: 'hills', z: 700, height: 60 },
      { kind: 'mountains', z: 8000, height: 1700 },
    ],
    scatters: [
      { kind: 'tree', count: 26, near: Math.max(14, input.heroZ * 1.3), far: 340, height: 8 },
      { kind: 'flowers', count: 80, near: input.eye * 2.2, far: input.eye * 16, height: input.eye * 0.2 },
    ],
  }),
  underwater: input => ({
    cover: 'seabed',
    rough: 1.6,
    ranges: [{ kind: 'hills', z: 40 + input.heroZ * 3, height: 9 + input.heroZ * 0.4 }],
    scatters: [
      { kind: 'coral', count: 120, near: input.eye * 2.2, far: input.eye * 14, height: input.eye * 0.5 },
      { kind: 'weed', count: 60, near: input.eye * 2, far: input.eye * 14, height: input.eye * 0.7 },
      { kind: 'rocks', count: 22, near: input.eye * 2.4, far: input.eye * 20, height: input.eye * 0.3 },
    ],
  }),
  space: () => ({ cover: 'moon', rough: 1, ranges: [{ kind: 'mountains', z: 2400, height: 260 }] }),
  studio: input => ({ cover: input.layout.paletteVariant % 2 === 0 ? 'floor' : 'wood', rough: 0 }),
  room: ({ hero }) => ({
    // Small things stand on the window sill, all others on the floor.
    cover: hero && hero.height < smallestOnFloor ? 'grass' : 'floor',
    ranges: [
      { kind: 'hills', z: 900, height: 120 },
      { kind: 'mountains', z: 6000, height: 1200 },
    ],
  }),
  sky: () => ({ shore: openWater, ranges: [{ kind: 'mountains', z: 6000, height: 900 }] }),
};

/** Also the plan of settings without their own. */
function hills(input: PlanInput): Plan {
  return {
    rough: 1,
    ranges: [
      { kind: 'hills', z: 420, height: 52 },
      { kind: 'forest', z: 1300, height: 190 },
      { kind: 'hills', z: 4000, height: 620 },
      { kind: 'mountains', z: 9000, height: 2300 },
    ],
    scatters: [
      { kind: 'tree', count: 46, near: Math.max(input.heroZ * 1.4, input.eye * 14), far: 700, height: 9 },
      { kind: 'flowers', count: 120, near: input.eye * 2.2, far: input.eye * 16, height: input.eye * 0.2 },
      { kind: 'bush', count: 24, near: input.eye * 8, far: 160, height: 1.6 },
    ],
  };
}
