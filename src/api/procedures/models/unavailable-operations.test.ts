import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { freshDatabase } from '../../../../test/support/servers/database.ts';
import { toContext } from '../../../../test/support/setups/context.ts';
import { testEngineKind } from '../../../../test/support/test-engine/kind.ts';
import { openDatabase } from '../../../platform/db/open.ts';
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import type { Operation } from '@kinora/shared/models/model-card';
import { readCatalogue } from '../../../core/catalogue/models/catalogue.ts';
import { newRoute } from '../../../core/catalogue/routes/route.ts';
import { unavailableOperations } from './unavailable-operations.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

/** A kind whose engines do these jobs, and would need a tool for the others. */
const makeKind = (kind: string, offer: Partial<Offer>) => ({
  ...testEngineKind,
  kind,
  settings: z.object({}),
  offer: () => ({ jobs: [], startsFromPixels: false, ...offer }),
});
const needs = () => ({ en: 'a brush', zh: '画笔' });
const engineKinds = [
  makeKind('grids', { jobs: ['grid'] }),
  makeKind('edits', { jobs: ['edit'] }),
  makeKind('needy', { jobs: ['grid'], needs }),
];
for (const kind of ['grids', 'edits', 'needy', 'unknown'])
  await db.pool.query(`insert into engines (name, kind, source) values ($1, $1, 'operator')`, [kind]);

/** Returns what is not offered of a model that these engines run. */
async function unavailable(
  engines: readonly string[],
  operations: Operation[],
  language: 'en' | 'zh' = 'en',
) {
  const catalogue = readCatalogue();
  const routes = engines.map(engine => newRoute('painter', engine, 'operator'));
  catalogue.setRows({ cards: [], aliases: [], versions: [], routes });
  const context = toContext(db, { catalogue, engineKinds, language });
  return unavailableOperations(context, { id: 'painter', operations });
}

test('an operation that one of several engines can do is available', async () => {
  assert.deepEqual(await unavailable(['grids', 'edits'], ['grid', 'edit']), []);
});

test('an operation that no engine can do is named with what each of them lacks', async () => {
  assert.deepEqual(await unavailable(['grids', 'needy'], ['grid', 'upscale']), [
    {
      operation: 'upscale',
      reason: 'grids does not support it. needy cannot do it: it would need a brush.',
    },
  ]);
});

test('the reason is in the language of the caller', async () => {
  const [unavailableOperation] = await unavailable(['needy'], ['upscale'], 'zh');
  assert.match(unavailableOperation?.reason ?? '', /需要画笔/);
});

test('an engine of which nothing is known may be able to do everything', async () => {
  assert.deepEqual(await unavailable(['grids', 'unknown'], ['grid', 'upscale']), []);
  assert.deepEqual(await unavailable(['grids', 'not-there'], ['grid', 'upscale']), []);
});

test('a model without a route lacks nothing', async () => {
  assert.deepEqual(await unavailable([], ['grid', 'upscale']), []);
});
