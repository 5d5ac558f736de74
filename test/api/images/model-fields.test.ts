/**
 * Fields of the Images API that a model's card has: quality with its price, a transparent
 * background, and any other by name.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { readCatalogue } from '../../../src/core/catalogue/models/catalogue.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer, type ScriptedServer } from '../../support/engines/scripted-server.ts';
import { type Answer, call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let scriptedServer: ScriptedServer;

const sketch = readCatalogue().findModel('sketch', 'image').card;
const choice = (...values: string[]) => ({
  type: 'string',
  enum: values,
  default: values[0],
  description: 'x',
});
const card = {
  ...sketch,
  engine: 'scripted',
  parameters: {
    type: 'object',
    additionalProperties: false,
    properties: {
      quality: choice('low', 'high'),
      background: choice('opaque', 'transparent'),
      style: choice('vivid', 'natural'),
    },
  },
  price: {
    version: '1',
    unit: 'image',
    rules: [{ unitPrice: '0.01' }, { when: { quality: 'high' }, unitPrice: '0.04' }],
  },
};

before(async () => {
  scriptedServer = await startScriptedServer();
  kinora = await startTestApp({ engines: [scriptedEngine(scriptedServer.url)], cards: [card] });
});

function post(path: string, fields: object): Promise<Answer> {
  const json = { prompt: 'a fox', n: 2, ...fields };
  return call(`${kinora.url}/v1/images/${path}`, { key: kinora.imageKey, json });
}

test('a quality of the card has its price, in the quote as in the charge', async () => {
  const fields = { quality: 'high', style: 'natural', steps: 4 };
  assert.equal((await post('quote', fields)).body.amount, '0.08');
  const { status, headers, body } = await post('generations', fields);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([headers.get('x-kinora-price'), body.quality], ['0.08 USD', 'high']);
  assert.equal(headers.get('x-kinora-ignored'), 'steps');
  const usual = await post('generations', { quality: 'auto' });
  assert.deepEqual([usual.headers.get('x-kinora-price'), usual.body.quality], ['0.02 USD', 'low']);
});

test('a transparent background reaches the engine and is named in the response', async () => {
  let engineParameters: unknown;
  scriptedServer.onCall = (step, job) => {
    if (step.startsWith('start')) engineParameters = job?.job.parameters;
  };
  const { body } = await post('generations', { background: 'transparent' });
  assert.equal(body.background, 'transparent');
  assert.deepEqual(engineParameters, { quality: 'low', background: 'transparent', style: 'vivid' });
});

test('a transparent background stays so in PNG and WebP, and each image has one', async () => {
  for (const format of ['png', 'webp']) {
    const fields = { background: 'transparent', output_format: format, size: '256x256' };
    const { status, body } = await post('generations', fields);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.length, 2);
    for (const { b64_json: data } of body.data) {
      const picture = sharp(Buffer.from(data, 'base64'));
      assert.deepEqual([(await picture.metadata()).format, await readAlpha(picture)], [format, [0, 255]]);
    }
  }
});

/** Reads the opacity in the corner and in the middle. */
async function readAlpha(picture: Sharp): Promise<number[]> {
  const { data, info } = await picture.extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  return [data[0] ?? -1, data[(info.height / 2) * info.width + info.width / 2] ?? -1];
}

test('a value that the card does not have is rejected by name', async () => {
  for (const [field, value] of [
    ['quality', 'medium'],
    ['style', 'wild'],
  ] as const) {
    const { status, body } = await post('generations', { [field]: value });
    assert.deepEqual([status, body.error.param], [400, field]);
  }
});
