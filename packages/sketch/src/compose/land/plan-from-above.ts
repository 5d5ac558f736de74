/** The land plan of aerial and top views. */
import type { Plan, PlanInput } from './plan.ts';

/** The same land as it lies below the camera, from the lower edge of the picture to the upper one. */
export function planFromAbove(plan: Plan, { layout, intent, reading, heroAfloat, hero }: PlanInput): Plan {
  if (!layout.above) return plan;
  const { eye } = layout.above;
  const toDepth = (row: number) => (eye * layout.focal) / Math.max(0.05, row - layout.horizon);
  const [near, middle, far] = [toDepth(1.05), toDepth(0.55), toDepth(-0.02)];
  const spread = (plan.scatters ?? [])
    .filter(({ kind }) => woodyKinds.has(kind))
    .map(scatter => ({
      ...scatter,
      near,
      far,
      count: scatter.count * (scatter.kind === 'house' ? 2 : 4),
      // Seen from directly above, tall things show little of their height.
      height: scatter.height * (reading.shot === 'top' ? 0.45 : 1),
    }));
  const blocks = { kind: 'tower-block', count: 130, near, far, height: eye * 0.5 } as const;
  const { shore: _, farShore: __, street: ___, ...rest } = plan;
  const isCity = intent.setting === 'city';
  const shore = isCity && !reading.alsoSettings?.length ? undefined : plan.shore;
  return {
    ...rest,
    ...(isCity && { cover: 'paving' as const }),
    scatters: isCity ? [blocks, { kind: 'tree', count: 60, near, far, height: eye * 0.06 }] : spread,
    ...(shore &&
      shoreFromAbove(
        shore,
        { farShore: plan.farShore, heroOnLand: hero !== undefined && !heroAfloat },
        toDepth,
      )),
    ...(plan.river !== undefined && { river: middle * 0.24 }),
    ...(plan.path !== undefined && { path: (middle * 0.06) / eye }),
  };
}

const woodyKinds: ReadonlySet<string> = new Set([
  'tree',
  'pine',
  'palm',
  'bush',
  'blossom',
  'house',
  'bamboo',
  'rocks',
]);

/** Open sea stays open; a shore crosses the picture, and the far side of a lake comes into it. */
function shoreFromAbove(
  shore: NonNullable<Plan['shore']>,
  { farShore, heroOnLand }: { farShore: number | undefined; heroOnLand: boolean },
  toDepth: (row: number) => number,
): Pick<Plan, 'shore' | 'farShore'> {
  if (shore.left < 1) return { shore };
  const rows = farShore === undefined ? [0.8, 0.4] : [0.88, 0.8];
  const [low = 0, high = 0] = (heroOnLand ? [0.26, 0.16] : rows).map(toDepth);
  const banks = shore.left < shore.right ? { left: low, right: high } : { left: high, right: low };
  return { shore: banks, ...(farShore !== undefined && { farShore: toDepth(heroOnLand ? -0.08 : 0.3) }) };
}
