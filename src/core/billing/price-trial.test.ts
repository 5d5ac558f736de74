import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { endedClip, openCustomer, type OrderChanges } from '../../../test/support/setups/customers.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { readCatalogue } from '../catalogue/models/catalogue.ts';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { toQuoteInput, tryPrice } from './price-trial.ts';
import { quote, type QuoteInput } from '@kinora/shared/billing/quote';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const customer = await openCustomer(db, { micros: 100_000_000n });
const model = readCatalogue().findModel('sketch-short', 'video');

/** A model of its own, so that the tasks of other tests are not in its trial. At 0.10 a second. */
let cards = 0;
function newCard(unitPrice = '0.10', tiers: ModelCard['tiers'] = { fast: '1', turbo: '2' }): ModelCard {
  const price = { version: '1', unit: 'second' as const, rules: [{ unitPrice }] };
  return { ...model.card, id: `model-${++cards}`, price, tiers };
}
const at = (card: ModelCard, unitPrice: string): ModelCard => ({
  ...card,
  price: { ...card.price, rules: [{ unitPrice }] },
});

function order(card: ModelCard, quoteInput: Partial<QuoteInput> = {}, changes: object = {}) {
  const fullInput: QuoteInput = { parameters: {}, tier: 'fast', seconds: 2, ...quoteInput };
  const request: OrderChanges = {
    model: { ...model, card },
    tier: fullInput.tier,
    quote: quote(card, fullInput),
  };
  return endedClip(db, customer, { ...request, ...changes });
}

test('a trial computes what the charged tasks would have cost', async () => {
  const card = newCard();
  await order(card);
  await order(card);
  await order(card, { seconds: 3 });
  const trial = await tryPrice(db, at(card, '0.15'));
  assert.deepEqual(
    [trial.tasks, trial.chargedMicros, trial.wouldBeMicros, trial.notOffered],
    [3, 700_000n, 1_050_000n, 0],
  );
  assert.deepEqual(
    trial.changes.map(change => [change.tasks, change.quoteInput.seconds]),
    [
      [2, 2],
      [1, 3],
    ],
  );
});

test('tasks that failed, of other models and of more than a week ago are left out', async () => {
  const card = newCard();
  await order(card, {}, { end: { phase: 'failed' } });
  await order(newCard());
  const old = await order(card);
  await db.pool.query(
    `update tasks set created_at = now() - interval '7 days' - interval '1 s' where public_id = $1`,
    [old],
  );
  assert.deepEqual(await tryPrice(db, card), {
    tasks: 0,
    chargedMicros: 0n,
    wouldBeMicros: 0n,
    notOffered: 0,
    changes: [],
  });
});

test('the factors of groups and tiers apply to both prices', async () => {
  const card = newCard();
  await order(card, { factorMicros: 500_000n, tier: 'turbo' });
  const { chargedMicros, wouldBeMicros } = await tryPrice(db, at(card, '0.20'));
  assert.deepEqual([chargedMicros, wouldBeMicros], [200_000n, 400_000n]);
});

test('tasks in a tier that the new price does not offer are counted apart', async () => {
  const card = newCard();
  await order(card, { tier: 'turbo' });
  await order(card);
  const trial = await tryPrice(db, { ...card, tiers: { fast: '1' } });
  assert.deepEqual(
    [trial.tasks, trial.chargedMicros, trial.wouldBeMicros, trial.notOffered],
    [1, 200_000n, 200_000n, 1],
  );
});

test('the eight largest changes come first, whether they are rises or falls', async () => {
  const card = newCard();
  for (const seconds of [1, 2, 3, 4, 5, 6, 7, 8, 9]) await order(card, { seconds, parameters: { seconds } });
  const rules = [{ unitPrice: '0.11' }, { when: { seconds: 5 }, unitPrice: '0.01' }];
  const trial = await tryPrice(db, { ...card, price: { ...card.price, rules } });
  assert.deepEqual(
    trial.changes.map(change => change.quoteInput.seconds),
    [5, 9, 8, 7, 6, 4, 3, 2],
  );
  const sameTrial = await tryPrice(db, card);
  assert.deepEqual([sameTrial.tasks, sameTrial.changes], [9, []]);
});

test('a stored factor becomes an integer again, and a missing one stays missing', () => {
  const stored = { parameters: {}, tier: 'fast', factorMicros: 1_500_000 } as unknown as QuoteInput;
  assert.deepEqual(toQuoteInput(stored), { parameters: {}, tier: 'fast', factorMicros: 1_500_000n });
  assert.ok(!('factorMicros' in toQuoteInput({ parameters: {}, tier: 'fast' })));
});
