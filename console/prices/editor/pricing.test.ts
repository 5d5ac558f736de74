import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelSheet, PriceBody } from '../../data/operators/operator-queries.ts';
import { toPriceBody, conditionFields, toDraft, priceExample, isWhole, calculatePrice } from './pricing.ts';

const price: PriceBody = {
  unit: 'second',
  rules: [
    { unitPrice: '0.05' },
    { when: { resolution: '1080p' }, unitPrice: '0.10' },
    { when: { resolution: '1080p', audio: true }, unitPrice: '0.12' },
  ],
  tiers: { relax: '0.5', fast: '1' },
};

const request = {
  parameters: { resolution: '1080p', audio: true },
  tier: 'fast',
  seconds: 4,
  factor: '0.8',
} as const;

test('a price is computed from the rule with the most conditions, the tier and the group factor', () => {
  assert.deepEqual(calculatePrice(price, request), {
    rule: 2,
    quantity: 4,
    unitPrice: '0.096',
    amount: '0.384',
  });
  const relaxPrice = calculatePrice(price, { ...request, parameters: {}, tier: 'relax', factor: '1' });
  assert.deepEqual(relaxPrice, { rule: 0, quantity: 4, unitPrice: '0.025', amount: '0.10' });
});

test('a tier that is not offered and a request without a matching rule have no price', () => {
  assert.equal(calculatePrice(price, { ...request, tier: 'turbo' }), undefined);
  assert.equal(
    calculatePrice({ ...price, rules: price.rules.slice(1) }, { ...request, parameters: {} }),
    undefined,
  );
});

test('each rule has an example price: for five seconds, for a clip, or for a grid of four', () => {
  const [, secondRule] = price.rules;
  assert.equal(secondRule && priceExample(price, secondRule, 'fast')?.amount, '0.50');
  assert.equal(priceExample({ ...price, unit: 'clip' }, { unitPrice: '0.25' }, 'fast')?.amount, '0.25');
  const image = { ...price, unit: 'image' } as const;
  assert.equal(priceExample(image, { unitPrice: '0.01' }, 'fast')?.quantity, 4);
  assert.equal(
    priceExample(image, { when: { operation: 'upscale' }, unitPrice: '0.01' }, 'fast')?.quantity,
    1,
  );
});

test('a draft equals the price that it was created from, and is complete with amounts and a default rule', () => {
  const draft = toDraft(price);
  assert.deepEqual(toPriceBody(draft), price);
  assert.ok(isWhole(draft));
  assert.ok(!isWhole({ ...draft, rules: draft.rules.slice(1) }));
  assert.ok(!isWhole({ ...draft, rules: draft.rules.map(rule => ({ ...rule, unitPrice: '1,5' })) }));
  assert.ok(!isWhole({ ...draft, tiers: { relax: '', fast: '', turbo: '' } }));
});

test('rules can depend on parameters with few values', () => {
  const sheet = {
    kind: 'video',
    operations: ['clip'],
    parameters: {
      type: 'object',
      additionalProperties: false,
      properties: {
        seconds: { type: 'integer', minimum: 2, maximum: 4, default: 4 },
        resolution: { type: 'string', enum: ['480p', '720p'] },
        audio: { type: 'boolean' },
        seed: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
      },
    },
    references: { reference_images: { max: 2, required: false } },
  } as Partial<ModelSheet> as ModelSheet;
  assert.deepEqual(
    conditionFields(sheet).map(({ name, values }) => [name, values]),
    [
      ['seconds', [2, 3, 4]],
      ['resolution', ['480p', '720p']],
      ['audio', [true, false]],
      ['references', [0, 1, 2]],
    ],
  );
});
