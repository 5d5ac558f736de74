/**
 * The published models: every value that a card does not offer is rejected, and
 * every price is the published one.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, until } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import {
  neededReferences,
  refusedParameters,
  withOwnParameters,
  type PublishedModel,
} from '../../support/requests/refused-parameters.ts';
import {
  acceptedClip,
  dataUrl,
  hanging,
  renderPng,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: ScriptedApp;
let client: VideoClient;
let published: PublishedModel[];
let models: PublishedModel[];
let picture: string;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_OPENING_BALANCE: '100000.00' } });
  client = videoClient(kinora);
  published = (await client.get('models')).body.data;
  models = published.map(withOwnParameters);
  picture = dataUrl(await renderPng(50));
});

test('at least four video models are published, each with its price, parameters and images', async () => {
  assert.ok(models.length >= 4);
  const facts = models.map(model => {
    const { object, created, kind, group, price, tiers, parameters, references } = model as any;
    assert.ok(Number.isInteger(created) && created > Date.parse('2026-01-01') / 1000);
    assert.deepEqual([object, kind, group, price.currency], ['model', 'video', 'video', 'USD']);
    assert.ok(price.rules.length > 0 && Object.keys(tiers).length === 3);
    assert.ok(parameters.properties.seconds && parameters.properties.resolution);
    return JSON.stringify([price.unit, references]);
  });
  assert.equal(new Set(facts).size, models.length);
  for (const model of published) assert.deepEqual((await client.get(`models/${model.id}`)).body, model);
  const asImage = { key: kinora.imageKey };
  const foreign = await call(`${kinora.url}/v1/models/sketch-motion`, asImage);
  assert.deepEqual([foreign.status, foreign.body.error.code], [404, 'model_not_found']);
  const imageModels: PublishedModel[] = (await call(`${kinora.url}/v1/models`, asImage)).body.data;
  assert.ok(!imageModels.some(({ id }) => models.some(model => model.id === id)));
});

test('8: create and quote reject every unsupported value with 400, param and the allowed values', async () => {
  const requests = refusedParameters(models, picture);
  assert.ok(requests.length > 150, `${requests.length} requests`);
  for (const { model, fields, param, allowedValues } of requests) {
    const card = models.find(({ id }) => id === model) as PublishedModel;
    const json = { model, prompt: 'x', ...neededReferences(card, picture), ...fields };
    const requestText = `${model} ${JSON.stringify(fields).slice(0, 200)}`;
    const { status, body } = await client.create(json);
    assert.deepEqual([status, body.error?.param], [400, param], `${requestText}: ${JSON.stringify(body)}`);
    const missing = allowedValues.filter(value => !body.error.message.includes(value));
    assert.deepEqual(missing, [], `${requestText}: ${body.error.message}`);
    assert.deepEqual((await client.post('videos/quote', json)).body, body, requestText);
  }
  assert.deepEqual([await client.ids(), kinora.scriptedServer.calls], [[], []]);
});

/** Every combination that a price may depend on. */
function* listRequests(model: PublishedModel): Generator<Record<string, unknown>> {
  const { properties } = model.parameters;
  const {
    enum: lengths,
    minimum,
    maximum,
  } = properties['seconds'] as { enum?: number[]; minimum: number; maximum: number };
  const most = model.references['reference_images']?.max;
  const pictures = most === undefined ? [neededReferences(model, picture)] : listsUpTo(most);
  for (const tier of ['relax', 'fast', 'turbo'])
    for (const resolution of properties['resolution']?.enum ?? [])
      for (const seconds of lengths?.slice(-2) ?? [minimum, maximum])
        for (const more of combine(pictures, properties['audio'] ? [false, true] : [undefined]))
          yield { model: model.id, tier, resolution, seconds, ...more };
}

function combine(pictures: readonly Record<string, unknown>[], sounds: readonly (boolean | undefined)[]) {
  return pictures.flatMap(references => sounds.map(audio => ({ ...references, audio })));
}

function listsUpTo(most: number): Record<string, unknown>[] {
  return Array.from({ length: most }, (_, index) => ({
    reference_images: Array.from({ length: index + 1 }, () => picture),
  }));
}

test('for every model, tier and parameter, the quote is what is held and reported', async () => {
  const before = await checkLedger(kinora);
  const requests = models.flatMap(model => [...listRequests(model)]);
  assert.ok(requests.length > 100, `${requests.length} requests`);
  const holds = await Promise.all(requests.map(quoteAndMake));
  const heldMicros = holds.reduce((sum, { micros }) => sum + micros, 0n);
  assert.equal((await checkLedger(kinora)).heldMicros - before.heldMicros, heldMicros);
  await Promise.all(holds.map(({ id }) => client.remove(id)));
  await until(
    () => checkLedger(kinora),
    books => books.heldMicros === before.heldMicros,
  );
  assert.equal((await checkLedger(kinora)).chargedMicros, before.chargedMicros);
});

async function quoteAndMake(request: Record<string, unknown>): Promise<{ id: string; micros: bigint }> {
  const json = { ...request, prompt: hanging.prompt };
  const { status, body: quote } = await client.post('videos/quote', json);
  assert.deepEqual([status, quote.object, quote.model], [200, 'video.quote', request['model']]);
  const { id, usage } = acceptedClip(await client.create(json));
  const { unit, quantity, unit_price, amount, currency } = quote;
  const requestText = JSON.stringify(request).slice(0, 150);
  assert.deepEqual(usage, { unit, quantity, unit_price, amount, currency, charged: false }, requestText);
  assert.equal(toMicros(unit_price) * BigInt(quantity), toMicros(amount), requestText);
  assert.equal(quantity, unit === 'second' ? request['seconds'] : 1, requestText);
  return { id, micros: toMicros(amount) };
}

function toMicros(amount: string): bigint {
  return BigInt(Math.round(Number(amount) * 1e6));
}

test('the final charge equals the quote for a clip of every model', async () => {
  for (const model of models) {
    const { resolution, aspect_ratio } = smallClip;
    const references = neededReferences(model, picture);
    const json = { model: model.id, prompt: 'x', resolution, aspect_ratio, tier: 'turbo', ...references };
    const quote = (await client.post('videos/quote', json)).body;
    const before = (await checkLedger(kinora)).chargedMicros;
    const record = await client.make(json);
    assert.deepEqual([record.usage.amount, record.usage.charged], [quote.amount, true], model.id);
    const chargedMicros = (await checkLedger(kinora)).chargedMicros - before;
    assert.equal(chargedMicros, toMicros(quote.amount), model.id);
  }
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});
