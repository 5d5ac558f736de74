/** The adapter of Replicate against a fake of its documented API. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Primitive } from '../../../src/engines/contract/steps/primitive.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import { replicateKind } from '../../../src/engines/kinds/replicate/replicate-kind.ts';
import {
  type ReplicateSettings,
  replicateSettings,
} from '../../../src/engines/kinds/replicate/replicate-settings.ts';
import { isSignedByReplicate } from '../../../src/engines/kinds/replicate/verify-report.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import {
  ageHandle,
  busyEngine,
  rejectedStep,
  testPaidStarts,
  unauthorizedKey,
  unfundedAccount,
} from '../../support/providers/paid-starts.ts';
import { type ReplicateServer, startReplicateServer } from '../../support/providers/replicate-server.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd } from '../../support/engines/run-step.ts';

const secret = 'planted-replicate-token';
const kind = replicateKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));
const fields = 'prompt,negative_prompt,image,mask,prompt_strength,width,height,num_outputs,seed,scale';
const pictures = { does: 'generate,imageToImage,inpaint,instruct,upscale', fields };
const clips = { does: 'clip', fields: 'prompt,image,last_frame_image,duration,fps,generate_audio' };
const models: Partial<Record<Primitive, string>> = { clip: 'tiny/video', upscale: 'tiny/upscaler' };

function accessTo(
  { url }: { readonly url: string },
  settings: Partial<ReplicateSettings> = {},
): InstanceOptions {
  return {
    name: 'replicate-1',
    url,
    secret,
    settings: replicateSettings.parse(settings),
    slots: undefined,
    spool: openMemorySpool(),
    reportUrl: async key => `https://here.example/hook?job=${key}`,
  };
}

const openAt = (server: ReplicateServer, settings: Partial<ReplicateSettings> = {}) =>
  kind.openSteps(accessTo(server, settings));

const makeStep = (primitive: Primitive): Promise<Step> =>
  smallStep(primitive, { upstream: models[primitive] ?? 'black-forest-labs/flux-dev' });

const claims = { width: 64, height: 64, count: 1 };
for (const [name, settings] of Object.entries({ pictures, clips }))
  testStepEngine(`replicate, ${name}`, async () => openAt(await startReplicateServer(secret), settings), {
    abilities: kind.abilities('', replicateSettings.parse(settings)),
    step: makeStep,
    unknownHandle: { job: { id: 'unknown' }, claims },
  });

test('a step becomes a prediction with a webhook and a deadline, and its log shows its progress', async () => {
  const server = await startReplicateServer(secret);
  const engine = openAt(server, { ...pictures, cancelAfterMinutes: 15, price: 0.025 });
  const step = { ...(await makeStep('generate')), count: 2, parameters: { go_fast: true } } as Step;
  const handle = await engine.start(step, 'a:0', never);
  const [call] = server.acceptedCalls;
  assert.equal(call?.headers['cancel-after'], '15m');
  assert.deepEqual(call?.body, {
    version: 'black-forest-labs/flux-dev',
    input: {
      prompt: 'a red fox',
      negative_prompt: 'text',
      width: 64,
      height: 64,
      num_outputs: 2,
      seed: 5,
      go_fast: true,
    },
    webhook: 'https://here.example/hook?job=a:0',
    webhook_events_filter: ['completed'],
  });
  const progress: number[] = [];
  let state = await engine.check(handle, 0, never);
  for (; state.state === 'running'; state = await engine.check(handle, 0, never))
    progress.push(state.progress);
  assert.deepEqual(progress, [0, 0.5]);
  assert.equal(state.state === 'done' && state.costMicros, 50_000);
  assert.ok(!JSON.stringify([handle, state]).includes(secret));
});

test('the cost of a model that is billed by time is that of the seconds that it ran', async () => {
  const server = await startReplicateServer(secret);
  const engine = openAt(server, { price: 0.0014, priceUnit: 'second' });
  const end = await waitForEnd(engine, await engine.start(await makeStep('generate'), 'a:0', never), 0);
  assert.equal(end.state === 'done' && end.costMicros, 3500);
});

test('a model with an aspect ratio field gets the nearest ratio', async () => {
  const server = await startReplicateServer(secret);
  const step = { ...(await makeStep('generate')), width: 1344, height: 768 } as Step;
  await openAt(server).start(step, 'a:0', never);
  assert.deepEqual(server.acceptedCalls[0]?.body.input, {
    prompt: 'a red fox',
    aspect_ratio: '16:9',
    num_outputs: 1,
    seed: 5,
  });
});

test('small images are sent in the request, large ones are uploaded first', async () => {
  const server = await startReplicateServer(secret);
  const engine = openAt(server, pictures);
  const step = (await makeStep('inpaint')) as Extract<Step, { primitive: 'inpaint' }>;
  const picture = { ...step.picture, bytes: new Uint8Array(300_000) };
  await engine.start({ ...step, picture }, 'a:0', never);
  const [upload, start] = server.calls;
  assert.equal(upload?.path, '/v1/files');
  assert.equal(start?.body.input.image, `${server.url}/v1/files/f`);
  assert.match(start?.body.input.mask, /^data:image\/png;base64,/);
  server.uploads.push({ status: 500 });
  const failure = await catchFailure(engine.start({ ...step, picture }, 'b:0', never));
  assert.deepEqual(toVerdict(failure), { code: 'engine_unavailable', retryable: true, notStarted: true });
  assert.equal(server.acceptedCalls.length, 1);
});

test('a name that is not a model of Replicate is rejected before anything is sent', async () => {
  const server = await startReplicateServer(secret);
  for (const upstream of ['flux', 'a/b/c', 'a/b:latest', '../x?y']) {
    const step = { ...(await makeStep('generate')), upstream };
    const failure = await catchFailure(openAt(server).start(step, 'a:0', never));
    assert.deepEqual(toVerdict(failure), rejectedStep);
  }
  assert.equal(server.calls.length, 0);
});

const problem = (status: number, detail: string) => ({ status, body: { title: 'Problem', detail, status } });
testPaidStarts({
  name: 'replicate',
  secret,
  begin: () => startReplicateServer(secret),
  open: openAt,
  step: () => makeStep('generate'),
  rejections: [
    [{ ...problem(429, 'Request was throttled'), headers: { 'retry-after': '10' } }, busyEngine],
    [problem(401, `Bad ${secret}`), unauthorizedKey],
    [problem(402, 'Insufficient credit'), unfundedAccount],
    [problem(422, 'input: prompt is required'), rejectedStep],
  ],
});

const ends: readonly (readonly [object, object])[] = [
  [
    { status: 'failed', error: 'The input or output was flagged as sensitive. (E005)' },
    { state: 'failed', code: 'content_refused', retryable: false },
  ],
  [
    { status: 'failed', error: 'CUDA out of memory' },
    { state: 'failed', code: 'engine_error', retryable: true },
  ],
  [{ status: 'canceled' }, { state: 'failed', code: 'engine_error', retryable: false }],
  [{ status: 'aborted' }, { state: 'failed', code: 'engine_error', retryable: false }],
  [
    { status: 'succeeded', output: [] },
    { state: 'failed', code: 'engine_error', retryable: true },
  ],
  [{ status: 'succeeded', output: null, data_removed: true }, { state: 'lost' }],
];
for (const [fields, verdict] of ends)
  test(`a prediction that ends with ${JSON.stringify(fields)} is ${JSON.stringify(verdict)}`, async () => {
    const server = await startReplicateServer(secret);
    const engine = openAt(server);
    server.states.push(fields);
    const end = await waitForEnd(
      engine,
      ageHandle(await engine.start(await makeStep('generate'), 'a:0', never)),
    );
    const { state } = end;
    const actual = state === 'failed' ? { state, code: end.code, retryable: end.retryable } : { state };
    assert.deepEqual(actual, verdict);
  });

test('the output of a prediction is a text, a list or an object', async () => {
  const server = await startReplicateServer(secret);
  const engine = openAt(server);
  const address = await server.addPicture();
  for (const output of [address, [address], { image: address }, [{ url: address }]]) {
    server.states.push({ status: 'succeeded', output });
    const handle = await engine.start(await makeStep('generate'), JSON.stringify(output), never);
    const end = await waitForEnd(engine, handle, 0);
    assert.equal(end.state === 'done' && end.media.length, 1);
  }
});

test('clients cannot cancel accepted work, because it is charged, but the prediction is cancelled', async () => {
  const server = await startReplicateServer(secret);
  const engine = openAt(server);
  const { isPaid, afterUnknownStart, canCancel } = engine.traits;
  assert.deepEqual([isPaid, afterUnknownStart, canCancel], [true, 'never', false]);
  await engine.cancel(await engine.start(await makeStep('generate'), 'a:0', never));
  assert.deepEqual(server.cancelled, ['prediction0']);
});

test('a probe reports the owner of the token and starts nothing', async () => {
  const server = await startReplicateServer(secret);
  const probeResult = await kind.probe?.(accessTo(server), never);
  assert.match(probeResult?.notes[0] ?? '', /^Account painter/);
  const wrong = { ...accessTo(server), secret: 'wrong' };
  assert.equal((await catchFailure(kind.probe!(wrong, never))).code, 'engine_unauthorized');
  assert.equal(server.acceptedCalls.length, 0);
});

test('a webhook is accepted if it was signed by Standard Webhooks a short time ago', () => {
  // The example of the specification.
  const report = {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    body: Buffer.from('{"test": 2432232314}'),
    now: 1_614_265_330_000,
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  };
  assert.equal(isSignedByReplicate(report), true);
  assert.equal(isSignedByReplicate({ ...report, body: Buffer.from('{}') }), false);
  assert.equal(isSignedByReplicate({ ...report, now: report.now + 301_000 }), false);
  assert.equal(isSignedByReplicate({ ...report, secret: 'whsec_' }), false);
  assert.equal(isSignedByReplicate({ ...report, headers: {} }), false);
});
