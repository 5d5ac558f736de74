import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@kinora/shared/errors/errors';
import { forVersion } from './usable-models.ts';
import { readCatalogue } from './catalogue.ts';
import { compileParameters } from './check-parameters.ts';
import { clipSize, readSize } from '@kinora/shared/models/clip-size';
import { descriptionIn, type Operation } from '@kinora/shared/models/model-card';
import { newRoute } from '../routes/route.ts';

const catalogue = readCatalogue();
const refusal = (run: () => unknown): AppError => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof AppError);
    return error;
  }
  throw new Error('Nothing was rejected');
};

test('every card is valid, has a unique ID, and accepts its own defaults', () => {
  const ids = catalogue.models.map(({ card }) => card.id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { card, checkParameters } of catalogue.models) {
    const defaults = checkParameters({});
    assert.deepEqual(checkParameters(defaults), defaults, card.id);
    assert.deepEqual(compileParameters(card)({}), defaults, `${card.id}, its schema validated`);
  }
});

test('every card has a Chinese description, and falls back to English without one', () => {
  const han = /\p{Script=Han}/u;
  for (const { card } of catalogue.models) {
    assert.match(descriptionIn(card, 'zh'), han, card.id);
    assert.doesNotMatch(descriptionIn(card, 'en'), han, card.id);
    assert.equal(descriptionIn({ ...card, descriptionZh: undefined }, 'zh'), card.description);
  }
});

test('an invalid card is rejected when it is read', () => {
  const [first] = catalogue.models;
  for (const change of [
    { price: { version: '1', unit: 'pound', rules: [{ unitPrice: '1' }] } },
    { price: { version: '1', unit: 'clip', rules: [] } },
    { extra: 1 },
    { tiers: { warp: '1' } },
  ]) {
    assert.throws(() => readCatalogue([{ ...first?.card, ...change }]), JSON.stringify(change));
  }
});

test('numeric strings are converted, and invalid values are rejected with the allowed ones', () => {
  const { checkParameters } = catalogue.findModel('sketch-motion', 'video');
  assert.equal(checkParameters({ seconds: '7' })['seconds'], 7);
  assert.match(refusal(() => checkParameters({ seconds: 11 })).message, /whole number from 2 to 10/);
  assert.match(refusal(() => checkParameters({ resolution: '8k' })).message, /480p, 720p or 1080p/);
  assert.equal(refusal(() => checkParameters({ colour: 'red' })).code, 'field_unknown');
});

test('an unknown model is rejected with the list of models', () => {
  assert.match(refusal(() => catalogue.findModel('sora', 'video')).message, /sketch-motion, sketch-short/);
  assert.equal(refusal(() => forVersion(catalogue.models, '99')).code, 'parameter_invalid');
});

test('the resolution is the shorter side, and every size is even and can be looked up by name', () => {
  assert.deepEqual(clipSize('720p', '16:9'), { width: 1280, height: 720 });
  assert.deepEqual(clipSize('480p', '9:16'), { width: 480, height: 854 });
  const { card } = catalogue.findModel('sketch-motion', 'video');
  assert.deepEqual(readSize(card, '1280x720'), { resolution: '720p', aspect_ratio: '16:9' });
  assert.match(refusal(() => readSize(card, '100x100')).message, /1280x720/);
});

test('an operation goes to the routes that can do it, and to all of them if none can', () => {
  const uneven = readCatalogue();
  const jobs = { images: ['grid', 'outpaint'], words: ['describe'] } as const;
  const [model] = uneven.models.filter(({ card }) => card.operations.includes('grid'));
  const id = model?.card.id ?? '';
  const routes = [newRoute(id, 'words', 'operator'), newRoute(id, 'images', 'operator')];
  uneven.setRows({
    cards: [],
    aliases: [],
    versions: [],
    routes: [...routes, { ...newRoute(id, 'unknown', 'operator'), tiers: ['relax'] }],
    findOffer: ({ engine }) => {
      const supportedJobs = engine === 'words' || engine === 'images' ? jobs[engine] : undefined;
      return supportedJobs && { jobs: supportedJobs, startsFromPixels: true };
    },
  });
  const engines = (operation: Operation | undefined, tierRank = 2) =>
    uneven.routesFor({ model: id, tierRank, operation }).map(({ engine }) => engine);
  assert.deepEqual(engines('grid'), ['images']);
  assert.deepEqual(engines('describe'), ['words']);
  assert.deepEqual(engines('grid', 3), ['images', 'unknown'], 'what an engine can do may be unknown');
  assert.deepEqual(engines('retexture'), ['words', 'images'], 'none of those that serve the tier can');
  assert.deepEqual(engines(undefined), ['words', 'images']);
  assert.equal(uneven.isUneven(id), true);
  assert.equal(readCatalogue().isUneven(id), false);
});
