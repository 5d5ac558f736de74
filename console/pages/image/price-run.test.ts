/** The price on the button is the price that is charged, for every tier and any number of tasks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ParsedPrompt } from '../../../src/prompt/parse-prompt.ts';
import type { Model } from '../../data/models.ts';
import { readDraft } from '../../prompt/read-draft.ts';
import { recall, remembered } from './history.ts';
import { faultOfPicture } from './check-picture.ts';
import { priceDeed, priceRun } from './price-run.ts';

const card = JSON.parse(readFileSync(new URL('../../../models/sketch.json', import.meta.url), 'utf8'));
const rules = card.price.rules.map(({ when, unitPrice }: { when: object; unitPrice: string }) => ({
  when,
  unit_price: unitPrice,
}));
const sketch: Model = { ...card, price: { ...card.price, currency: 'USD', rules } };
const models = [sketch];
const token = { factor: '1.5', tier: null };

const read = (text: string): readonly ParsedPrompt[] =>
  readDraft({ text, roles: [], version: '7', versions: sketch.versions ?? [] }).prompts;
const amountOf = (text: string) => priceRun(read(text), { models, token }).amount;

test('a prompt costs what its size, quality and tier say, by the factor of the group', () => {
  assert.equal(amountOf('a fox'), '0.06');
  assert.equal(amountOf('a fox --relax'), '0.03');
  assert.equal(amountOf('a fox --draft --turbo'), '0.06');
  assert.equal(amountOf('a fox --q 4'), '0.24');
  assert.equal(amountOf('a fox --hd --v 8.2'), '0.18');
  assert.equal(priceRun(read('a fox'), { models, token, tier: 'turbo' }).amount, '0.12');
  assert.equal(priceRun(read('a fox'), { models, token: { ...token, tier: 'relax' } }).tier, 'relax');
});

test('braces and repetitions are tasks, of which a tier takes so many', () => {
  const price = priceRun(read('a {red, blue} boat --repeat 3 --relax'), { models, token });
  assert.equal(price.tasks, 6);
  assert.equal(price.amount, '0.18');
  assert.deepEqual(price.tooMany, { count: 6, tier: 'relax', limit: 1 });
  assert.equal(priceRun(read('a {red, blue} boat --repeat 3'), { models, token }).tooMany, undefined);
});

test('what no model of the token can do has no price', () => {
  assert.equal(amountOf('waves --video'), undefined);
  assert.equal(priceRun(read('a fox'), { models: [], token }).amount, undefined);
  const describe = { kind: 'describe', width: 0, height: 0 } as const;
  assert.equal(priceDeed(describe, { models, token, version: '7' }), '0.015');
});

test('history is walked from the newest, and each prompt is in it once', () => {
  const history = ['b', 'a', 'c'].reduce(remembered, [] as readonly string[]);
  assert.deepEqual(remembered(history, 'a'), ['a', 'c', 'b']);
  assert.equal(recall(history, '', 'older'), 'c');
  assert.equal(recall(history, 'c', 'older'), 'a');
  assert.equal(recall(history, 'b', 'older'), undefined);
  assert.equal(recall(history, 'c', 'newer'), '');
  assert.equal(
    Array.from({ length: 120 }, (_, index) => String(index)).reduce(remembered, [] as readonly string[])
      .length,
    100,
  );
});

test('a picture that the server would refuse is refused before it is sent', () => {
  const fine = { type: 'image/png', bytes: 1000, size: { width: 10, height: 10 } };
  assert.equal(faultOfPicture(fine, []), undefined);
  assert.equal(faultOfPicture({ ...fine, type: 'image/bmp' }, []), 'type');
  assert.equal(faultOfPicture({ ...fine, bytes: 11_000_000 }, []), 'large');
  assert.equal(faultOfPicture({ ...fine, size: undefined }, []), 'unreadable');
  assert.equal(faultOfPicture({ ...fine, size: { width: 9000, height: 10 } }, []), 'edge');
  assert.equal(faultOfPicture({ ...fine, bytes: 9e6 }, [{ bytes: 1e7 }, { bytes: 1e7 }]), 'together');
});
