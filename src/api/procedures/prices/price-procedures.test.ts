import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withPrice, type NewPrice } from '../../../core/billing/prices.ts';
import { priceImage, quote } from '@kinora/shared/billing/quote';
import { readCatalogue } from '../../../core/catalogue/models/catalogue.ts';
import { priceUnits, type ModelCard } from '@kinora/shared/models/model-card';
import { newCard } from '../models/model-fields.ts';
import { checkPrice } from './price-procedures.ts';

const priceFields = {
  tiers: {},
  price: { version: '', unit: 'image' as const, rules: [{ unitPrice: '0' }] },
};
const [image, video]: readonly ModelCard[] = [
  { ...newCard('painter', 'image', {}), ...priceFields },
  { ...newCard('film', 'video', {}), ...priceFields },
];
const price = (changes: Partial<NewPrice> = {}): NewPrice => ({
  unit: 'clip',
  rules: [{ unitPrice: '0.10' }],
  tiers: { fast: '1' },
  ...changes,
});
const isAccepted = (card: ModelCard, price: NewPrice) => {
  try {
    checkPrice(card, price);
    return true;
  } catch (error) {
    assert.equal((error as { code?: string }).code, 'field_invalid');
    return false;
  }
};
/** Whether a plain request to the model has a price, as its interface computes it. */
function isPriced(card: ModelCard, price: NewPrice): boolean {
  const pricedCard = withPrice(card, 'v1', price);
  const seconds = Number(card.parameters.properties['seconds']?.default);
  try {
    if (card.kind === 'image')
      priceImage(
        pricedCard,
        { kind: 'grid', width: 1024, height: 1024 },
        { tier: 'fast', factorMicros: 1_000_000n },
      );
    else quote(pricedCard, { parameters: { operation: 'clip' }, tier: 'fast', seconds });
    return true;
  } catch {
    return false;
  }
}

test('a price is accepted if requests to the model can be charged by its unit, and rejected if they cannot', () => {
  const seconds = { type: 'number', default: 2.5 };
  const properties = { ...video?.parameters.properties, seconds };
  const fractional = { ...video, parameters: { ...video?.parameters, properties } } as ModelCard;
  for (const card of [image, video, fractional])
    for (const unit of priceUnits) {
      assert.ok(card);
      assert.equal(
        isAccepted(card, price({ unit })),
        isPriced(card, price({ unit })),
        `${card.kind}, ${unit}`,
      );
    }
});

test('the prices that come with the product are accepted', () => {
  for (const { card } of readCatalogue().models)
    assert.ok(isAccepted(card, { ...card.price, tiers: card.tiers }), card.id);
});

test('a price needs a rule for requests that match no other, and a tier', () => {
  assert.ok(video);
  const when = { resolution: '720p' };
  const [one, rest] = [{ when, unitPrice: '0.20' }, { unitPrice: '0.10' }];
  assert.equal(isAccepted(video, price({ rules: [one] })), false);
  assert.equal(isAccepted(video, price({ rules: [one, rest] })), true);
  assert.equal(isAccepted(video, price({ rules: [one, { ...rest, when: {} }] })), true);
  assert.equal(isAccepted(video, price({ tiers: {} })), false);
});

test('a rule depends on parameters of the model or on what is known of every request', () => {
  assert.ok(image && video);
  const dependsOn = (name: string) =>
    price({ rules: [{ unitPrice: '1' }, { when: { [name]: 'x' }, unitPrice: '2' }] });
  for (const name of ['resolution', 'operation', 'size', 'quality', 'references'])
    assert.equal(isAccepted(video, dependsOn(name)), true, name);
  assert.equal(isAccepted(image, dependsOn('resolution')), false);
});

test('a price beyond what the ledger can hold is rejected', () => {
  assert.ok(video);
  const limit = price({ rules: [{ unitPrice: '1000000' }], tiers: { fast: '1000' } });
  assert.equal(isAccepted(video, limit), true);
  assert.equal(isAccepted(video, { ...limit, rules: [{ unitPrice: '1000000.01' }] }), false);
  assert.equal(isAccepted(video, { ...limit, tiers: { fast: '1', turbo: '1000.1' } }), false);
});
