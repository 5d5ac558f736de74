import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Model } from '../../data/models/models.ts';
import { compare, findCrossings, drawCurves, roundAmount, singleClipPoints } from './compare.ts';

const makeModel = (
  id: string,
  unit: string,
  { unit_price, ...rest }: { unit_price: string; parameters: object },
) =>
  ({
    id,
    name: id,
    tiers: { fast: '1' },
    price: { unit, version: '1', currency: 'USD', rules: [{ unit_price }] },
    references: {},
    ...rest,
  }) as Partial<Model> as Model;
const perSecond = makeModel('per-second', 'second', {
  unit_price: '0.05',
  parameters: {
    properties: { seconds: { type: 'integer', minimum: 2, maximum: 10 }, audio: { type: 'boolean' } },
  },
});
const perClip = makeModel('per-clip', 'clip', {
  unit_price: '0.25',
  parameters: { properties: { seconds: { type: 'integer', enum: [4, 8] } } },
});
const options = {
  seconds: 4,
  resolution: undefined,
  audio: false,
  image: false,
  tier: 'fast',
} as const;
const models = [perClip, perSecond];

test('models are sorted by total price, and those that cannot generate the duration come last', () => {
  const ids = (seconds: number) => compare(models, { ...options, seconds }).map(({ model }) => model.id);
  assert.deepEqual(ids(4), ['per-second', 'per-clip']);
  assert.deepEqual(ids(8), ['per-clip', 'per-second']);
  assert.deepEqual(ids(5), ['per-second', 'per-clip'], 'despite the same price at the next longer duration');
});

test('a duration that one clip cannot have is made of several clips, or of the next longer one', () => {
  const [first, second] = compare(models, { ...options, seconds: 14 });
  assert.deepEqual([first?.way?.clips, first?.way?.seconds, first?.way?.total], [2, 8, '0.50']);
  assert.deepEqual([second?.way?.clips, second?.way?.seconds, second?.way?.total], [2, 7, '0.70']);
  assert.ok(!first?.isExact && first?.longest === 8);
  const five = compare([perClip], { ...options, seconds: 5 })[0];
  assert.deepEqual([five?.isExact, five?.way?.clips, five?.way?.seconds], [false, 1, 8]);
  assert.equal(five?.perSecond, '0.05');
});

test('a missing capability of a model is named', () => {
  const lacks = (change: object) =>
    compare(models, { ...options, ...change }).map(({ model, missingFeature }) => [model.id, missingFeature]);
  assert.deepEqual(lacks({ audio: true }), [
    ['per-second', undefined],
    ['per-clip', 'audio'],
  ]);
  for (const [change, missingFeature] of [
    [{ tier: 'turbo' }, 'tier'],
    [{ resolution: '8k' }, 'resolution'],
    [{ image: true }, 'image'],
  ] as const)
    assert.ok(lacks(change).every(([, lack]) => lack === missingFeature));
});

test('the chart shows the duration from which a price per clip is cheaper', () => {
  const curves = drawCurves(models, options, 12);
  assert.deepEqual(
    curves.map(curve => [curve.points[0]?.seconds, singleClipPoints(curve).at(-1)?.seconds]),
    [
      [4, 8],
      [2, 10],
    ],
  );
  const { way } = compare([perClip], { ...options, seconds: 12 })[0] ?? {};
  const end = { seconds: 12, total: Number(way?.total), clips: 2 };
  assert.deepEqual(curves[0]?.points.at(-1), end, 'beyond one clip, the curve matches the table');
  const [crossing] = findCrossings(curves);
  assert.deepEqual(crossing?.at, { seconds: 5, total: 0.25 }, 'the intersection of the curves');
  assert.deepEqual(
    [crossing?.from, crossing?.until, crossing?.cheaper.id, crossing?.dearer.id],
    [8, 8, 'per-clip', 'per-second'],
    'durations that the cheaper model supports',
  );
});

test('a price per second has at most four decimals, and is marked if it was rounded', () => {
  assert.deepEqual(roundAmount('0.033333'), { amount: '0.0333', isRounded: true });
  assert.deepEqual(roundAmount('0.00995'), { amount: '0.01', isRounded: true });
  assert.deepEqual(roundAmount('0.0125'), { amount: '0.0125', isRounded: false });
});
