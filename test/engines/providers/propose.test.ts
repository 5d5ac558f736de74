/**
 * Model cards that are proposed from the schemas of providers: their content, and that an
 * operator can add them unchanged.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { EngineKind } from '../../../src/engines/contract/kind/engine-kind.ts';
import type { ProposedCard } from '../../../src/engines/contract/kind/proposed-card.ts';
import { falKind } from '../../../src/engines/kinds/fal/fal-kind.ts';
import { cardOfFal } from '../../../src/engines/kinds/fal/propose.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import { cardOfReplicate } from '../../../src/engines/kinds/replicate/propose.ts';
import { replicateKind } from '../../../src/engines/kinds/replicate/replicate-kind.ts';
import { newSecretKey, revealSecretKey } from '../../../src/platform/lib/secret-key.ts';
import { toArguments } from '../../../src/api/procedures/proposals/propose-procedures.ts';
import { startFakeComfyui } from '../../support/comfyui/fake-comfyui.ts';
import { startTestApp } from '../../support/servers/app.ts';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { startFalServer } from '../../support/providers/fal-server.ts';
import {
  fluxDev,
  fluxDevSchema,
  kling,
  klingDocument,
  seedance,
  seedanceSchema,
  seedream,
  seedreamDocument,
} from '../../support/providers/model-schemas.ts';
import { startReplicateServer } from '../../support/providers/replicate-server.ts';

const results = openResultFiles({ allowedNetworks: [] });
const fal = plannedKind(falKind(results));
const replicate = plannedKind(replicateKind(results));

const falCard = (upstream: string, openapi: object) =>
  cardOfFal({ upstream, name: 'A model', description: 'It makes\nthings.', openapi });
const replicateCard = (name: string, openapi: object) =>
  cardOfReplicate({ name, description: 'It makes things.', openapi });

/** The proposal of `engine propose`, validated as `model add` does. */
function summarizeProposal(card: ProposedCard, kind: EngineKind, upstream: string) {
  const { model } = toArguments(card, { engine: 'provider', upstream, kind, before: {} });
  assert.ok(model);
  return { id: model.model, kind: model.kind, operations: model.operations };
}

test("a text-to-image model of fal is proposed with its sizes, without the operator's choices", () => {
  const card = falCard(seedream, seedreamDocument);
  assert.deepEqual(card.settings, {
    does: 'generate',
    fields: 'prompt,num_images,seed,image_size',
    most: 6,
  });
  assert.deepEqual(card.parameters, {});
  assert.match(card.notes[0] ?? '', /Left out.*max_images, sync_mode, enable_safety_checker/);
  assert.deepEqual(summarizeProposal(card, fal, seedream), {
    id: 'bytedance-seedream-v4-text-to-image',
    kind: 'image',
    operations: ['grid'],
  });
});

test('an image-to-video model of fal is proposed with its lengths, and requires a first frame', () => {
  const card = falCard(kling, klingDocument);
  assert.deepEqual(card.settings, {
    does: 'clip',
    fields: 'prompt,negative_prompt,image_url,duration',
    clipsFrom: 'picture',
    secondsAs: 'text',
  });
  assert.deepEqual(card.references, { first_frame: { max: 1, required: true } });
  assert.deepEqual(card.parameters['seconds'], {
    type: 'integer',
    enum: [5, 10],
    default: 5,
    description: 'Length of the clip in seconds.',
  });
  assert.deepEqual(card.parameters['cfg_scale'], {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.5,
    description: 'Closeness',
  });
  assert.equal(summarizeProposal(card, fal, kling).kind, 'video');
});

test('a model of Replicate that also accepts an image is proposed with variations', () => {
  const card = replicateCard(fluxDev, fluxDevSchema);
  assert.equal(card.settings['does'], 'generate,imageToImage');
  assert.equal(card.settings['fields'], 'prompt,image,prompt_strength,num_outputs,seed,aspect_ratio');
  assert.equal(card.settings['ratios'], '1:1,16:9,21:9,3:2,2:3,4:5,5:4,3:4,4:3,9:16,9:21');
  const names = Object.keys(card.parameters);
  assert.deepEqual(names, [
    'num_inference_steps',
    'guidance',
    'output_format',
    'output_quality',
    'go_fast',
    'megapixels',
  ]);
  assert.deepEqual(card.parameters['megapixels'], { type: 'string', enum: ['1', '0.25'], default: '1' });
  const { id, operations } = summarizeProposal(card, replicate, fluxDev);
  assert.equal(id, 'flux-dev');
  assert.deepEqual(operations, ['grid', 'upscale', 'variation', 'edit', 'retexture']);
});

test('a video model of Replicate is proposed with first and last frames, references and its choices', () => {
  const card = replicateCard(seedance, seedanceSchema);
  assert.equal(card.settings['clipsFrom'], 'either');
  assert.deepEqual(card.references, {
    input_reference: { max: 1 },
    first_frame: { max: 1 },
    last_frame: { max: 1 },
    reference_images: { max: 4 },
  });
  const { seconds, resolution, aspect_ratio: ratio, fps, camera_fixed: camera } = card.parameters;
  assert.deepEqual([seconds?.minimum, seconds?.maximum, seconds?.default], [2, 12, 5]);
  assert.deepEqual([resolution?.enum, resolution?.default], [['480p', '720p', '1080p'], '720p']);
  assert.deepEqual([ratio?.default, fps?.default, camera?.type], ['16:9', 24, 'boolean']);
  assert.deepEqual(summarizeProposal(card, replicate, seedance).operations, ['clip']);
});

test('a document without an input, or with a self-reference, proposes nothing', () => {
  const wrong = { code: 'engine_error', message: 'it does not describe the input of this model' };
  assert.throws(() => falCard('fal-ai/other', seedreamDocument), wrong);
  assert.throws(() => replicateCard('a/b', {}), wrong);
  const loop = { components: { schemas: { Input: { $ref: '#/components/schemas/Input' } } } };
  assert.equal(replicateCard('a/b', loop).settings['fields'], '');
});

let operator: ConsoleClient;
before(async () => {
  const settings = {
    KINORA_SECRET_KEY: revealSecretKey(newSecretKey()),
    KINORA_ALLOWED_NETWORKS: '127.0.0.1',
  };
  operator = await signedIn(await startTestApp({ settings }), 'operator');
});

test('an operator sees the commands that add a model, and nothing is changed', async () => {
  const server = await startFalServer('key of fal');
  const metadata = { display_name: "Kling's first", description: 'Clips', category: 'image-to-video' };
  server.models.set(kling, { endpoint_id: kling, metadata, openapi: klingDocument });
  await operator.done('engine add', { engine: 'clips', kind: 'fal', url: server.url, secret: 'key of fal' });
  const before = await operator.done('engine show', { engine: 'clips' });
  const proposal = await operator.done('engine propose', { engine: 'clips', upstream: kling });
  assert.equal(proposal.ok, true, proposal.message);
  const [change, add, route] = proposal.commands;
  assert.match(change, /^kinora engine change clips --settings '\{"does":"clip"/);
  assert.match(
    add,
    /^kinora model add kling-video-v1-standard-image-to-video --kind video --name 'Kling'\\''s first'/,
  );
  assert.match(add, /--price '\{"unit":"second","rules":\[\{"unitPrice":"<price>"\}\]/);
  assert.equal(route, `kinora route add ${proposal.model.model} --engine clips --upstream ${kling}`);
  assert.deepEqual(await operator.done('engine show', { engine: 'clips' }), before);
  assert.ok(
    server.calls.every(
      ({ path, headers }) => path.includes('/pricing') || headers.authorization === undefined,
    ),
    'the key is only sent to ask for the price',
  );

  await operator.done('engine change', { engine: 'clips', settings: proposal.settings });
  const price = { unit: 'second', rules: [{ unitPrice: '0.06' }], tiers: { fast: '1' } };
  const { model, kind, ...fields } = proposal.model;
  await operator.done('model add', { model, kind, price, ...fields });
  await operator.done('route add', { model, engine: 'clips', upstream: kling });
  assert.equal(server.acceptedCalls.length, 0);
});

test('a model that the provider does not have, and an engine without schemas, are reported', async () => {
  const server = await startReplicateServer('token');
  await operator.done('engine add', { engine: 'rep', kind: 'replicate', url: server.url, secret: 'token' });
  const absent = await operator.done('engine propose', { engine: 'rep', upstream: 'nobody/nothing' });
  assert.deepEqual([absent.ok, absent.code, absent.model], [false, 'engine_rejected', null]);
  server.models.set(fluxDev, { description: 'A model', latest_version: { openapi_schema: fluxDevSchema } });
  assert.ok((await operator.done('engine propose', { engine: 'rep', upstream: fluxDev })).ok);
});

test('a model of an engine that describes none is proposed from what the engine offers, with a free ID, sizes and a price', async () => {
  const fake = await startFakeComfyui();
  await operator.done('engine add', { engine: 'gpu', kind: 'comfyui', url: fake.url });
  const propose = (upstream: string) => operator.done('engine propose', { engine: 'gpu', upstream });
  const { ok, model, price, commands, notes } = await propose('sdxl:SDXL/Dreams_v2.safetensors');
  assert.ok(ok);
  assert.deepEqual([model.model, model.name, model.kind], ['dreams-v2', 'Dreams v2', 'image']);
  assert.ok(model.operations.includes('grid') && !model.operations.includes('clip'));
  assert.deepEqual(model.sizes, { multiple: 16, minPixels: 262_144, maxPixels: 1_677_721 });
  assert.deepEqual(price.rules[0], { when: { operation: 'select' }, unitPrice: '0' });
  assert.match(notes.at(-1), /^The suggested price is that of .*, your cheapest model of this kind\./);
  assert.deepEqual(
    commands.map((line: string) => line.split(' ').slice(1, 3).join(' ')),
    ['model add', 'route add'],
  );
  const { model: id, ...fields } = model;
  await operator.done('model add', { model: id, price, ...fields });
  await operator.done('route add', { model: id, engine: 'gpu', upstream: 'sdxl:SDXL/Dreams_v2.safetensors' });
  assert.equal((await propose('sdxl:SDXL/Dreams_v2.safetensors')).model.model, 'dreams-v2-2');
  const clip = await propose('wan22-5b');
  assert.deepEqual([clip.model.kind, clip.model.operations, clip.price.unit], ['video', ['clip'], 'second']);
  const nothing = await propose('nothing');
  assert.deepEqual([nothing.ok, nothing.code], [false, 'engine_rejected']);
});
