import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Catalogue, Model } from '../../../core/catalogue/models/catalogue.ts';
import { followUpsFor, type ModelScope } from '../../../core/catalogue/models/usable-models.ts';
import { toOffer } from '../../../engines/planner/offer.ts';
import type { Abilities } from '../../../engines/contract/steps/ability.ts';
import { modelFor } from './place-order.ts';
import type { Order } from './order.ts';

const one = { most: 1 };
const scope: ModelScope = { group: 'image', groupRules: { models: undefined }, models: null };

/** Models of one group, each with an engine of its own. */
function makeCatalogue(
  abilities: Readonly<Record<string, Abilities>>,
  versions: Readonly<Record<string, readonly string[]>> = {},
): Catalogue {
  const operations = ['grid', 'upscale', 'variation'];
  const models = Object.keys(abilities).map(
    id =>
      ({
        card: { id, kind: 'image', group: 'image', operations, versions: versions[id] },
      }) as unknown as Model,
  );
  return {
    models,
    listOffers: (id: string) => [toOffer(abilities[id]!)],
    listRoutes: (id: string) => [{ model: id, engine: id }],
    startsFromPixels: () => true,
    resolveId: (id: string) => id,
    modelOfVersion: () => undefined,
  } as unknown as Catalogue;
}

const job = { kind: 'grid', prompt: 'a fox', seed: 1, exclude: [], width: 1024, height: 1024 } as const;
const promptInputs = [
  { role: 'prompt', storageKey: 'a', contentType: 'image/png', width: 64, height: 64 },
] as const;
const large = { kind: 'upscale', enhance: 'subtle', width: 2048, height: 2048 } as const;

function chooseModel(catalogue: Catalogue, more: Partial<Order['job']>, order: Partial<Order> = {}): string {
  return modelFor({ catalogue }, scope, { job: { ...job, ...more }, ...order } as Order).card.id;
}

test('a job goes to the first model that can do it', () => {
  const catalogue = makeCatalogue({ editor: { instruct: one }, painter: { generate: one } });
  assert.equal(chooseModel(catalogue, {}), 'painter');
  assert.equal(chooseModel(catalogue, { inputs: promptInputs }), 'editor');
  assert.equal(
    chooseModel(catalogue, { inputs: promptInputs }, { model: 'painter' }),
    'painter',
    'it was asked for',
  );
});

test('a version is drawn by the first of its models that can do the job', () => {
  const abilities = { editor: { instruct: one }, painter: { generate: one }, other: { generate: one } };
  const versions = { editor: ['7'], painter: ['8'], other: ['7'] };
  const catalogue = makeCatalogue(abilities, versions);
  assert.equal(chooseModel(catalogue, { version: '7' }), 'other');
  assert.equal(chooseModel(catalogue, { version: '7', inputs: promptInputs }), 'editor');
  assert.equal(
    chooseModel(catalogue, { version: '8', inputs: promptInputs }),
    'painter',
    'which says why it cannot',
  );
});

test('an upscale is offered and done if a later model of the group makes images of its size', () => {
  const small = { multiple: 64, maxPixels: 1024 * 1024 };
  const catalogue = makeCatalogue({
    small: { generate: one, imageToImage: { most: 1, sizes: small } },
    large: { generate: one, upscale: one },
  });
  assert.equal(followUpsFor(catalogue, scope, 'small').canEnlarge(large), true);
  assert.equal(chooseModel(catalogue, large, { parentModel: 'small' }), 'large');
  const smallUpscale = { ...large, width: 1024, height: 1024 };
  assert.equal(
    chooseModel(catalogue, smallUpscale, { parentModel: 'small' }),
    'small',
    'the own model is kept',
  );
  const smallCatalogue = makeCatalogue({ small: { imageToImage: { most: 1, sizes: small } } });
  assert.equal(followUpsFor(smallCatalogue, scope, 'small').canEnlarge(large), false);
});
