import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Model } from './models.ts';
import type { Task } from '../tasks/tasks.ts';
import { priceOfRemix } from './remix-price.ts';

const card = JSON.parse(readFileSync(new URL('../../../models/sketch-cast.json', import.meta.url), 'utf8'));
const rules = card.price.rules.map(({ when, unitPrice }: { when?: object; unitPrice: string }) => ({
  ...(when && { when }),
  unit_price: unitPrice,
}));
const model = { ...card, price: { ...card.price, currency: 'USD', rules } } as Model;

function clip(tier: Task['tier'], unitPrice: string, more: Partial<Task> = {}): Task {
  const price = { unit: 'clip', quantity: 1, unit_price: unitPrice, version: model.price.version };
  return { tier, price, seconds: 4, parameters: { seconds: 4 }, ...more } as Task;
}
const remix = (task: Task) => priceOfRemix({ task, model, isSamePricing: true });

test('a remix costs as much as its clip, whatever the tier of the clip', () => {
  assert.deepEqual(remix(clip('turbo', '0.90')), { amount: '0.90', isLeast: false });
  assert.deepEqual(remix(clip('relax', '0.15')), { amount: '0.15', isLeast: false });
});

test('if the number of reference images is unknown, as after a change of prices, the price is marked as a minimum', () => {
  const least = { amount: '0.60', isLeast: true };
  assert.deepEqual(priceOfRemix({ task: clip('turbo', '0.90'), model, isSamePricing: false }), least);
  assert.deepEqual(remix(clip('turbo', '0.123')), least);
  const { price } = clip('turbo', '0.90');
  assert.deepEqual(remix(clip('turbo', '0.90', { price: { ...price, version: 'before' } })), least);
  assert.deepEqual(remix(clip('turbo', '0.60', { seconds: 8 })), least);
});
