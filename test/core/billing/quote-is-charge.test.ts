/**
 * For every model, tier, group factor and combination of priced values: the quote is what
 * is held, charged and reported.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccount } from '../../../src/core/accounts/accounts.ts';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { creditAccount } from '../../../src/core/billing/ledger.ts';
import { quote, type Quote } from '@kinora/shared/billing/quote';
import { reconcile } from '../../../src/core/billing/reconcile.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { openDatabase } from '../../../src/platform/db/open.ts';
import { parseMicros } from '@kinora/shared/money';
import { leaseRequest } from '../../support/engines/lease-request.ts';
import { readCatalogue, type Model } from '../../../src/core/catalogue/models/catalogue.ts';
import { tiers } from '@kinora/shared/models/model-card';
import { finishTask } from '../../../src/core/tasks/work/finish-task.ts';
import { submitTask } from '../../../src/core/tasks/submit/submit-task.ts';
import { openTaskStore } from '../../../src/core/tasks/work/task-store.ts';
import { viewTask } from '../../../src/core/tasks/read/task-view.ts';
import { atEnd } from '../../support/servers/clean-up.ts';
import { freshDatabase } from '../../support/servers/database.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
atEnd(() => db.close());
await migrate(db);

type Values = Readonly<Record<string, unknown>>;

/** All combinations of the values that a card's rules name, including absent ones. */
function listCombinations({ card }: Model): Values[] {
  const values = new Map<string, Set<unknown>>();
  for (const { when = {} } of card.price.rules)
    for (const [name, value] of Object.entries(when))
      values.set(name, (values.get(name) ?? new Set()).add(value));
  return [...values].reduce<Values[]>(
    (combinations, [name, some]) =>
      combinations.flatMap(one => [one, ...[...some].map(value => ({ ...one, [name]: value }))]),
    [{}],
  );
}

test('the quote is held, charged and reported for every combination of priced values', async () => {
  const account = await createAccount(db, 'all');
  const token = await createToken(db, { accountId: account?.id ?? '', group: 'video', name: 'all' });
  assert.ok(account && token);
  const topUp = { kind: 'top_up', amountMicros: parseMicros('100000'), reason: 'test' } as const;
  await creditAccount(db, account.id, topUp);
  const quoted = new Map<string, Quote>();
  for (const model of readCatalogue().models)
    for (const tier of tiers.filter(name => model.card.tiers[name] !== undefined))
      for (const parameters of listCombinations(model))
        for (const factorMicros of [parseMicros('1'), parseMicros('0.333333')]) {
          const seconds = 1 + (quoted.size % 9);
          const price = quote(model.card, { parameters, tier, seconds, pictures: 4, factorMicros });
          const { publicId } = await submitTask(
            db,
            {
              interface: 'video',
              accountId: account.id,
              tokenId: token.token.id,
              model,
              tier,
              job: { kind: 'clip', prompt: 'x', seed: 1, width: 16, height: 16, exclude: [] },
              quote: price,
              action: 'VIDEO',
              prompt: 'x',
              wire: {},
              requestHash: '',
            },
            { maxWaiting: 100_000, currency: 'USD' },
          );
          quoted.set(publicId, price);
        }
  assert.ok(quoted.size > 200, `${quoted.size} combinations`);
  const store = openTaskStore(db);
  for (let left = quoted.size; left > 0;) {
    const leasedTasks = await store.lease(leaseRequest({ limit: 50 }));
    assert.ok(leasedTasks.length > 0);
    for (const { lease } of leasedTasks) {
      await store.moveToStarting(lease, 'key', 60);
      await store.moveToRunning(lease, null);
      await store.moveToSaving(lease, { media: [], recipe: undefined, texts: undefined });
      assert.ok(await finishTask(db, lease, { phase: 'succeeded', files: [], retentionHours: 1 }));
    }
    left -= leasedTasks.length;
  }
  for (const [publicId, { amountMicros, unitPriceMicros, quantity, unit }] of quoted) {
    const task = await viewTask(db, publicId, 'video');
    assert.deepEqual(task?.price, { amountMicros, unitPriceMicros, quantity, unit });
    assert.equal(task?.chargedMicros, amountMicros, publicId);
    assert.equal(unitPriceMicros * BigInt(quantity), amountMicros);
  }
  assert.deepEqual(await reconcile(db), []);
});
