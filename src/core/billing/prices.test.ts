import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/servers/database.ts';
import { openDatabase } from '../../platform/db/open.ts';
import { readCatalogue } from '../catalogue/models/catalogue.ts';
import {
  addFirstPrice,
  addPrice,
  listPrices,
  newPrice,
  readPrices,
  withdrawPrice,
  withFreeSelection,
} from './prices.ts';

const db = openDatabase({ connectionString: await freshDatabase() });
test.after(() => db.close());

const price = (unitPrice: string) => ({
  unit: 'clip' as const,
  rules: [{ unitPrice }],
  tiers: { fast: '1' },
});
const nextYear = new Date('2999-01-01T00:00:00Z');
const add = (model: string, unitPrice = '0.10', effectiveAt = nextYear) =>
  db.transaction(tx => addPrice(tx, { model, effectiveAt, price: price(unitPrice), note: '' }));
const listVersions = async (model: string) =>
  (await listPrices(db)).filter(one => one.model === model).map(({ version }) => version);
const takeEffect = (model: string, version: number) =>
  db.pool.query(`update prices set effective_at = now() - interval '1 s' where model = $1 and version = $2`, [
    model,
    version,
  ]);

test('versions that are added at the same time are numbered without gaps', async () => {
  await Promise.all([1, 2, 3, 4, 5].map(() => add('burst')));
  assert.deepEqual(await listVersions('burst'), [1, 2, 3, 4, 5]);
  await add('other');
  assert.deepEqual(await listVersions('other'), [1]);
});

test('a price for the past takes effect later than now, so that no submitted task is priced again', async () => {
  const { effectiveAt, createdAt } = await add('late', '0.10', new Date(0));
  assert.equal(effectiveAt.getTime() - createdAt.getTime(), 1000);
  assert.deepEqual((await add('late')).effectiveAt, nextYear);
});

test('a withdrawn version never applies, and its number is not used again', async () => {
  await add('undone');
  assert.equal(await withdrawPrice(db, 'undone', 1), true);
  assert.equal(await withdrawPrice(db, 'undone', 1), false);
  assert.deepEqual(await listVersions('undone'), []);
  assert.equal((await add('undone')).version, 2);
});

test('a version in effect is not withdrawn, and neither is one of another model', async () => {
  await add('kept');
  await takeEffect('kept', 1);
  assert.equal(await withdrawPrice(db, 'kept', 1), false);
  assert.equal(await withdrawPrice(db, 'kept', 2), false);
  assert.deepEqual(await listVersions('kept'), [1]);
});

test('the first price of a model is version 1 and takes effect immediately', async () => {
  await db.transaction(tx => addFirstPrice(tx, 'new', price('0.30')));
  const [first] = (await listPrices(db)).filter(({ model }) => model === 'new');
  assert.deepEqual([first?.version, first?.price], [1, price('0.30')]);
  assert.deepEqual(first?.effectiveAt, first?.createdAt);
  const secondInsert = db.transaction(tx => addFirstPrice(tx, 'new', price('0.30')));
  await assert.rejects(secondInsert, { code: '23505' });
});

test('selecting an image is free with a first price that does not name it, and costs what a rule says', () => {
  const images = (...rules: readonly object[]) =>
    newPrice.parse({ unit: 'image', rules: [{ unitPrice: '0.02' }, ...rules], tiers: { fast: '1' } });
  const select = (unitPrice: string) => ({ when: { operation: 'select' }, unitPrice });
  assert.deepEqual(withFreeSelection(images()), images(select('0')));
  assert.deepEqual(withFreeSelection(images(select('0.01'))), images(select('0.01')));
  assert.deepEqual(withFreeSelection(price('0.10')), price('0.10'), 'clips are not selected');
});

test('the catalogue charges the newest version in effect, by its name', async () => {
  const catalogue = readCatalogue();
  const card = () => catalogue.findModel('sketch-short', 'video').card;
  const shippedPrice = card().price;
  await add('sketch-short', '0.11');
  await add('sketch-short', '0.22');
  await readPrices(db, catalogue);
  assert.deepEqual(card().price, shippedPrice, 'neither is in effect');
  await takeEffect('sketch-short', 1);
  await readPrices(db, catalogue);
  assert.deepEqual(card().price, { version: 'v1', unit: 'clip', rules: [{ unitPrice: '0.11' }] });
  assert.deepEqual(card().tiers, { fast: '1' });
  await takeEffect('sketch-short', 2);
  await readPrices(db, catalogue);
  assert.equal(card().price.version, 'v2');
});

test('a price needs a rule, a known unit and amounts that are not negative', () => {
  assert.ok(newPrice.safeParse(price('0.10')).success);
  for (const wrong of [
    { ...price('0.10'), rules: [] },
    { ...price('0.10'), unit: 'hour' },
    price('-0.10'),
    { ...price('0.10'), tiers: { fast: '-1' } },
    { ...price('0.10'), tiers: { slow: '1' } },
    { ...price('0.10'), version: 'v9' },
  ])
    assert.equal(newPrice.safeParse(wrong).success, false, JSON.stringify(wrong));
});
