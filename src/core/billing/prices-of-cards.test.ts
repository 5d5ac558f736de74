import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../catalogue/models/catalogue.ts';
import { tiers } from '@kinora/shared/models/model-card';
import { priceImage, quote } from '@kinora/shared/billing/quote';

const { models } = readCatalogue();
const card = (id: string) => {
  const modelCard = models.find(model => model.card.id === id)?.card;
  assert.ok(modelCard);
  return modelCard;
};

test('a price per second grows with the duration, and a price per clip does not', () => {
  const second = (seconds: number) =>
    quote(card('sketch-motion'), { parameters: { resolution: '720p' }, tier: 'fast', seconds });
  assert.deepEqual([second(4).amountMicros, second(8).amountMicros], [200_000n, 400_000n]);
  const clip = (seconds: number) =>
    quote(card('sketch-short'), { parameters: { resolution: '720p' }, tier: 'fast', seconds });
  assert.deepEqual([clip(4).amountMicros, clip(8).amountMicros, clip(8).quantity], [250_000n, 250_000n, 1]);
});

test('the most specific matching rule determines the price, multiplied by the factor of the tier', () => {
  const at = (resolution: string, tier: (typeof tiers)[number]) =>
    quote(card('sketch-motion'), { parameters: { resolution }, tier, seconds: 1 }).unitPriceMicros;
  assert.deepEqual(
    [at('480p', 'fast'), at('720p', 'fast'), at('1080p', 'fast')],
    [30_000n, 50_000n, 100_000n],
  );
  assert.deepEqual([at('720p', 'relax'), at('720p', 'turbo')], [25_000n, 100_000n]);
  assert.equal(
    quote(card('sketch'), { parameters: { operation: 'grid' }, tier: 'fast', pictures: 4 }).amountMicros,
    40_000n,
  );
  assert.equal(
    quote(card('sketch'), { parameters: { operation: 'upscale', size: 'large' }, tier: 'fast', pictures: 1 })
      .amountMicros,
    20_000n,
  );
});

test('every card has an exact price for every tier and every value its rules name', () => {
  for (const model of models) {
    for (const tier of tiers) {
      for (const rule of [...model.card.price.rules, {}] as { when?: Record<string, string> }[]) {
        const cardQuote = quote(model.card, { parameters: rule.when ?? {}, tier, seconds: 3, pictures: 4 });
        assert.equal(cardQuote.amountMicros, cardQuote.unitPriceMicros * BigInt(cardQuote.quantity));
        assert.ok(cardQuote.amountMicros > 0n || rule.when?.['operation'] !== undefined, model.card.id);
      }
    }
  }
});

test('an invalid quantity is an error, not a price', () => {
  for (const seconds of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => quote(card('sketch-motion'), { parameters: {}, tier: 'fast', seconds }));
  }
});

test('a parameter of the card, such as a quality, is a condition of prices of images', () => {
  const cardWithRules = {
    ...card('sketch'),
    price: {
      version: '1',
      unit: 'image',
      rules: [{ unitPrice: '0.01' }, { when: { quality: 'high' }, unitPrice: '0.04' }],
    },
  } as const;
  const job = { kind: 'grid', width: 1024, height: 1024, pictures: 2 } as const;
  const rate = { tier: 'fast', factorMicros: 1_000_000n } as const;
  const amount = (parameters: object) =>
    priceImage(cardWithRules, { ...job, ...parameters }, rate).amountMicros;
  assert.equal(amount({}), 20_000n);
  assert.equal(amount({ parameters: { quality: 'high' } }), 80_000n);
});
