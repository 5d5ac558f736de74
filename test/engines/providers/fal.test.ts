/** The adapter of fal against a fake of its documented API. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type JsonWebKey, sign, createHash } from 'node:crypto';
import { test } from 'node:test';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { falKind } from '../../../src/engines/kinds/fal/fal-kind.ts';
import { type FalSettings, falSettings } from '../../../src/engines/kinds/fal/fal-settings.ts';
import { isSignedByFal } from '../../../src/engines/kinds/fal/verify-report.ts';
import { readAll } from '../../../src/engines/contract/read-media.ts';
import { openResultFiles } from '../../../src/engines/adapter-kit/http/result-files.ts';
import { testStepEngine } from '../../../src/engines/contract/steps/step-conformance.ts';
import type { Primitive } from '../../../src/engines/contract/steps/primitive.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import { type FalServer, startFalServer } from '../../support/providers/fal-server.ts';
import { openMemorySpool } from '../../support/engines/memory-spool.ts';
import {
  ageHandle,
  refusedContent,
  rejectedStep,
  testPaidStarts,
  unauthorizedKey,
  unknownStart,
} from '../../support/providers/paid-starts.ts';
import { smallStep } from '../../support/engines/steps.ts';
import { catchFailure, never, toVerdict } from '../../support/test-engine/instance.ts';
import { waitForEnd } from '../../support/engines/run-step.ts';

const secret = 'planted-fal-key';
const kind = falKind(openResultFiles({ allowedNetworks: ['127.0.0.1'] }));
const everything = 'prompt,negative_prompt,image_urls,mask_url,strength,image_size,num_images,seed,scale';

function accessTo({ url }: { readonly url: string }, settings: Partial<FalSettings> = {}): InstanceOptions {
  return {
    name: 'fal-1',
    url,
    secret,
    settings: falSettings.parse({ unitPrice: 0.04, ...settings }),
    slots: undefined,
    spool: openMemorySpool(),
    reportUrl: async key => `https://here.example/hook?job=${key}`,
  };
}

const openAt = (server: FalServer, settings: Partial<FalSettings> = {}) =>
  kind.openSteps(accessTo(server, settings));

const pictures = { does: 'generate,imageToImage,inpaint,instruct,upscale', fields: everything };
const clips = { does: 'clip', fields: 'prompt,image_url,end_image_url,duration,resolution,aspect_ratio' };
const models: Partial<Record<Primitive, string>> = {
  clip: 'fal-ai/tiny/video',
  upscale: 'fal-ai/tiny/upscale',
};

async function makeStep(primitive: Primitive): Promise<Step> {
  return smallStep(primitive, { upstream: models[primitive] ?? 'fal-ai/flux/dev' });
}

const unknown = '/fal-ai/flux/requests/unknown';
const unknownHandle = {
  job: { id: 'unknown', status: `${unknown}/status`, response: unknown, cancel: `${unknown}/cancel` },
  claims: { width: 64, height: 64, count: 1 },
};
for (const [name, settings] of Object.entries({ pictures, clips }))
  testStepEngine(`fal, ${name}`, async () => openAt(await startFalServer(secret), settings), {
    abilities: kind.abilities('', falSettings.parse(settings)),
    step: makeStep,
    unknownHandle,
  });

test('a step becomes the input of its model, with a webhook, and its cost is reported', async () => {
  const server = await startFalServer(secret);
  const engine = openAt(server, pictures);
  const step = { ...(await makeStep('generate')), count: 2, parameters: { guidance_scale: 3.5 } } as Step;
  const handle = await engine.start(step, 'a:0', never);
  const [call] = server.acceptedCalls;
  assert.equal(call?.path, '/fal-ai/flux/dev');
  assert.equal(call?.query.get('fal_webhook'), 'https://here.example/hook?job=a:0');
  assert.deepEqual(call?.body, {
    prompt: 'a red fox',
    negative_prompt: 'text',
    seed: 5,
    num_images: 2,
    image_size: { width: 64, height: 64 },
    guidance_scale: 3.5,
  });
  const progress: number[] = [];
  let state = await engine.check(handle, 0, never);
  for (; state.state === 'running'; state = await engine.check(handle, 0, never))
    progress.push(state.progress);
  assert.deepEqual(progress, [0, 0.5]);
  assert.equal(state.state === 'done' && state.costMicros, 60_000);
  assert.ok(!JSON.stringify([handle, state]).includes(secret));
});

test('images are sent as data URLs, one or several as the model expects', async () => {
  const server = await startFalServer(secret);
  const engine = openAt(server, pictures);
  await engine.start(await makeStep('inpaint'), 'a:0', never);
  await openAt(server, clips).start(
    { ...(await makeStep('clip')), picture: ((await makeStep('upscale')) as any).picture } as Step,
    'b:0',
    never,
  );
  const [inpaint, clip] = server.acceptedCalls.map(({ body }) => body);
  assert.match(inpaint.image_urls[0], /^data:image\/png;base64,/);
  assert.match(inpaint.mask_url, /^data:image\/png;base64,/);
  assert.match(clip.image_url, /^data:image\/png;base64,/);
  assert.deepEqual([clip.duration, clip.resolution, clip.aspect_ratio], [1, '64p', '1:1']);
});

test('a clip gets the aspect ratio and resolution of its card, and its length in the form of the model', async () => {
  const server = await startFalServer(secret);
  const parameters = { seconds: 5, resolution: '720p', aspect_ratio: '9:16', fps: 24, camera_fixed: true };
  const step = { ...(await makeStep('clip')), seconds: 5, parameters } as Step;
  await openAt(server, { ...clips, secondsAs: 'text' }).start(step, 'a:0', never);
  assert.deepEqual(server.acceptedCalls[0]?.body, {
    prompt: 'a red fox',
    duration: '5',
    resolution: '720p',
    aspect_ratio: '9:16',
    camera_fixed: true,
  });
});

test('unsupported, unknown and reserved parameters are rejected before anything is sent', async () => {
  const server = await startFalServer(secret);
  const engine = openAt(server);
  const generate = await makeStep('generate');
  const steps: Step[] = [
    await makeStep('clip'),
    { ...generate, upstream: 'flux' },
    { ...generate, upstream: 'fal-ai/../secrets' },
    { ...generate, upstream: 'fal-ai/flux?x=1' },
    { ...generate, parameters: { prompt: 'another' } },
  ];
  for (const step of steps)
    assert.deepEqual(toVerdict(await catchFailure(engine.start(step, 'a:0', never))), rejectedStep);
  assert.equal(server.calls.length, 0);
});

const flaggedBody = {
  detail: [{ loc: ['body', 'prompt'], msg: 'flagged', type: 'content_policy_violation' }],
};
const invalidBody = { detail: [{ loc: ['body', 'seed'], msg: 'not a number', type: 'int_parsing' }] };
testPaidStarts({
  name: 'fal',
  secret,
  begin: () => startFalServer(secret),
  open: openAt,
  step: () => makeStep('generate'),
  rejections: [
    [{ status: 403, body: { detail: `User is locked: ${secret}` } }, unauthorizedKey],
    [{ status: 422, body: invalidBody }, rejectedStep],
    [{ status: 422, body: flaggedBody }, refusedContent],
  ],
});

const results: readonly (readonly [string, object, object])[] = [
  ['refused contents', { status: 422, body: flaggedBody }, { code: 'content_refused', retryable: false }],
  ['an invalid input', { status: 422, body: invalidBody }, { code: 'engine_rejected', retryable: false }],
  [
    'a timeout of the platform',
    { status: 504, body: { detail: 'Request timed out', error_type: 'request_timeout' } },
    { code: 'engine_error', retryable: true },
  ],
  [
    'flagged pictures',
    { body: { images: [], has_nsfw_concepts: [true] } },
    { code: 'content_refused', retryable: false },
  ],
  [
    'one flagged picture of four',
    { body: { images: [], has_nsfw_concepts: [false, true, false, false] } },
    { code: 'content_refused', retryable: false },
  ],
];
for (const [name, response, verdict] of results)
  test(`a job that ends with ${name} has failed`, async () => {
    const server = await startFalServer(secret);
    const engine = openAt(server);
    server.responses.push(response);
    const end = await waitForEnd(engine, await engine.start(await makeStep('generate'), 'a:0', never), 0);
    assert.ok(end.state === 'failed');
    assert.deepEqual({ code: end.code, retryable: end.retryable }, verdict);
  });

test('a failed poll does not change the job, and a job that the server forgot is lost', async () => {
  const server = await startFalServer(secret);
  const engine = openAt(server);
  const handle = await engine.start(await makeStep('generate'), 'a:0', never);
  server.states.push({ status: 502 });
  assert.deepEqual(toVerdict(await catchFailure(engine.check(handle, 0, never))), unknownStart);
  server.states.push({ body: { status: 'COMPLETED' } });
  server.responses.push({ status: 503 });
  const busy = await catchFailure(engine.check(handle, 0, never));
  assert.ok(busy.retryable, 'the response of a proxy');
  server.states.push({ status: 404 });
  assert.deepEqual(await engine.check(ageHandle(handle), 0, never), { state: 'lost' });
});

test('clients cannot cancel accepted work, because it may be charged, but the provider is asked to stop', async () => {
  const server = await startFalServer(secret);
  const engine = openAt(server);
  const { isPaid, afterUnknownStart, canCancel } = engine.traits;
  assert.deepEqual([isPaid, afterUnknownStart, canCancel], [true, 'never', false]);
  await engine.cancel(await engine.start(await makeStep('generate'), 'a:0', never));
  assert.deepEqual(server.cancelled, ['req-0']);
});

test('a probe reports whether the key is valid and starts nothing', async () => {
  const server = await startFalServer(secret);
  assert.equal((await kind.probe?.(accessTo(server), never))?.program, 'fal');
  const wrong = { ...accessTo(server), secret: 'wrong' };
  assert.equal((await catchFailure(kind.probe!(wrong, never))).code, 'engine_unauthorized');
  assert.equal(server.acceptedCalls.length, 0);
});

test('a webhook is accepted if a key of fal signed its body a short time ago', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const foreignKey = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }) as JsonWebKey;
  const keys = [foreignKey, publicKey.export({ format: 'jwk' }) as JsonWebKey];
  const body = Buffer.from('{"request_id":"req-0","status":"OK"}');
  const digest = createHash('sha256').update(body).digest('hex');
  const signature = sign(null, Buffer.from(`req-0\nuser-1\n1700000000\n${digest}`), privateKey).toString(
    'hex',
  );
  const headers = {
    'x-fal-webhook-request-id': 'req-0',
    'x-fal-webhook-user-id': 'user-1',
    'x-fal-webhook-timestamp': '1700000000',
    'x-fal-webhook-signature': signature,
  };
  const report = { headers, body, now: 1_700_000_000_000, keys };
  assert.equal(isSignedByFal(report), true);
  assert.equal(isSignedByFal({ ...report, body: Buffer.from('{}') }), false);
  assert.equal(isSignedByFal({ ...report, now: report.now + 301_000 }), false);
  assert.equal(isSignedByFal({ ...report, keys: [foreignKey, { kty: 'broken' }] }), false);
  assert.equal(isSignedByFal({ ...report, headers: {} }), false);
  const request = { ...report, url: 'https://here', access: accessTo({ url: 'http://localhost' }) };
  const read = async () => keys as never;
  assert.equal(await kind.verifyReport?.({ ...request, keys: read }, never), true);
});

test('a failed or forbidden download is retried with a new URL, one that is gone for good is not', async () => {
  const server = await startFalServer(secret);
  const engine = openAt(server);
  const handle = await engine.start(await makeStep('generate'), 'd:0', never);
  const state = await waitForEnd(engine, handle, 0);
  const media = state.state === 'done' ? state.media[0] : undefined;
  assert.ok(media);
  const download = async () => readAll(await engine.open(handle, media, never), never);
  server.brokenDownloads = 1;
  assert.equal((await catchFailure(download())).retryable, true);
  assert.ok((await download()).length > 0);
  const url = `${server.url.replace('127.0.0.1', 'localhost')}/files/expired.png`;
  for (const [status, mayPass] of [
    [403, true],
    [404, true],
    [410, false],
  ] as const) {
    server.override = ({ path }) => (path === '/files/expired.png' ? { status } : undefined);
    server.responses.push({ body: { images: [{ url, content_type: 'image/png' }] } });
    assert.equal((await catchFailure(download())).retryable, mayPass, String(status));
  }
  assert.equal(server.acceptedCalls.length, 1);
});
