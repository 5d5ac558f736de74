import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceAfter, isNeutralFactor, quotePriceDetails } from './price.ts';

const model = {
  id: 'motion',
  tiers: { fast: '1', turbo: '2' },
  price: {
    unit: 'second' as const,
    currency: 'USD',
    version: '1',
    rules: [{ unit_price: '0.05' }, { when: { resolution: '1080p' }, unit_price: '0.10' }],
  },
};

test('a price lists the rule and the factor of the tier that it was computed from', () => {
  const plain = quotePriceDetails(model, { parameters: {}, tier: 'fast', seconds: 5 });
  assert.deepEqual(plain, {
    unit: 'second',
    quantity: 5,
    unitPrice: '0.05',
    amount: '0.25',
    rule: undefined,
    tierFactor: '1',
    isFlat: false,
  });
  const parameters = { resolution: '1080p' };
  const expensiveQuote = quotePriceDetails(model, { parameters, tier: 'turbo', seconds: 5 });
  assert.equal(expensiveQuote?.amount, '1.00');
  assert.deepEqual(expensiveQuote?.rule, { when: parameters, unitPrice: '0.10', plain: '0.05' });
  assert.deepEqual(
    [expensiveQuote && isNeutralFactor(expensiveQuote.tierFactor), plain && isNeutralFactor(plain.tierFactor)],
    [false, true],
  );
  assert.equal(quotePriceDetails(model, { parameters, tier: 'relax', seconds: 5 }), undefined);
});

test('the price of a clip is flat unless a rule depends on its length', () => {
  const priceDetails = (rules: Parameters<typeof quotePriceDetails>[0]['price']['rules']) =>
    quotePriceDetails(
      { ...model, price: { ...model.price, unit: 'clip' as const, rules } },
      { parameters: {}, tier: 'fast', seconds: 5 },
    );
  assert.equal(priceDetails(model.price.rules)?.isFlat, true);
  assert.equal(
    priceDetails([{ unit_price: '0.05' }, { when: { seconds: 10 }, unit_price: '0.09' }])?.isFlat,
    false,
  );
});

test('the remaining balance is exact, and null if the balance does not cover the price', () => {
  assert.equal(balanceAfter('1.00', '0.300001'), '0.699999');
  assert.equal(balanceAfter('0.30', '0.30'), '0.00');
  assert.equal(balanceAfter('0.29', '0.30'), null);
});
