/** A create accepts exactly what a card lists: each field of its schema, and no other, for every model. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Ajv2020, type SchemaObject } from 'ajv/dist/2020.js';
import { createBody } from '../../../src/api/video/bodies.ts';
import { call, type TestApp } from '../../support/servers/app.ts';
import { dataUrl, hanging, renderPng } from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

interface Card {
  readonly id: string;
  readonly operations: readonly string[];
  readonly parameters: SchemaObject & {
    readonly properties: Readonly<Record<string, SchemaObject>>;
    readonly required: readonly string[];
  };
}

let kinora: TestApp;
let picture: string;
let cards: Record<'video' | 'image', Card[]>;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_MAX_WAITING: '1000' } });
  picture = dataUrl(await renderPng(9, { width: 64, height: 64 }));
  const readCards = async (key: string): Promise<Card[]> =>
    (await call(`${kinora.url}/v1/models`, { key })).body.data;
  cards = { video: await readCards(kinora.videoKey), image: await readCards(kinora.imageKey) };
});

/** Values that the schema allows: all listed ones, both ends of a range, an image, a URL, a short text. */
function listValues(name: string, schema: SchemaObject): readonly unknown[] {
  if (schema['enum']) return schema['enum'];
  if (schema['minimum'] !== undefined) return [schema['minimum'], schema['maximum']];
  if (schema['type'] === 'boolean') return [true, false];
  if (name === 'webhook_url') return ['https://example.com/hook'];
  if (['user', 'safety_identifier'].includes(name)) return ['somebody'];
  if (['timeout', 'expires_after'].includes(name)) return [3600, '3600'];
  // It is never rendered, because this test is about what is accepted.
  if (name === 'prompt') return [hanging.prompt];
  return JSON.stringify(schema).includes('"array"') ? [[picture]] : [picture, { image_url: picture }];
}

function requiredValues({ parameters: { properties, required } }: Card): Record<string, unknown> {
  return Object.fromEntries(required.map(name => [name, listValues(name, properties[name] ?? {})[0]]));
}

const create = (json: object) => call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json });

test('a create accepts every field and value that the card of a video model lists', async () => {
  for (const card of cards.video) {
    const allows = new Ajv2020({ strict: false, logger: false }).compile(card.parameters);
    for (const [name, schema] of Object.entries(card.parameters.properties))
      for (const value of listValues(name, schema)) {
        const json = { model: card.id, ...requiredValues(card), [name]: value };
        // With first_frame, the same image would be given twice.
        if (name === 'input_reference' && 'first_frame' in requiredValues(card)) continue;
        assert.ok(allows(json), `${card.id} ${name}: ${JSON.stringify(allows.errors)}`);
        const { status, body } = await create(json);
        assert.equal(
          status,
          200,
          `${card.id} ${name} ${String(value).slice(0, 50)}: ${JSON.stringify(body)}`,
        );
      }
  }
});

test('a create rejects every field that the card of a video model does not list', async () => {
  const everywhere = cards.video.flatMap(({ parameters }) => Object.entries(parameters.properties));
  const knownFields = [...Object.keys(createBody.shape), 'negative_prompt', 'n', 'quality', 'style'];
  for (const card of cards.video) {
    const allows = new Ajv2020({ strict: false, logger: false }).compile(card.parameters);
    const otherFields = [...everywhere.map(([name]) => name), ...knownFields].filter(
      name => !(name in card.parameters.properties),
    );
    assert.ok(otherFields.length > 0);
    for (const name of new Set(otherFields)) {
      const schema = everywhere.find(([one]) => one === name)?.[1];
      const value = schema ? listValues(name, schema)[0] : 'x';
      const json = { model: card.id, ...requiredValues(card), [name]: value };
      assert.ok(!allows(json), `${card.id} ${name}`);
      const { status, body } = await create(json);
      assert.deepEqual([status, body.error?.param], [400, name], `${card.id}: ${JSON.stringify(body)}`);
    }
  }
});

test('the card of an image model lists the fields of its submit', async () => {
  for (const { id, operations, parameters } of cards.image) {
    const names = Object.keys(parameters.properties);
    const expected = operations.includes('grid') ? ['prompt', 'base64Array'] : ['prompt', 'image', 'motion'];
    for (const name of [...expected, 'notifyHook', 'state', 'botType'])
      assert.ok(names.includes(name), `${id}: ${name}`);
    const allows = new Ajv2020({ strict: false, logger: false }).compile(parameters);
    assert.ok(allows({ prompt: 'a cat', state: 's'.repeat(255) }), id);
    assert.ok(!allows({ prompt: 'a cat', state: 's'.repeat(256) }), id);
    assert.ok(!allows({ prompt: 7 }), id);
  }
});
