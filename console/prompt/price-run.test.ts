/** The price on the button equals the price charged, for every tier and any number of tasks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatMicros, parseMicros, timesFactor } from '@kinora/shared/money';
import type { ParsedPrompt } from '@kinora/shared/prompt/parse-prompt';
import type { Model } from '../data/models/models.ts';
import { readDraft } from './read-draft.ts';
import { priceAction, priceRun } from './price-run.ts';

const card = JSON.parse(readFileSync(new URL('../../models/sketch.json', import.meta.url), 'utf8'));
/** Prices of a group with the factor 1.5. */
const rules = card.price.rules.map(({ when, unitPrice }: { when: object; unitPrice: string }) => ({
  when,
  unit_price: formatMicros(timesFactor(parseMicros(unitPrice), 1_500_000n)),
}));
const sketch: Model = { ...card, price: { ...card.price, currency: 'USD', rules } };
const models = [sketch];
const token = { tier: null };

const read = (text: string): readonly ParsedPrompt[] =>
  readDraft({ text, roles: [], version: '7', versions: sketch.versions ?? [] }).prompts;
const amountText = (text: string) => priceRun(read(text), { models, token }).amount;

test('the price of a prompt follows its size, quality and tier', () => {
  assert.equal(amountText('a fox'), '0.06');
  assert.equal(amountText('a fox --relax'), '0.03');
  assert.equal(amountText('a fox --draft --turbo'), '0.06');
  assert.equal(amountText('a fox --q 4'), '0.24');
  assert.equal(amountText('a fox --hd --v 8.2'), '0.18');
  assert.equal(priceRun(read('a fox'), { models, token, tier: 'turbo' }).amount, '0.12');
  assert.equal(priceRun(read('a fox'), { models, token: { ...token, tier: 'relax' } }).tier, 'relax');
});

test('permutations and repetitions count as tasks, which each tier limits', () => {
  const price = priceRun(read('a {red, blue} boat --repeat 3 --relax'), { models, token });
  assert.equal(price.tasks, 6);
  assert.equal(price.amount, '0.18');
  assert.deepEqual(price.tooMany, { count: 6, tier: 'relax', limit: 1 });
  assert.equal(priceRun(read('a {red, blue} boat --repeat 3'), { models, token }).tooMany, undefined);
});

test('an operation that no model of the token supports has no price', () => {
  assert.equal(amountText('waves --video'), undefined);
  assert.equal(priceRun(read('a fox'), { models: [], token }).amount, undefined);
  const describe = { kind: 'describe', width: 0, height: 0 } as const;
  assert.equal(priceAction(describe, { models, token, version: '7' }), '0.015');
});

test('an edit has no price if the price depends on the unknown size of its image', () => {
  assert.equal(amountText('a hat --edit https://a.example/b.png --v 8.2'), undefined);
  assert.equal(amountText('a hat --edit https://a.example/b.png --v 8.2 --ar 1:1'), '0.06');
  const rule = { unit_price: '0.03' };
  const flat = { ...sketch, price: { ...sketch.price, rules: [rule] } };
  const price = priceRun(read('a hat --edit https://a.example/b.png --v 8.2'), { models: [flat], token });
  assert.equal(price.amount, '0.12');
});

test('a clip is priced at 480 lines, whatever the image size of its prompt', () => {
  const price = {
    ...sketch.price,
    unit: 'clip' as const,
    rules: [{ unit_price: '0.15' }, { when: { size: 'small' }, unit_price: '0.075' }],
  };
  const animate = { ...sketch, operations: ['clip' as const], price };
  const costText = (text: string) => priceRun(read(text), { models: [animate], token }).amount;
  assert.equal(costText('waves --video'), '0.30');
  assert.equal(costText('waves --ar 4:1 --video --bs 1'), '0.15');
  assert.equal(costText('https://a.example/b.png waves --video'), undefined);
});

test('shorten is priced in the chosen tier', () => {
  const shorten = { kind: 'shorten', width: 0, height: 0 } as const;
  const models = [{ ...sketch, price: { ...sketch.price, rules: [{ unit_price: '0.015' }] } }];
  const costIn = (tier?: 'relax' | 'turbo') =>
    priceAction(shorten, { models, token, version: '7', ...(tier && { tier }) });
  assert.deepEqual([costIn('relax'), costIn(), costIn('turbo')], ['0.0075', '0.015', '0.03']);
});

test('a model named in the prompt determines the price, whatever the version', () => {
  const painter: Model = {
    ...sketch,
    id: 'painter',
    versions: ['6.1'],
    price: { ...sketch.price, rules: [{ unit_price: '0.15' }] },
  };
  const models = [sketch, painter];
  const readCost = (text: string) => priceRun(read(text), { models: models, token });
  assert.equal(readCost('a fox').model?.id, 'sketch');
  assert.equal(readCost('a fox --model painter').model?.id, 'painter');
  assert.equal(readCost('a fox --model painter').amount, '0.60');
  assert.equal(readCost('a fox --model nobody').model, undefined);
});
